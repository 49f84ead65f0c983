import ShelfCore
@testable import ShelfWire

/// An album as a client keeps it.
struct Item: Equatable {
    let id: String
    var fields: [String: Value]
}

/// A list kept from a snapshot and events: an array and four operations, no undo engine (W5).
struct ListCopy: Equatable {
    struct Mismatch: Error {
        let sentence: String
    }

    var items: [Item] = []

    mutating func apply(_ change: Change) throws(Mismatch) {
        switch change {
        case .delete(let index, let id):
            _ = try take(index, id)
        case .move(let from, let to, let id):
            let item = try take(from, id)
            try insert(item, at: to)
        case .insert(let index, let id, let fields):
            try insert(Item(id: id, fields: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })), at: index)
        case .edit(let id, let set):
            guard let index = items.firstIndex(where: { $0.id == id }) else { throw Mismatch(sentence: "an edit of \(id), which is not on the list") }
            for write in set { items[index].fields[write.name] = write.value }
        }
    }

    private mutating func take(_ index: Int, _ id: String) throws(Mismatch) -> Item {
        guard items.indices.contains(index), items[index].id == id else { throw Mismatch(sentence: "\(id) is not at \(index)") }
        return items.remove(at: index)
    }

    private mutating func insert(_ item: Item, at index: Int) throws(Mismatch) {
        guard 0...items.count ~= index, !items.contains(where: { $0.id == item.id }) else {
            throw Mismatch(sentence: "\(item.id) cannot be put at \(index)")
        }
        items.insert(item, at: index)
    }
}

extension ListCopy {
    init(_ shelf: Shelf) { self.init(Array(shelf.albums())) }

    init(_ albums: [Album]) {
        items = albums.map { album in
            Item(id: album.id, fields: Dictionary(uniqueKeysWithValues: album.fields.map { ($0.name, $0.value) }))
        }
    }
}
