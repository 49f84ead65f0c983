/// A deleted album that can be restored (W13).
public struct DeletedAlbum: Hashable, Sendable {
    public let album: Album
    /// Who took it off the list, under the name of then, and when.
    public let by: ClientID
    public let name: String
    public let at: Int

    public init(album: Album, by: ClientID, name: String, at: Int) {
        self.album = album
        self.by = by
        self.name = name
        self.at = at
    }
}

/// A part of the bin, the latest deleted first.
public struct BinPage: Hashable, Sendable {
    public let albums: [DeletedAlbum]
    /// How many deleted albums there are.
    public let total: Int
    /// Where the next page begins; nil at the end.
    public let before: Int?

    public init(albums: [DeletedAlbum], total: Int, before: Int?) {
        self.albums = albums
        self.total = total
        self.before = before
    }
}

extension Shelf {
    /// Up to `count` deleted albums, the latest deleted first; behind the page that ended with `before`.
    public func bin(before: Int? = nil, count: Int) -> BinPage {
        var index = before.map(bin.index(of:)) ?? bin.deletions.count
        var found: [DeletedAlbum] = []
        var last: Int?
        while index > 0 {
            index -= 1
            let deletion = bin.deletions[index]
            guard deletion.album != noIndex else { continue }
            guard found.count < count else { return BinPage(albums: found, total: bin.count, before: last) }
            found.append(.init(album: album(deletion.album), by: deletion.by, name: deletion.name, at: deletion.at))
            last = deletion.stamp
        }
        return BinPage(albums: found, total: bin.count, before: nil)
    }

    // MARK: - Coming and going

    mutating func putInBin(_ album: AlbumIndex) {
        let actor = trace.actor
        albums[album].deletion = bin.add(album, by: actor.client, name: actor.name, at: actor.at)
        if albums[album].names == 0 { bin.allowForgetting(stamp: albums[album].deletion) }
    }

    mutating func takeOutOfBin(_ album: AlbumIndex) {
        guard albums[album].deletion != 0 else { return }
        if albums[album].names == 0 { bin.forbidForgetting(stamp: albums[album].deletion) }
        bin.remove(stamp: albums[album].deletion)
        albums[album].deletion = 0
    }

    /// An unsettled write names the album.
    mutating func startNaming(_ album: AlbumIndex) {
        albums[album].names += 1
        if albums[album].names == 1, albums[album].deletion != 0 { bin.forbidForgetting(stamp: albums[album].deletion) }
    }

    mutating func stopNaming(_ album: AlbumIndex) {
        albums[album].names -= 1
        if albums[album].names == 0, albums[album].deletion != 0 { bin.allowForgetting(stamp: albums[album].deletion) }
    }

    // MARK: - Gone

    /// Of the albums that nobody's undo can reach, the longest deleted go when the bin holds too many (L6).
    mutating func emptyBin() {
        let excess = bin.forgettable.count - settings.binAlbums
        guard excess > 0 else { return }
        for deletion in bin.forgetOldest(excess) { forgetAlbum(deletion.album) }
    }

    private mutating func forgetAlbum(_ album: AlbumIndex) {
        for name in albums[album].fields.names { fieldNames.release(name) }
        places.remove(albums[album].slot)
        albumIndices[albums[album].id] = noIndex
        gone.append(albums[album].id)
        albums.remove(album)
    }
}
