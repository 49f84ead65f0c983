import ShelfCore

/// Reads what a request says; refuses what is wrong whatever the shelf holds (W11).
struct RequestDecoder {
    private let fields: FieldDecoder
    private let operationLimit: Int

    init(_ limits: Limits) {
        fields = FieldDecoder(limits)
        operationLimit = limits.settings.operationsPerRequest
    }

    /// The operations of a `do`.
    func operations(_ request: JSON) throws(Fault) -> [Operation] {
        guard let list = request["ops"], list.isArray, list.count > 0 else {
            throw Fault("must be an array with at least one operation", at: "ops")
        }
        guard list.count <= operationLimit else { throw Fault("at most \(operationLimit) operations", at: "ops", code: .tooLarge) }
        var operations: [Operation] = []
        operations.reserveCapacity(list.count)
        for element in list.elements {
            operations.append(try inside("ops[\(operations.count)]", operation(element)))
        }
        try checkInsertions(operations)
        return operations
    }

    private func operation(_ object: JSON) throws(Fault) -> Operation {
        let id = try id(object)
        switch object["op"]?.string {
        case "insert": return .insert(id, at: try anchor(object, of: id), fields: try fields.inserted(object))
        case "delete": return .delete(id)
        case "restore": return .restore(id)
        case "move": return .move(id, to: try anchor(object, of: id))
        case "edit": return .edit(id, set: try fields.edited(object))
        default: throw Fault("must be insert, delete, restore, move or edit", at: "op")
        }
    }

    private func id(_ object: JSON) throws(Fault) -> AlbumID {
        guard object.isObject else { throw Fault("must be an object") }
        guard let id = object["id"]?.id else { throw Fault(idForm, at: "id") }
        return id
    }

    private func anchor(_ object: JSON, of id: AlbumID) throws(Fault) -> Anchor {
        switch (object["after"], object["before"]) {
        case (let after?, nil): return .after(try inside("after", neighbour(after, of: id)))
        case (nil, let before?): return .before(try inside("before", neighbour(before, of: id)))
        default: throw Fault("exactly one of after and before is needed", at: "after")
        }
    }

    private func neighbour(_ value: JSON, of id: AlbumID) throws(Fault) -> AlbumID? {
        if value.isNull { return nil }
        guard let neighbour = value.id else { throw Fault("\(idForm), or null") }
        guard neighbour != id else { throw Fault("must not be the album itself") }
        return neighbour
    }

    /// No id is inserted twice (L1), and none is named as a neighbour before it is inserted (L4).
    private func checkInsertions(_ operations: [Operation]) throws(Fault) {
        guard operations.count > 1 else { return }
        var insertions: [AlbumID: Int] = [:]
        for (index, operation) in operations.enumerated() {
            guard case .insert(let id, _, _) = operation else { continue }
            guard insertions.updateValue(index, forKey: id) == nil else {
                throw Fault("is inserted twice", at: "ops[\(index)].id", code: .idTaken)
            }
        }
        guard !insertions.isEmpty else { return }
        for (index, operation) in operations.enumerated() {
            guard let (side, neighbour) = operation.neighbour, let inserted = insertions[neighbour], inserted > index else { continue }
            throw Fault("is inserted later, by ops[\(inserted)]", at: "ops[\(index)].\(side)")
        }
    }

    private var idForm: String { "must be 1 to 64 characters of A-Z a-z 0-9 _ -" }
}

extension Operation {
    /// The album that it puts its own behind or in front of, and which of the two.
    fileprivate var neighbour: (side: String, id: AlbumID)? {
        switch self {
        case .insert(_, .after(let id?), _), .move(_, .after(let id?)): ("after", id)
        case .insert(_, .before(let id?), _), .move(_, .before(let id?)): ("before", id)
        default: nil
        }
    }
}
