import ShelfCore
import TestSupport

/// A shelf's list as a reader keeps it: an array and four operations (W5), which must fit exactly.
struct LiveList: Equatable {
    struct Album: Equatable {
        let id: String
        var fields: [String: JSON]
    }

    private(set) var albums: [Album] = []

    init() {}

    /// From `/api/shelves/<shelf>` or `dump --json`.
    init(_ document: JSON) throws {
        for album in document["albums"].items { try append(album) }
    }

    var ids: [String] { albums.map(\.id) }

    mutating func append(_ album: JSON) throws {
        var fields = album.members
        guard let id = fields.removeValue(forKey: "id")?.text else { throw Broken("an album without an id: \(album)") }
        albums.append(Album(id: id, fields: fields))
    }

    mutating func apply(_ change: JSON) throws {
        guard let id = change["id"].text else { throw Broken("no id: \(change)") }
        switch change["op"].text {
        case "delete": try take(id, at: change["index"])
        case "move":
            let album = try take(id, at: change["from"])
            try put(album, at: change["to"])
        case "insert": try put(Album(id: id, fields: change["fields"].members), at: change["index"])
        case "edit": try edit(id, change["set"].members)
        default: throw Broken("an unknown operation: \(change)")
        }
    }

    @discardableResult
    private mutating func take(_ id: String, at index: JSON) throws -> Album {
        guard let index = index.int, albums.indices.contains(index), albums[index].id == id else {
            throw Broken("\(id) is not at \(index) of \(ids)")
        }
        return albums.remove(at: index)
    }

    private mutating func put(_ album: Album, at index: JSON) throws {
        guard let index = index.int, 0...albums.count ~= index, !ids.contains(album.id) else {
            throw Broken("\(album.id) cannot be put at \(index) of \(ids)")
        }
        albums.insert(album, at: index)
    }

    private mutating func edit(_ id: String, _ set: [String: JSON]) throws {
        guard let index = albums.firstIndex(where: { $0.id == id }) else { throw Broken("\(id) is not in \(ids)") }
        for (name, value) in set { albums[index].fields[name] = value.isNull ? nil : value }
    }
}

/// As scenarios write a list.
extension LiveList: CustomStringConvertible {
    var description: String {
        Scenario.text(of: albums.map { album in
            ShelfCore.Album(id: album.id, fields: album.fields.map { Field(name: $0.key, value: $0.value.int.map(Value.number) ?? .text($0.value.text ?? "")) })
        })
    }
}
