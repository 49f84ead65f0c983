/// An album as it shows.
public struct Album: Hashable, Sendable {
    public let id: AlbumID
    /// In the album's own order.
    public let fields: [Field]

    public init(id: AlbumID, fields: [Field]) {
        self.id = id
        self.fields = fields
    }
}

/// Shown albums in the order of the list. Holds a copy of the shelf: let go of it before the next `apply`.
public struct ShownAlbums: Sequence, IteratorProtocol, Sendable {
    private let shelf: Shelf
    private var upcoming: AlbumIndex

    init(_ shelf: Shelf, from first: AlbumIndex) {
        self.shelf = shelf
        upcoming = first
    }

    public mutating func next() -> Album? {
        guard upcoming != noIndex else { return nil }
        defer { upcoming = shelf.albums[upcoming].next }
        return shelf.album(upcoming)
    }
}

extension Shelf {
    /// The list from an index on (0 to `count`); finding the first album costs O(log n), each further one O(1).
    public func albums(from index: Int = 0) -> ShownAlbums {
        ShownAlbums(self, from: index < count ? places.shownAlbum(at: Swift.max(index, 0)) : noIndex)
    }

    func album(_ index: AlbumIndex) -> Album { Album(id: albums[index].id, fields: fields(index)) }

    /// The fields that have a value.
    func fields(_ album: AlbumIndex) -> [Field] {
        albums[album].fields.all.compactMap { name, value in
            value.map { Field(name: fieldNames[name], value: $0) }
        }
    }
}
