import ShelfCore
import ShelfJournal
import ShelfWire

/// *Apply*: what is durable is carried out, in its order; the only place where a shelf changes (J1, J2).
extension Hub {
    /// These entries of the append under way are on disk. The next append is handed over before they are applied, so that the disk is
    /// not kept waiting.
    public func durable(_ entries: [Entry]) {
        times.add(surroundings.stopwatch - appendBegan, to: .order)
        appending -= entries.count
        let confirmed = entries.compactMap(confirm)
        handOver()
        timed(.apply) { apply(confirmed) }
    }

    private func confirm(_ entry: Entry) -> (live: LiveShelf, pending: PendingEntry)? {
        guard let live = shelves[entry.shelf], let pending = live.inFlight.popLast() else { return nil }
        precondition(pending.entry.hash == entry.hash, "entries became durable out of their order")
        return (live, pending)
    }

    private func apply(_ confirmed: [(live: LiveShelf, pending: PendingEntry)]) {
        var allowance = options.registersAppliedOnTheLoop
        for (live, pending) in confirmed {
            live.journalBytesSinceSnapshot += pending.entry.body.count
            live.durable = Head(number: pending.entry.number, hash: pending.entry.hash)
            for ordered in pending.ordered { apply(ordered, to: live, within: &allowance) }
            keepSnapshots(of: live)
            // What was taken off its front still holds its sessions, and they the shelf.
            if live.inFlight.isEmpty { live.inFlight = [] }
        }
    }

    /// On the loop while the allowance lasts; the worker does the rest (B4).
    private func apply(_ ordered: Ordered, to live: LiveShelf, within allowance: inout Int) {
        guard live.due.isEmpty, !live.isAway, !isCostlyToChange(live) else { return postpone(ordered, on: live) }
        let weight = live.shelf.weight(of: ordered.act, upTo: allowance + 1)
        guard weight <= allowance else { return postpone(ordered, on: live) }
        allowance -= weight
        markDirty(live)
        conclude(live.apply(ordered.act), of: ordered.session, on: live)
    }

    private func conclude(_ effect: Effect, of session: Session?, on live: LiveShelf) {
        for client in effect.clients { targetsChanged(of: client, on: live) }
        guard let number = effect.request else { return }
        if let answer = effect.answer { counters.count(answer) } else { counters.events += 1 }
        guard let session else { return }
        session.openRequests -= 1
        if session.isLive, let answer = effect.answer { tell(answer, number: number, to: session) }
        if session.hasEnded, session.openRequests == 0 { settle(session) }
        if session.isLive, session.openRequests == limits.openRequests - 1 { readOn(session) }
    }

    private func targetsChanged(of client: ClientID, on live: LiveShelf) {
        guard let session = live.byClient[client] else { return }
        session.targetsDue = true
        markDirty(session)
    }

    /// Tells a request's outcome to who sent it; an event tells itself (W3).
    func tell(_ outcome: Outcome, number: Int, to session: Session) {
        switch outcome {
        case .event: break
        case .none: answer(session, .ack(number: number, .none))
        case .done(let seq): answer(session, .ack(number: number, .done(seq: seq)))
        case .refused(let refusal): answer(session, .nack(number: number, refusal))
        }
    }
}

// What is too much for the loop (B4): the shelf goes to the worker at the end of the turn, when what was applied
// before is in its log. Until it is back, what needs it waits: its clients are not read, nobody joins, and no snapshot is made.
extension Hub {
    /// Whether long work holds a copy of a large shelf, so that the first change of each of its parts copies that part.
    private func isCostlyToChange(_ live: LiveShelf) -> Bool { live.readers > 0 && live.shelf.count > options.albumsEncodedOnTheLoop }

    private func postpone(_ ordered: Ordered, on live: LiveShelf) {
        if live.due.isEmpty, !live.isAway { departing.append(live) }
        live.due.append(ordered)
    }

    func sendShelvesToTheWorker() {
        for live in departing { sendToTheWorker(live) }
        departing.removeAll()
    }

    private func sendToTheWorker(_ live: LiveShelf) {
        let (errand, senders) = live.leave()
        shelvesAway += 1
        let begun = surroundings.stopwatch
        surroundings.work(.awaited) { errand.run() } then: { [self] done in
            times.add(surroundings.stopwatch - begun, to: .apply)
            shelvesAway -= 1
            live.comeBack(errand, with: done.events)
            markDirty(live)
            for (effect, session) in zip(done.effects, senders) { conclude(effect, of: session, on: live) }
            resume(live)
        }
    }

    /// What has waited for the shelf goes on.
    private func resume(_ live: LiveShelf) {
        var allowance = options.registersAppliedOnTheLoop
        let due = live.due
        live.due = []
        for ordered in due { apply(ordered, to: live, within: &allowance) }
        keepSnapshots(of: live)
        encodeAwaitedSnapshot(of: live)
        let waiting = live.waiting
        live.waiting = []
        for body in waiting { body(live) }
        for session in Array(live.sessions) { readOn(session) }
    }
}
