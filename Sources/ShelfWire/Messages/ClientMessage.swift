import ShelfCore

/// What a client says.
public enum ClientMessage: Hashable, Sendable {
    /// Opens the conversation (W1).
    case hello(Hello)
    /// `do`, `undo` or `redo` under the client's own number (W3).
    case request(number: Int, action: Action)
    /// Where the person is (W8).
    case here(Here)
    case ping
    /// Events before this `seq`, or the newest (W12).
    case history(before: Int?, count: Int)
    /// The bin, from where the last answer ended, or from the latest deleted (W13).
    case bin(before: Int?, count: Int)
}

/// A message of a frame, decoded.
public enum Incoming: Hashable, Sendable {
    case message(ClientMessage)
    /// A request that is well-formed but wrong, whatever the shelf holds: answered with a `nack`, never journaled (W11).
    case refused(number: Int, Refusal)
    /// A message that this version does not know.
    case ignored
}

public struct Hello: Hashable, Sendable {
    /// Fits the `client` that came with it, if one came.
    public var key: ClientKey?
    /// What the client has seen last.
    public var at: Position?
    /// Cleaned and cut; may be empty.
    public var name: String?
    public var token: String?

    public init(key: ClientKey? = nil, at: Position? = nil, name: String? = nil, token: String? = nil) {
        self.key = key
        self.at = at
        self.name = name
        self.token = token
    }

    public var client: ClientID? { key?.client }
}

/// A place in the order of events of one epoch.
public struct Position: Hashable, Sendable {
    public let epoch: String
    public let seq: Int

    public init(epoch: String, seq: Int) {
        self.epoch = epoch
        self.seq = seq
    }
}

/// Where a person is and what it does; the last one counts whole (W8).
public struct Here: Hashable, Sendable {
    /// Cleaned and cut; may be empty.
    public var name: String?
    /// The same in all tabs of one person: 1 to 64 characters of `A-Z a-z 0-9 _ -`.
    public var person: String?
    /// The person's colour: 0 to 359 degrees.
    public var hue: Int?
    /// The album it looks at.
    public var on: AlbumID?
    /// The album it is editing.
    public var edits: AlbumID?

    public init(name: String? = nil, person: String? = nil, hue: Int? = nil, on: AlbumID? = nil, edits: AlbumID? = nil) {
        self.name = name
        self.person = person
        self.hue = hue
        self.on = on
        self.edits = edits
    }
}
