import ShelfCore

/// A plain array that follows events (W5): a reader needs no undo engine.
public struct Replica {
    public private(set) var albums: [Album] = []

    public init(_ albums: [Album] = []) { self.albums = albums }

    /// Applies the changes one after another; returns whether they came in the order that W5 fixes.
    public mutating func apply(_ changes: [Change]) -> Bool {
        for change in changes { apply(change) }
        let keys = changes.map(key)
        return zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
    }

    private mutating func apply(_ change: Change) {
        switch change {
        case .delete(let index, let id):
            precondition(albums.remove(at: index).id == id, "another album stands there")
        case .move(let from, let to, let id):
            let album = albums.remove(at: from)
            precondition(album.id == id && from != to, "another album stands there")
            albums.insert(album, at: to)
        case .insert(let index, let id, let fields):
            albums.insert(Album(id: id, fields: fields), at: index)
        case .edit(let id, let set):
            let index = albums.firstIndex { $0.id == id }!
            albums[index] = albums[index].edited(set)
        }
    }

    /// Deletes by falling index, moves in the order in which the moved stand in the end, inserts by rising index, edits in the
    /// order of the list.
    private func key(_ change: Change) -> [Int] {
        switch change {
        case .delete(let index, _): [0, -index]
        case .move(_, _, let id): [1, albums.firstIndex { $0.id == id }!]
        case .insert(let index, _, _): [2, index]
        case .edit(let id, _): [3, albums.firstIndex { $0.id == id }!]
        }
    }
}

extension Album {
    func edited(_ set: [FieldWrite]) -> Album {
        var fields = fields
        for write in set {
            fields.removeAll { $0.name == write.name }
            if let value = write.value { fields.append(Field(name: write.name, value: value)) }
        }
        return Album(id: id, fields: fields)
    }
}
