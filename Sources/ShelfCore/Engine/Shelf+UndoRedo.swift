/// Requests to undo or redo (U8, U9).
extension Shelf {
    /// What a switch did: one step, or all of a client.
    struct Switched {
        let step: StepIndex?
        let owner: ClientIndex
    }

    // MARK: - Undo

    mutating func undo(_ wish: Switch, of request: Request, by client: ClientIndex) throws(Refusal) -> Switched? {
        try judge(wish.expect, against: clients[client].canUndo.last, of: client)
        switch wish.target {
        case .target:
            return clients[client].canUndo.last.map { undoOwn($0) }
        case .step(let reference):
            let step = try find(reference, for: request, by: client)
            guard steps[step].standing == .done, steps[step].off > 0 else { return nil }
            return steps[step].client == client ? undoOwn(step) : withdraw(step)
        case .client(let id):
            guard request.isAdmin else { throw Refusal(.notAllowed, "client: only an admin may undo all of a client") }
            return clients.index(of: id).flatMap { withdrawAll(of: $0) }
        }
    }

    private mutating func undoOwn(_ step: StepIndex) -> Switched {
        let owner = steps[step].client
        undo(step, as: .undone)
        return Switched(step: step, owner: owner)
    }

    private mutating func withdraw(_ step: StepIndex) -> Switched {
        let owner = steps[step].client
        undo(step, as: .withdrawn)
        return Switched(step: step, owner: owner)
    }

    private mutating func withdrawAll(of client: ClientIndex) -> Switched? {
        guard !clients[client].canUndo.isEmpty else { return nil }
        while let step = clients[client].canUndo.last {
            undo(step, as: .withdrawn)
            sortDirtySteps()
        }
        return Switched(step: nil, owner: client)
    }

    // MARK: - Redo

    mutating func redo(_ wish: Switch, of request: Request, by client: ClientIndex) throws(Refusal) -> Switched? {
        try judge(wish.expect, against: clients[client].canRedo.last, of: client)
        switch wish.target {
        case .target:
            return clients[client].canRedo.last.map { redoOne($0) }
        case .step(let reference):
            let step = try find(reference, for: request, by: client)
            if steps[step].standing == .withdrawn, !request.isAdmin {
                throw Refusal(.notYours, "step: step \(steps[step].number) was undone by an admin")
            }
            guard steps[step].standing != .done, steps[step].on > 0 else { return nil }
            return redoOne(step)
        case .client(let id):
            guard request.isAdmin else { throw Refusal(.notAllowed, "client: only an admin may redo all of a client") }
            return clients.index(of: id).flatMap { redoAllWithdrawn(of: $0) }
        }
    }

    private mutating func redoOne(_ step: StepIndex) -> Switched {
        redo(step)
        return Switched(step: step, owner: steps[step].client)
    }

    private mutating func redoAllWithdrawn(of client: ClientIndex) -> Switched? {
        var isAny = false
        while let step = latestWithdrawnThatWouldShow(of: client) {
            redo(step)
            isAny = true
        }
        return isAny ? Switched(step: nil, owner: client) : nil
    }

    private func latestWithdrawnThatWouldShow(of client: ClientIndex) -> StepIndex? {
        clients[client].withdrawn.entries.last { steps[$0.step].on > 0 }?.step
    }

    // MARK: - Which step

    /// What the person saw on the button is what would happen.
    private func judge(_ expected: Expectation?, against target: StepIndex?, of client: ClientIndex) throws(Refusal) {
        let isAsExpected =
            switch expected {
            case nil: true
            case .nothing: target == nil
            case .step(.step(let number)): target.map { steps[$0].number } == number
            case .step(.request(let number)): target.map { steps[$0].request } == number
            }
        guard !isAsExpected else { return }
        let now = target.map { "it would switch step \(steps[$0].number)" } ?? "there is nothing to switch"
        throw Refusal(.stale, "expect: \(now) now")
    }

    private func find(_ reference: StepReference, for request: Request, by client: ClientIndex) throws(Refusal) -> StepIndex {
        switch reference {
        case .step(let number): try find(step: number, for: request, by: client)
        case .request(let number): try find(request: number, by: client)
        }
    }

    private func find(step number: Int, for request: Request, by client: ClientIndex) throws(Refusal) -> StepIndex {
        guard let step = stepIndices[number] else {
            let isUnknown = number < 1 || number > seq || history.event(number).map { $0.kind != .do } ?? false
            throw isUnknown
                ? Refusal(.unknownStep, "step: there is no step \(number)")
                : Refusal(.settled, "step: step \(number) is settled")
        }
        guard steps[step].client == client || request.isAdmin else {
            throw Refusal(.notYours, "step: step \(number) is another client's")
        }
        return step
    }

    private func find(request number: Int, by client: ClientIndex) throws(Refusal) -> StepIndex {
        let own = clients[client].steps.entries
        let index = own.partition { steps[$0.step].request < number }
        if index < own.count, steps[own[index].step].request == number { return own[index].step }
        guard number > 0, number <= clients[client].mark, !isKnownToBeNoStep(number, of: client) else {
            throw Refusal(.unknownStep, "step: request \(number) made no step")
        }
        throw Refusal(.settled, "step: the step of request \(number) is settled")
    }

    private func isKnownToBeNoStep(_ request: Int, of client: ClientIndex) -> Bool {
        let outcomes = clients[client].outcomes
        guard let entry = outcomes.entry(request) else { return outcomes.entries.first.map { $0.number < request } ?? false }
        if case .done(_, isStep: true) = entry.result { return false }
        return true
    }
}
