/// Applying acts is the only way a shelf changes (J1).
extension Shelf {
    /// Applies what a journal entry says. Returns the outcome of a request, nil for all other acts.
    public mutating func apply(_ act: Act) -> Outcome? {
        changedTargets.removeAll()
        trace.clear()
        defer { finish() }
        switch act {
        case .epoch(let epoch): self.epoch = epoch
        case .settings(let settings): self.settings = settings
        case .request(let request): return apply(request)
        case .seen(let client, let time): see(client, at: time)
        case .end(let client): clients.index(of: client).map { end($0) }
        }
        return nil
    }

    private mutating func finish() {
        for slot in trace.emptied { places.remove(slot) }
        sortDirtySteps()
        refreshTargets()
        emptyBin()
        fieldNames.sweep()
    }

    // MARK: - Requests

    private mutating func apply(_ request: Request) -> Outcome {
        if let again = outcome(of: request.client, number: request.number, digest: request.digest) { return again }
        trace.actor = .init(client: request.client, name: request.name, at: request.at)
        let client = meet(request)
        let outcome: Outcome
        do {
            outcome = try carryOut(request, by: client).map(Outcome.event) ?? .none
        } catch {
            outcome = .refused(error)
        }
        remember(outcome, of: request, by: client)
        return outcome
    }

    private mutating func carryOut(_ request: Request, by client: ClientIndex) throws(Refusal) -> Event? {
        switch request.action {
        case .do(let operations):
            let step = try carryOut(operations, of: request, by: client)
            return step.map { makeEvent(request, .do, label: steps[$0].label) }
        case .undo(let wish):
            let switched = try undo(wish, of: request, by: client)
            return switched.map { makeEvent(request, .undo, $0, by: client) }
        case .redo(let wish):
            let switched = try redo(wish, of: request, by: client)
            return switched.map { makeEvent(request, .redo, $0, by: client) }
        }
    }

    // MARK: - Events

    private mutating func makeEvent(_ request: Request, _ kind: Event.Kind, _ switched: Switched, by client: ClientIndex) -> Event {
        let of = switched.step.map { steps[$0].number }
        let isAnothers = switched.owner != client || of == nil
        let event = makeEvent(
            request, kind, label: switched.step.map { steps[$0].label }, of: of,
            owner: isAnothers ? clients[switched.owner].id : nil)
        trimUndone(of: switched.owner)
        return event
    }

    private mutating func makeEvent(
        _ request: Request, _ kind: Event.Kind, label: Label?, of: Int? = nil, owner: ClientID? = nil
    ) -> Event {
        seq += 1
        let event = Event(
            seq: seq, by: request.client, name: request.name, request: request.number, kind: kind, at: request.at,
            label: label, of: of, owner: owner, changes: changes())
        history.remember(event.past)
        return event
    }

    private mutating func remember(_ outcome: Outcome, of request: Request, by client: ClientIndex) {
        let result: Outcomes.Result =
            switch outcome {
            case .event(let event): .done(seq: event.seq, isStep: event.kind == .do)
            case .done(let seq): .done(seq: seq, isStep: false)
            case .none: .none
            case .refused(let refusal): .refused(refusal)
            }
        clients[client].mark = request.number
        clients[client].outcomes.remember(.init(number: request.number, digest: request.digest, result: result))
    }
}

private extension Event {
    var past: PastEvent {
        PastEvent(seq: seq, by: by, name: name, kind: kind, at: at, label: label, of: of, owner: owner)
    }
}
