/// Refuses a `do` that cannot be carried out, before anything changes.
extension Shelf {
    func judge(_ operations: [Operation]) throws(Refusal) {
        guard !operations.isEmpty else { throw Refusal(.badRequest, "ops: there is no operation in it") }
        let limit = settings.operationsPerRequest
        guard operations.count <= limit else { throw Refusal(.tooLarge, "ops: there are more than \(limit) operations") }
        var born: Set<AlbumID> = []
        for (index, operation) in operations.enumerated() {
            do {
                try judge(operation, born: &born)
            } catch {
                let code = error.code == .unknownAlbum && isAnchorBornLater(operations, index) ? .badRequest : error.code
                let reason = code == error.code ? error.message : "its anchor is inserted only later"
                throw Refusal(code, "ops[\(index)]: \(reason)")
            }
        }
    }

    private func judge(_ operation: Operation, born: inout Set<AlbumID>) throws(Refusal) {
        switch operation {
        case .insert(let id, let anchor, _):
            guard albumIndices[id] == nil, !born.contains(id) else {
                throw Refusal(.idTaken, "the id \"\(id)\" was used before on this shelf")
            }
            try judge(anchor, of: id, born: born)
            born.insert(id)
        case .delete(let id), .restore(let id), .edit(let id, _):
            try judgeIsKnown(id, born: born)
        case .move(let id, let anchor):
            try judgeIsKnown(id, born: born)
            try judge(anchor, of: id, born: born)
        }
    }

    private func judge(_ anchor: Anchor, of id: AlbumID, born: Set<AlbumID>) throws(Refusal) {
        guard let anchor = anchor.album else { return }
        guard anchor != id else { throw Refusal(.badRequest, "the album \"\(id)\" cannot be its own anchor") }
        try judgeIsKnown(anchor, born: born)
    }

    private func judgeIsKnown(_ id: AlbumID, born: Set<AlbumID>) throws(Refusal) {
        if let album = albumIndices[id] {
            guard album != noIndex else { throw Refusal(.gone, "the album \"\(id)\" is gone for good") }
        } else if !born.contains(id) {
            throw Refusal(.unknownAlbum, "there is no album \"\(id)\" on this shelf")
        }
    }

    private func isAnchorBornLater(_ operations: [Operation], _ index: Int) -> Bool {
        guard let anchor = operations[index].anchor?.album, albumIndices[anchor] == nil else { return false }
        let inserted = operations.map(\.insertedID)
        return !inserted[..<index].contains(anchor) && inserted[(index + 1)...].contains(anchor)
            && isKnown(operations[index], inserted[..<index])
    }

    /// Whether the album that the operation is about can be named.
    private func isKnown(_ operation: Operation, _ inserted: ArraySlice<AlbumID?>) -> Bool {
        guard case .move(let id, _) = operation else { return true }
        return albumIndices[id] != nil || inserted.contains(id)
    }
}

extension Anchor {
    var album: AlbumID? {
        switch self {
        case .after(let id), .before(let id): id
        }
    }
}

extension Operation {
    var anchor: Anchor? {
        switch self {
        case .insert(_, let anchor, _), .move(_, let anchor): anchor
        case .delete, .restore, .edit: nil
        }
    }

    var insertedID: AlbumID? {
        if case .insert(let id, _, _) = self { id } else { nil }
    }
}
