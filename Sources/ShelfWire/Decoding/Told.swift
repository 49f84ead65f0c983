import ShelfCore

/// What a server told, as a client reads it: the other half of the codec.
public enum Told: Hashable, Sendable {
    /// Of the limits only those that `welcome` announces.
    case welcome(Welcome)
    case snapshot(ListPart)
    case event(Event)
    case you(seq: Int, Targets)
    case ack(number: Int, Effect)
    case nack(number: Int, code: String, message: String)
    case tick(seq: Int)
    case bye(code: Int, reason: String, reconnects: Bool, after: ClosedRange<Int>?)
    /// Presence, pages that were asked for, and what this version does not know.
    case other(String)

    /// Albums of a snapshot (W2).
    public struct ListPart: Hashable, Sendable {
        public let epoch: String
        public let seq: Int
        public let part: Int
        public let of: Int
        public let why: String
        public let albums: [Album]
    }

    /// Reads one frame; nil when it is not a message of Backspin, or lacks what it must have.
    public init?(_ frame: UnsafeRawBufferPointer) {
        let read = try? JSON.parse(frame) { root throws(Violation) in Self.read(root) }
        guard let told = read ?? nil else { return nil }
        self = told
    }

    private static func read(_ root: JSON) -> Told? {
        guard let kind = root["t"]?.string else { return nil }
        return switch kind {
        case "ev": root.event.map { .event($0) }
        case "you": root["seq"]?.integer.map { .you(seq: $0, root.targets) }
        case "ack": root.ack
        case "nack": root.nack
        case "welcome": root.welcome.map { .welcome($0) }
        case "snapshot": root.listPart.map { .snapshot($0) }
        case "tick": root["seq"]?.integer.map { .tick(seq: $0) }
        case "bye": root.bye
        default: .other(kind)
        }
    }
}

/// A whole list, as HTTP tells it (H1).
public struct ToldList: Hashable, Sendable {
    public let epoch: String
    public let seq: Int
    public let albums: [Album]

    public init?(_ body: [UInt8]) {
        let read = body.withUnsafeBytes { bytes in
            try? JSON.parse(bytes) { root throws(Violation) -> ToldList? in
                guard let epoch = root["epoch"]?.string, let seq = root["seq"]?.integer, let albums = root["albums"]?.albums else { return nil }
                return ToldList(epoch: epoch, seq: seq, albums: albums)
            }
        }
        guard let list = read ?? nil else { return nil }
        self = list
    }

    private init(epoch: String, seq: Int, albums: [Album]) {
        self.epoch = epoch
        self.seq = seq
        self.albums = albums
    }
}
