import ShelfCore
import ShelfWire
import Sockets

/// The list of a shelf at one `seq`, encoded once for all who join (B1), in parts (W2).
final class SnapshotFrames: Sendable {
    let seq: Int
    let byteCount: Int
    fileprivate let parts: [Part]

    /// What all who read a part are sent alike.
    fileprivate enum Part {
        /// Album objects with commas between them, for a message in one frame.
        case short([UInt8])
        /// The frames of albums and closing, which follow an opening of the session's own: a million bytes copied for each reader would be
        /// most of what a join costs.
        case long([UInt8])
    }

    /// With its opening such a part still fits into one frame (SPEC W).
    private static let shortBytes = 63 * 1024

    init(of shelf: Shelf, limits: Limits = Limits()) {
        let writer = SnapshotWriter(of: shelf, limits: limits)
        seq = shelf.seq
        byteCount = writer.parts.reduce(0) { $0 + $1.count }
        parts = writer.parts.map { albums in
            guard albums.count > Self.shortBytes else { return .short(albums) }
            var frames: [UInt8] = []
            frames.appendRest(albums + SnapshotPart.closing)
            return .long(frames)
        }
    }
}

/// How far a session has read a snapshot.
struct SnapshotReading {
    let frames: SnapshotFrames
    let why: SnapshotPart.Why
    private var nextPart = 0
    /// Frames of a message whose opening was taken. Nothing else may be sent before them.
    private(set) var rest: [UInt8]?

    init(frames: SnapshotFrames, why: SnapshotPart.Why) {
        self.frames = frames
        self.why = why
    }

    var isDone: Bool { rest == nil && nextPart == frames.parts.count }

    /// Appends the next part, or its opening: then `takeRest` tells what follows it.
    mutating func takePart(epoch: String, into bytes: inout [UInt8]) {
        nextPart += 1
        var part = SnapshotPart(epoch: epoch, seq: frames.seq, part: nextPart, of: frames.parts.count, why: why, albums: [])
        switch frames.parts[nextPart - 1] {
        case .short(let albums):
            part.albums = albums
            frame(.snapshot(part), into: &bytes)
        case .long(let frames):
            bytes.appendOpening { part.encodeOpening(into: &$0) }
            rest = frames
        }
    }

    mutating func takeRest() -> [UInt8]? {
        defer { rest = nil }
        return rest
    }
}
