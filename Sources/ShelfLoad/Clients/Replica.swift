import ShelfCore

/// A list kept from a snapshot and events: an array and four operations (W5).
public struct Replica: Equatable, Sendable {
    /// An event that does not fit the list.
    public struct Misfit: Error, CustomStringConvertible {
        public let description: String
    }

    /// The ids in their order.
    public private(set) var order: [AlbumID]
    private var fields: [AlbumID: [Field]]

    public init(_ albums: [Album] = []) {
        order = albums.map(\.id)
        fields = Dictionary(albums.map { ($0.id, $0.fields) }) { first, _ in first }
    }

    public var count: Int { order.count }
    /// In no certain order of fields, which the wire does not promise.
    public func fields(of id: AlbumID) -> [Field]? { fields[id] }
    public var albums: [Album] { order.map { Album(id: $0, fields: fields[$0] ?? []) } }

    public static func == (one: Replica, other: Replica) -> Bool {
        one.order == other.order && one.order.allSatisfy { id in
            let (fields, others) = (one.fields[id] ?? [], other.fields[id] ?? [])
            return fields == others || Set(fields) == Set(others)
        }
    }

    public mutating func apply(_ changes: [Change]) throws(Misfit) {
        for change in changes { try apply(change) }
    }

    private mutating func apply(_ change: Change) throws(Misfit) {
        switch change {
        case .delete(let index, let id):
            try take(id, at: index)
            fields[id] = nil
        case .move(let from, let to, let id):
            try take(id, at: from)
            try put(id, at: to)
        case .insert(let index, let id, let all):
            guard fields.updateValue(all, forKey: id) == nil else { throw Misfit(description: "\(id) is inserted twice") }
            try put(id, at: index)
        case .edit(let id, let set): try edit(id, set)
        }
    }

    private mutating func take(_ id: AlbumID, at index: Int) throws(Misfit) {
        guard order.indices.contains(index), order[index] == id else { throw Misfit(description: "\(id) is not at \(index)") }
        order.remove(at: index)
    }

    private mutating func put(_ id: AlbumID, at index: Int) throws(Misfit) {
        guard 0...order.count ~= index else { throw Misfit(description: "\(id) cannot be put at \(index)") }
        order.insert(id, at: index)
    }

    private mutating func edit(_ id: AlbumID, _ set: [FieldWrite]) throws(Misfit) {
        guard var all = fields[id] else { throw Misfit(description: "\(id) is edited and not on the list") }
        for write in set {
            let field = write.value.map { Field(name: write.name, value: $0) }
            if let index = all.firstIndex(where: { $0.name == write.name }) {
                if let field { all[index] = field } else { all.remove(at: index) }
            } else if let field {
                all.append(field)
            }
        }
        fields[id] = all
    }
}
