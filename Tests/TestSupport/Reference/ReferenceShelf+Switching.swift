import ShelfCore

/// Undo and redo.
extension ReferenceShelf {
    // MARK: - Would it show?

    func wouldShow(_ step: Int, on: Bool) -> Bool {
        var tried = self
        tried.flip(step, on: on)
        return tried.picture() != picture()
    }

    /// Switches the writes of a step. A touch whose switching alone would take its album off the list, or bring it back, stays as
    /// it is (S3).
    mutating func flip(_ step: Int, on: Bool) {
        for write in steps[step].writes.indices where steps[step].writes[write].isOn != on && !steps[step].writes[write].isDropped {
            let isTouch = steps[step].writes[write].isTouch
            let album = registers[steps[step].writes[write].register].album
            let wasShown = isTouch && isShown(album)
            steps[step].writes[write].isOn = on
            if isTouch, isShown(album) != wasShown { steps[step].writes[write].isOn = !on }
        }
    }

    // MARK: - Targets

    func undoTarget(_ client: ClientID) -> Int? {
        done(client).last { wouldShow($0, on: false) }
    }

    func redoTarget(_ client: ClientID) -> Int? {
        redoable[client]?.last { wouldShow($0, on: true) }
    }

    func done(_ client: ClientID) -> [Int] {
        steps.indices.filter { steps[$0].client == client && steps[$0].standing == .done }
    }

    // MARK: - Switching

    mutating func undo(_ wish: Switch, _ request: Request) throws -> Bool {
        try judge(wish.expect, undoTarget(request.client))
        switch wish.target {
        case .target:
            guard let target = undoTarget(request.client) else { return false }
            switchOff(target, .undone)
        case .step(let reference):
            let step = try find(reference, request)
            guard steps[step].standing == .done, wouldShow(step, on: false) else { return false }
            switchOff(step, steps[step].client == request.client ? .undone : .withdrawn)
        case .client(let client):
            guard request.isAdmin else { throw Refusal(.notAllowed, "") }
            guard undoTarget(client) != nil else { return false }
            while let step = undoTarget(client) { switchOff(step, .withdrawn) }
            trim(client)
        }
        return true
    }

    mutating func redo(_ wish: Switch, _ request: Request) throws -> Bool {
        try judge(wish.expect, redoTarget(request.client))
        switch wish.target {
        case .target:
            guard let target = redoTarget(request.client) else { return false }
            switchOn(target)
        case .step(let reference):
            let step = try find(reference, request)
            if steps[step].standing == .withdrawn, !request.isAdmin { throw Refusal(.notYours, "") }
            guard steps[step].standing != .done, wouldShow(step, on: true) else { return false }
            switchOn(step)
        case .client(let client):
            guard request.isAdmin else { throw Refusal(.notAllowed, "") }
            let latest = { (shelf: Self) in shelf.withdrawn[client]?.last { shelf.wouldShow($0, on: true) } }
            guard latest(self) != nil else { return false }
            while let step = latest(self) { switchOn(step) }
        }
        return true
    }

    private mutating func switchOff(_ step: Int, _ standing: Standing) {
        let shown = order(values(), withDeleted: false)
        flip(step, on: false)
        noteTakenOff(by: step, from: shown)
        steps[step].standing = standing
        if standing == .undone {
            redoable[steps[step].client, default: []].append(step)
        } else {
            withdrawn[steps[step].client, default: []].append(step)
        }
        if standing == .undone { trim(steps[step].client) }
    }

    private mutating func switchOn(_ step: Int) {
        let shown = order(values(), withDeleted: false)
        flip(step, on: true)
        noteTakenOff(by: step, from: shown)
        steps[step].standing = .done
        redoable[steps[step].client]?.removeAll { $0 == step }
        withdrawn[steps[step].client]?.removeAll { $0 == step }
    }

    /// The undone beyond the undo depth settle (U10).
    private mutating func trim(_ client: ClientID) {
        for step in (redoable[client] ?? []).dropLast(settings.undoDepth) { settle(step) }
        for step in (withdrawn[client] ?? []).dropLast(settings.undoDepth) { settle(step) }
    }

    // MARK: - Which step

    private func judge(_ expected: Expectation?, _ target: Int?) throws {
        let isAsExpected =
            switch expected {
            case nil: true
            case .nothing: target == nil
            case .step(.step(let number)): target.map { steps[$0].number } == number
            case .step(.request(let number)): target.map { steps[$0].request } == number
            }
        guard isAsExpected else { throw Refusal(.stale, "") }
    }

    private func find(_ reference: StepReference, _ request: Request) throws -> Int {
        let found =
            switch reference {
            case .step(let number): steps.firstIndex { $0.number == number }
            case .request(let number): steps.firstIndex { $0.client == request.client && $0.request == number }
            }
        guard let step = found else { throw Refusal(.unknownStep, "") }
        guard steps[step].standing != .settled else { throw Refusal(.settled, "") }
        guard steps[step].client == request.client || request.isAdmin else { throw Refusal(.notYours, "") }
        return step
    }
}
