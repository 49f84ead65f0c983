import ShelfCore

/// What the reference says became of a request; the words of a refusal are not its business.
public enum ReferenceOutcome: Equatable {
    case event(seq: Int)
    case none
    case refused(RefusalCode)

    public init(_ outcome: Outcome) {
        switch outcome {
        case .event(let event): self = .event(seq: event.seq)
        case .done(let seq): self = .event(seq: seq)
        case .none: self = .none
        case .refused(let refusal): self = .refused(refusal.code)
        }
    }
}

/// A client's targets by number.
public struct ReferenceTargets: Equatable {
    public var undo: Int?
    public var redo: Int?
    public var covered: Int?
    public var by: ClientID?
    public var name: String?
    public var more: Int?

    public init(_ targets: Targets) {
        undo = targets.undo?.step
        redo = targets.redo?.step
        covered = targets.covered?.step
        by = targets.covered?.by
        name = targets.covered?.name
        more = targets.covered?.more
    }
}

extension ReferenceShelf {
    /// Returns the outcome of a request, nil for all other acts.
    public mutating func apply(_ act: Act) -> ReferenceOutcome? {
        switch act {
        case .request(let request): return apply(request)
        case .settings(let settings): self.settings = settings
        case .end(let client): end(client)
        case .epoch, .seen: break
        }
        emptyBin()
        return nil
    }

    private mutating func apply(_ request: Request) -> ReferenceOutcome {
        names[request.client] = request.name
        actor = request.client
        defer { emptyBin() }
        do {
            guard try carryOut(request) else { return .none }
        } catch {
            return .refused((error as! Refusal).code)
        }
        seq += 1
        return .event(seq: seq)
    }

    private mutating func carryOut(_ request: Request) throws -> Bool {
        switch request.action {
        case .do(let operations): try carryOut(operations, request)
        case .undo(let wish): try undo(wish, request)
        case .redo(let wish): try redo(wish, request)
        }
    }

    private mutating func end(_ client: ClientID) {
        for step in steps.indices where steps[step].client == client && steps[step].standing != .settled { settle(step) }
        names[client] = nil
    }

    // MARK: - Targets

    public func targets(of client: ClientID) -> ReferenceTargets {
        let (undo, redo) = (undoTarget(client), redoTarget(client))
        var targets = ReferenceTargets(Targets())
        targets.undo = undo.map { steps[$0].number }
        targets.redo = redo.map { steps[$0].number }
        let newer = done(client).filter { $0 > undo ?? -1 }
        guard let newest = newer.last else { return targets }
        targets.covered = steps[newest].number
        targets.more = newer.count - 1
        targets.by = coverer(of: newest).flatMap { $0 == client ? nil : $0 }
        targets.name = targets.by.flatMap { names[$0] }
        return targets
    }

    /// The first write of a step decides who covers it.
    private func coverer(of step: Int) -> ClientID? {
        if let client = steps[step].firstDroppedBy { return client }
        let register = steps[step].writes[0].register
        let album = registers[register].album
        if isShown(album) { return writer(ofTop: register) }
        let presence = registerNumbers[Register(album: album, cell: .presence)]!
        return writer(ofTop: presence) ?? takenOff.last { $0.album == album }?.by
    }

    /// Whose unsettled write shows.
    private func writer(ofTop register: Int) -> ClientID? {
        let top = steps.last { $0.writes.contains { $0.register == register && $0.isOn } }
        return top.flatMap { $0.standing == .settled ? nil : $0.client }
    }

    /// Each unsettled step by its number, and whether it can be undone or redone.
    public func switchable() -> [(step: Int, client: ClientID, can: SwitchKind?)] {
        steps.indices.filter { steps[$0].standing != .settled }.map { step in
            let isDone = steps[step].standing == .done
            let can: SwitchKind? = wouldShow(step, on: !isDone) ? (isDone ? .undo : .redo) : nil
            return (steps[step].number, steps[step].client, steps[step].standing == .withdrawn ? nil : can)
        }
    }

    // MARK: - The bin

    /// Deleted albums, the latest deleted first.
    public func bin() -> [AlbumID] { takenOff.reversed().map(\.album) }

    /// Remembers who took off the list what the step's writes took off it.
    mutating func noteTakenOff(by step: Int, from shown: [AlbumID]) {
        let now = Set(order(values(), withDeleted: false))
        takenOff.removeAll { now.contains($0.album) }
        for write in steps[step].writes {
            let register = registers[write.register]
            guard register.cell == .presence, shown.contains(register.album), !now.contains(register.album) else { continue }
            takenOff.append((register.album, actor))
        }
    }

    /// An album can be born deleted.
    mutating func noteBornAbsent(_ born: ArraySlice<AlbumID>) {
        for album in born where !isShown(album) { takenOff.append((album, actor)) }
    }

    private mutating func emptyBin() {
        let unsettled = steps.filter { $0.standing != .settled }.flatMap(\.writes).filter { !$0.isDropped }
        let named = Set(unsettled.map { registers[$0.register].album })
        let forgettable = takenOff.map(\.album).filter { !named.contains($0) }
        for album in forgettable.dropLast(settings.binAlbums) {
            gone.insert(album)
            takenOff.removeAll { $0.album == album }
        }
    }
}
