import ShelfCore

/// What the server says; `encode(into:)` makes the bytes.
public enum ServerMessage: Hashable, Sendable {
    case welcome(Welcome)
    case snapshot(SnapshotPart)
    /// The same bytes for every client (W4).
    case event(Event)
    /// The client's undo and redo targets as of `seq` (W7).
    case you(seq: Int, Targets)
    /// Without the list when there are too many (W8).
    case who(count: Int, clients: [Present]?)
    case ack(number: Int, Effect)
    case nack(number: Int, Refusal)
    /// The last event sent to this session (W9).
    case tick(seq: Int)
    case bye(Bye)
    /// The journal cannot be written, and why; `nil` when it is over (J4).
    case trouble(reason: String?)
    /// Newest first (W12).
    case history(seq: Int, HistoryPage)
    /// The latest deleted first; `before` is where the next page starts, if there is one (W13).
    case bin(seq: Int, BinPage)
}

/// What became of a request that made no event now (W3, W6).
public enum Effect: Hashable, Sendable {
    case none
    /// It was carried out before, as the event with this `seq`.
    case done(seq: Int)
}

public enum Role: String, Sendable, CaseIterable { case view, edit, admin }

/// What an acknowledged request survives.
public enum Durability: String, Sendable, CaseIterable { case disk, relaxed, memory }

public struct Welcome: Hashable, Sendable {
    public var client: ClientID
    /// Told when the server made it.
    public var key: ClientKey?
    public var shelf: String
    public var epoch: String
    public var seq: Int
    /// The last request of this client that has an outcome; 0 if none has.
    public var lastRequest: Int
    public var role: Role
    /// Events follow from the client's `at`; otherwise a snapshot does.
    public var resumed: Bool
    public var durable: Durability
    public var limits: Limits
    /// Whether the page may show covers from the web.
    public var webCovers: Bool
    /// The server's name and version.
    public var server: String

    public init(
        client: ClientID, key: ClientKey?, shelf: String, epoch: String, seq: Int, lastRequest: Int, role: Role, resumed: Bool,
        durable: Durability, limits: Limits, webCovers: Bool, server: String
    ) {
        self.client = client
        self.key = key
        self.shelf = shelf
        self.epoch = epoch
        self.seq = seq
        self.lastRequest = lastRequest
        self.role = role
        self.resumed = resumed
        self.durable = durable
        self.limits = limits
        self.webCovers = webCovers
        self.server = server
    }
}

/// A part of the whole list (W2); `SnapshotWriter` makes them.
public struct SnapshotPart: Hashable, Sendable {
    /// Why the client gets a snapshot instead of events.
    public enum Why: String, Sendable, CaseIterable { case first, behind, ahead, epoch, slow }

    public var epoch: String
    public var seq: Int
    /// 1 to `of`.
    public var part: Int
    public var of: Int
    public var why: Why
    /// The part's albums as they go into the array: encoded, with commas between them.
    public var albums: [UInt8]

    public init(epoch: String, seq: Int, part: Int, of: Int, why: Why, albums: [UInt8]) {
        self.epoch = epoch
        self.seq = seq
        self.part = part
        self.of = of
        self.why = why
        self.albums = albums
    }
}

/// A client that is connected (W8).
public struct Present: Hashable, Sendable {
    public var client: ClientID
    public var here: Here

    public init(client: ClientID, here: Here) {
        self.client = client
        self.here = here
    }
}

/// The server's last word before it closes (W10).
public struct Bye: Hashable, Sendable {
    public var code: CloseCode
    public var reason: String
    /// The window, in milliseconds, from which the client draws its delay before it comes back.
    public var after: ClosedRange<Int>?

    public init(code: CloseCode, reason: String, after: ClosedRange<Int>? = nil) {
        self.code = code
        self.reason = reason
        self.after = after
    }
}
