import ShelfCore
import ShelfWire

/// The list of a shelf at one `seq`, encoded once for all who join (B1): album objects with commas between them, in parts (W2).
final class SnapshotFrames: Sendable {
    let seq: Int
    let parts: [[UInt8]]
    let byteCount: Int

    init(of shelf: Shelf, limits: Limits = Limits()) {
        var writer = SnapshotWriter(limits: limits)
        for album in shelf.albums() { writer.append(album.id, album.fields) }
        seq = shelf.seq
        parts = writer.parts
        self.byteCount = parts.reduce(0) { $0 + $1.count }
    }
}

/// How far a session has read a snapshot.
struct SnapshotReading {
    let frames: SnapshotFrames
    let why: SnapshotPart.Why
    private var nextPart = 0

    init(frames: SnapshotFrames, why: SnapshotPart.Why) {
        self.frames = frames
        self.why = why
    }

    var isDone: Bool { nextPart == frames.parts.count }

    mutating func takePart(epoch: String) -> SnapshotPart {
        nextPart += 1
        return SnapshotPart(epoch: epoch, seq: frames.seq, part: nextPart, of: frames.parts.count, why: why, albums: frames.parts[nextPart - 1])
    }
}
