/// Opens WebSocket connections to one server, on one loop: thousands of them, for scripted clients. Without TLS.
public final class Dialer {
    let loop: EventLoop
    let subprotocol: String
    /// What goes into `Host`.
    let host: String
    private let address: SocketAddress
    /// Every connection reads into the same memory; what is not read to its end is kept by the connection.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    var masks = Masks()

    /// Bytes of all connections, frames and handshakes included.
    public internal(set) var receivedBytes = 0
    public internal(set) var sentBytes = 0

    /// - Parameter host: a name or a numeric address; it is resolved here, once.
    /// - Throws: `DialError.unknownHost`.
    public init(loop: EventLoop, host: String, port: UInt16, subprotocol: String) throws {
        self.loop = loop
        self.subprotocol = subprotocol
        self.host = "\(host):\(port)"
        address = try SocketAddress(resolving: host, port: port)
    }

    deinit { readBuffer.deallocate() }

    /// Begins to open a connection. `handler` is told how that went in a later turn of the loop.
    /// - Parameter receiveBuffer: the socket's receive buffer in bytes, for a client that soon is behind.
    /// - Throws: `DialError` when this machine has no descriptor or port left for it.
    public func dial(_ path: String, receiveBuffer: Int32? = nil, handler: any DialHandler) throws -> DialedConnection {
        let descriptor = try openSocket(family: address.family, receiveBuffer: receiveBuffer)
        do {
            try address.connect(descriptor)
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
        return DialedConnection(dialer: self, descriptor: descriptor, path: path, handler: handler)
    }
}

/// What is done with connections that were dialed. Called on the loop's thread.
public protocol DialHandler: AnyObject {
    /// The handshake is over; messages may be sent.
    func opened(_ connection: DialedConnection)
    /// A whole text message.
    func received(_ connection: DialedConnection, _ message: UnsafeRawBufferPointer)
    /// How many bytes at the front, frames and all, the handler knows already and need no reading: it may end inside a frame only
    /// when it takes everything, and is then asked first for what follows.
    func recognized(_ connection: DialedConnection, _ frames: UnsafeRawBufferPointer) -> Int
    /// The connection is over, or could not be opened; the last call for it.
    func ended(_ connection: DialedConnection, _ ending: Ending)
}

extension DialHandler {
    public func recognized(_ connection: DialedConnection, _ frames: UnsafeRawBufferPointer) -> Int { 0 }
}

/// How a connection ended.
public enum Ending: Equatable, Sendable {
    /// The server closed it with this code; 1005 when it gave none.
    case closed(code: Int)
    /// The handshake was answered with this status instead of 101.
    case refused(status: Int)
    /// The stream ended without a close frame, or with an error of the system.
    case lost(reason: String)
    /// `end()` was called.
    case byUs
    /// The server broke the protocol.
    case broken(reason: String)
}
