/// Why the server ends a connection (W10).
public enum CloseCode: UInt16, Sendable, CaseIterable {
    // Come back.
    case restart = 1012
    case slow = 4001
    case overloaded = 4003
    /// Come back without `at`.
    case historyLost = 4005

    // Stop: coming back would end the same way.
    case protocolError = 1002
    case notUTF8 = 1007
    case messageTooBig = 1009
    case badRequest = 4500
    case version = 4501
    case notSignedIn = 4502
    case notAllowed = 4503
    case replaced = 4504
    case tooLarge = 4505

    /// Whether the client is to connect again by itself.
    public var reconnects: Bool {
        switch self {
        case .restart, .slow, .overloaded, .historyLost: true
        case .protocolError, .notUTF8, .messageTooBig, .badRequest, .version, .notSignedIn, .notAllowed, .replaced, .tooLarge: false
        }
    }
}

/// Input that ends the connection and changes nothing (W11).
public struct Violation: Error, Hashable, Sendable {
    public let code: CloseCode
    /// One sentence for people; names the field.
    public let reason: String

    public init(_ code: CloseCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
