/// What a listener's owner does with its connections. All calls come on the loop's thread.
///
/// Any method of `Connection` may be called from any of these; a connection that ends meanwhile ignores them.
public protocol ListenerHandler: AnyObject {
    /// Answers a GET or a HEAD, at once or in a later turn; of a HEAD's answer only the headers are sent.
    func respond(to request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void)
    /// Decides about a WebSocket whose host, origin, version and subprotocol are in order.
    func admits(upgrade: UpgradeRequest) -> Admission
    func opened(_ connection: Connection)
    /// A whole message. The bytes are valid during the call only.
    func received(_ connection: Connection, _ message: UnsafeRawBufferPointer, isText: Bool)
    /// A connection that was behind can take more.
    func writable(_ connection: Connection)
    /// The last call about a connection that was opened.
    func closed(_ connection: Connection)
    /// Somebody was not let in: told for the log.
    func turnedAway(_ address: String, why: String)
}

extension ListenerHandler {
    public func turnedAway(_ address: String, why: String) {}
}

/// The decision about a WebSocket.
public enum Admission: Equatable, Sendable {
    case accept
    case refuse(Rejection)
}

/// Why somebody is not let in: an HTTP status, and a sentence that says what to do about it.
public struct Rejection: Equatable, Sendable {
    public let status: Int
    public let why: String

    public init(_ status: Int, _ why: String) {
        self.status = status
        self.why = why
    }
}

/// A WebSocket that somebody wants to open.
public struct UpgradeRequest: Sendable {
    public let path: String
    /// What followed the `?`: each `name=value`, decoded.
    public let query: [String]
    public let host: String
    /// Nil for what is not a browser.
    public let origin: String?
    public let address: String
    public let isLoopback: Bool
}
