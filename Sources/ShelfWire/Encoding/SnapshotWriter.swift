import ShelfCore

/// Encodes a whole list as the messages of a snapshot, each at most so large that one album more would exceed the limit (W2).
public struct SnapshotWriter: Sendable {
    private let partBytes: Int
    /// The albums of the parts so far; the last one is still growing.
    public private(set) var parts: [[UInt8]] = [[]]

    /// What a part has around its albums.
    private static let envelopeBytes = 512

    public init(limits: Limits) { partBytes = limits.snapshotPartBytes - Self.envelopeBytes }

    /// With the whole list of a shelf.
    public init(of shelf: Shelf, limits: Limits) {
        self.init(limits: limits)
        for album in shelf.albums() { append(album.id, album.fields) }
    }

    /// Appends the next album of the list.
    public mutating func append(_ id: AlbumID, _ fields: [Field]) {
        let last = parts.count - 1
        let end = parts[last].count
        if end > 0 { parts[last].append(UInt8(ascii: ",")) }
        parts[last].album(id, fields)
        guard end > 0, parts[last].count > partBytes else { return }
        // One too many: it opens the next part instead.
        let album = Array(parts[last][(end + 1)...])
        parts[last].removeSubrange(end...)
        parts.append(album)
    }

    /// The messages, at least one.
    public func messages(epoch: String, seq: Int, why: SnapshotPart.Why) -> [ServerMessage] {
        parts.enumerated().map { index, albums in
            .snapshot(SnapshotPart(epoch: epoch, seq: seq, part: index + 1, of: parts.count, why: why, albums: albums))
        }
    }
}
