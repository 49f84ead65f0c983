import ShelfCore
import TestSupport

/// Requests as a client writes them (W3).
extension Action {
    func message(number: Int) -> JSON {
        var message: [String: JSON] = ["req": JSON(number)]
        switch self {
        case .do(let operations):
            message["t"] = "do"
            message["ops"] = .array(operations.map(\.message))
        case .undo(let wish): message.merge(wish.members(of: "undo")) { $1 }
        case .redo(let wish): message.merge(wish.members(of: "redo")) { $1 }
        }
        return .object(message)
    }
}

extension Switch {
    fileprivate func members(of kind: JSON) -> [String: JSON] {
        var members = ["t": kind]
        switch target {
        case .target: break
        case .step(let step): members["step"] = step.json
        case .client(let client): members["client"] = .text(client)
        }
        switch expect {
        case nil: break
        case .nothing: members["expect"] = .null
        case .step(let step): members["expect"] = step.json
        }
        return members
    }
}

extension StepReference {
    fileprivate var json: JSON {
        switch self {
        case .step(let seq): JSON(seq)
        case .request(let number): ["req": JSON(number)]
        }
    }
}

extension ShelfCore.Operation {
    fileprivate var message: JSON {
        switch self {
        case .insert(let id, let anchor, let fields): object("insert", id, anchor, ("fields", fields))
        case .delete(let id): object("delete", id)
        case .restore(let id): object("restore", id)
        case .move(let id, let anchor): object("move", id, anchor)
        case .edit(let id, let set): object("edit", id, nil, ("set", set))
        }
    }

    private func object(_ op: JSON, _ id: String, _ anchor: Anchor? = nil, _ writes: (String, [FieldWrite])? = nil) -> JSON {
        var members: [String: JSON] = ["op": op, "id": .text(id)]
        switch anchor {
        case .after(let other): members["after"] = other.map(JSON.text) ?? .null
        case .before(let other): members["before"] = other.map(JSON.text) ?? .null
        case nil: break
        }
        if let (name, writes) = writes {
            members[name] = .object(Dictionary(uniqueKeysWithValues: writes.map { ($0.name, $0.value?.json ?? .null) }))
        }
        return .object(members)
    }
}

extension Value {
    var json: JSON {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): JSON(number)
        }
    }
}
