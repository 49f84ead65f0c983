import ShelfCore

/// Accepting a `do`.
extension ReferenceShelf {
    /// Returns whether there was something to do.
    mutating func carryOut(_ operations: [Operation], _ request: Request) throws -> Bool {
        let before = self
        do {
            try tryToCarryOut(operations, request, before)
        } catch {
            self = before
            throw error
        }
        guard !steps[steps.count - 1].writes.isEmpty else {
            self = before
            return false
        }
        touchAlbums()
        noteTakenOff(by: steps.count - 1, from: before.order(before.values(), withDeleted: false))
        noteBornAbsent(albums[before.albums.count...])
        settleOlder(of: request.client, unless: picture() == before.picture())
        return true
    }

    private mutating func tryToCarryOut(_ operations: [Operation], _ request: Request, _ before: Self) throws {
        guard !operations.isEmpty else { throw Refusal(.badRequest, "") }
        steps.append(Step(number: seq + 1, client: request.client, request: request.number))
        for (index, operation) in operations.enumerated() {
            try carryOut(operation, insertedLater: operations[(index + 1)...].compactMap(\.inserted))
        }
        dropWhatChangesNothing(before)
    }

    private mutating func carryOut(_ operation: Operation, insertedLater: [AlbumID]) throws {
        switch operation {
        case .insert(let id, let anchor, let fields):
            guard !albums.contains(id) else { throw Refusal(.idTaken, "") }
            let place = try makePlace(anchor, for: id, insertedLater)
            albums.append(id)
            bear(Register(album: id, cell: .presence), .presence(false))
            bear(Register(album: id, cell: .place), .place(place))
            for field in fields { bear(Register(album: id, cell: .field(field.name)), .field(field.value)) }
            write(id, .presence, .presence(true))
        case .delete(let id):
            try find(id)
            write(id, .presence, .presence(false))
        case .restore(let id):
            try find(id)
            write(id, .presence, .presence(true))
        case .move(let id, let anchor):
            try find(id)
            write(id, .place, .place(try makePlace(anchor, for: id, insertedLater)))
        case .edit(let id, let set):
            try find(id)
            for field in set { write(id, .field(field.name), .field(field.value)) }
        }
    }

    private func find(_ id: AlbumID) throws {
        guard albums.contains(id) else { throw Refusal(.unknownAlbum, "") }
        guard !gone.contains(id) else { throw Refusal(.gone, "") }
    }

    /// Right behind `after`, right in front of `before`, first of all (after nothing) or last of all (before nothing) (L4).
    private mutating func makePlace(_ anchor: Anchor, for id: AlbumID, _ insertedLater: [AlbumID]) throws -> Int {
        let place = places.count
        switch anchor {
        case .after(nil): places.insert(place, at: 0)
        case .before(nil): places.append(place)
        case .after(let other?): places.insert(place, at: try index(of: other, for: id, insertedLater) + 1)
        case .before(let other?): places.insert(place, at: try index(of: other, for: id, insertedLater))
        }
        return place
    }

    private func index(of anchor: AlbumID, for id: AlbumID, _ insertedLater: [AlbumID]) throws -> Int {
        guard anchor != id, albums.contains(anchor) || !insertedLater.contains(anchor) else { throw Refusal(.badRequest, "") }
        try find(anchor)
        guard case .place(let place) = value(anchor, .place) else { preconditionFailure("an album without a place") }
        return places.firstIndex(of: place)!
    }

    // MARK: - Writes

    private mutating func bear(_ register: Register, _ content: Content) {
        births[number(of: register)] = content
    }

    private mutating func number(of register: Register) -> Int {
        if let number = registerNumbers[register] { return number }
        registerNumbers[register] = registers.count
        registers.append(register)
        births.append(.field(nil))
        return registers.count - 1
    }

    /// Of a request the last write of each register counts.
    private mutating func write(_ album: AlbumID, _ cell: Cell, _ content: Content) {
        let register = number(of: Register(album: album, cell: cell))
        let step = steps.count - 1
        if let known = steps[step].writes.firstIndex(where: { $0.register == register }) {
            steps[step].writes[known].content = content
        } else {
            steps[step].writes.append(Write(register: register, content: content))
        }
    }

    /// A write that equals what its register showed before the request is not a write; nor are moves that leave the order of
    /// all albums, deleted ones too (S2).
    private mutating func dropWhatChangesNothing(_ before: Self) {
        let old = before.order(before.values(), withDeleted: true)
        let new = order(values(), withDeleted: true).filter(old.contains)
        let shown = before.values()
        let step = steps.count - 1
        steps[step].writes.removeAll { write in
            let register = registers[write.register]
            guard before.albums.contains(register.album) else { return write.content == births[write.register] }
            if register.cell == .place { return old == new }
            return write.content == (write.register < shown.count ? shown[write.register] : .field(nil))
        }
    }

    private mutating func touchAlbums() {
        let step = steps.count - 1
        let written = Set(steps[step].writes.map(\.register))
        var touched: Set<AlbumID> = []
        for write in steps[step].writes {
            let album = registers[write.register].album
            let presence = registerNumbers[Register(album: album, cell: .presence)]!
            guard !written.contains(presence), isShown(album), touched.insert(album).inserted else { continue }
            steps[step].writes.append(Write(register: presence, content: .presence(true), isTouch: true))
        }
    }

    // MARK: - Settling

    private mutating func settleOlder(of client: ClientID, unless showsNothing: Bool) {
        if !showsNothing {
            for step in redoable[client] ?? [] { settle(step) }
        }
        let done = steps.indices.filter { steps[$0].client == client && steps[$0].standing == .done }
        for step in done.dropLast(settings.undoDepth) { settle(step) }
    }

    /// It stays as it is for ever; nothing beneath its writes that are on can show again.
    mutating func settle(_ step: Int) {
        steps[step].standing = .settled
        redoable[steps[step].client]?.removeAll { $0 == step }
        withdrawn[steps[step].client]?.removeAll { $0 == step }
        for write in steps[step].writes where write.isOn && !write.isDropped {
            for older in 0..<step where steps[older].standing != .settled { drop(write.register, of: older, by: steps[step].client) }
        }
    }

    private mutating func drop(_ register: Int, of step: Int, by client: ClientID) {
        guard let write = steps[step].writes.firstIndex(where: { $0.register == register && !$0.isDropped }) else { return }
        steps[step].writes[write].isDropped = true
        if write == 0 { steps[step].firstDroppedBy = client }
    }
}

extension Operation {
    var inserted: AlbumID? {
        if case .insert(let id, _, _) = self { id } else { nil }
    }
}
