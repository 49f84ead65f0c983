/// A step as a client may name it: by the `seq` of its `do`, or by the client's own request, whose event it has not seen yet (U8).
public enum StepReference: Hashable, Sendable {
    case step(Int)
    case request(Int)
}

/// What the person saw on the button (U8). Absent (`nil` in `Switch.expect`) checks nothing.
public enum Expectation: Hashable, Sendable {
    /// The button was grey.
    case nothing
    case step(StepReference)
}

/// What an undo or redo switches.
public enum SwitchTarget: Hashable, Sendable {
    /// The client's undo or redo target (U2, U3).
    case target
    /// One step, out of order (U8), or anybody's for an admin (U9).
    case step(StepReference)
    /// Everything of that client that shows, as one event; admins only (U9).
    case client(ClientID)
}

public struct Switch: Hashable, Sendable {
    public let target: SwitchTarget
    public let expect: Expectation?

    public init(target: SwitchTarget = .target, expect: Expectation? = nil) {
        self.target = target
        self.expect = expect
    }
}

public enum Action: Hashable, Sendable {
    case `do`([Operation])
    case undo(Switch)
    case redo(Switch)
}

/// An action in its stable encoding, too, which costs as much as the action is long: who reads a large one makes both at once.
public struct EncodedAction: Hashable, Sendable {
    public let action: Action
    /// What the journal stores, and `digest` is made of.
    public let bytes: [UInt8]
    /// Tells a request that is sent again from another one under the same number (W3 `reused`).
    public let digest: UInt64

    public init(_ action: Action) { self.init(action, bytes: action.encoded()) }

    init(_ action: Action, bytes: [UInt8]) {
        self.action = action
        self.bytes = bytes
        self.digest = fnv1a(bytes)
    }
}

/// What a client sends, with all that is stamped on it before it is ordered (S5).
public struct Request: Hashable, Sendable {
    public let client: ClientID
    /// The client's name when it sent the request; may be empty.
    public let name: String
    /// `req`: strictly increasing for each client (W3).
    public let number: Int
    /// Milliseconds since 1970, by the clock of the server that received it.
    public let at: Int
    public let isAdmin: Bool
    public let encoded: EncodedAction

    public var action: Action { encoded.action }
    public var digest: UInt64 { encoded.digest }

    public init(client: ClientID, name: String, number: Int, at: Int, isAdmin: Bool = false, action: EncodedAction) {
        self.client = client
        self.name = name
        self.number = number
        self.at = at
        self.isAdmin = isAdmin
        self.encoded = action
    }

    public init(client: ClientID, name: String, number: Int, at: Int, isAdmin: Bool = false, action: Action) {
        self.init(client: client, name: name, number: number, at: at, isAdmin: isAdmin, action: EncodedAction(action))
    }
}

/// FNV-1a, 64 bits. A client could only deceive itself with a collision.
func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
}
