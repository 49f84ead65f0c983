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
        handOver()
        timed(.apply) { apply(entries) }
    }

    private func apply(_ entries: [Entry]) {
        for entry in entries {
            guard let live = shelves[entry.shelf], let pending = live.inFlight.popFirst() else { continue }
            precondition(pending.entry.hash == entry.hash, "entries became durable out of their order")
            apply(pending, to: live)
            keepSnapshots(of: live)
            // What was taken off its front still holds its sessions, and they the shelf.
            if live.inFlight.isEmpty { live.inFlight = [] }
        }
    }

    private func apply(_ pending: PendingEntry, to live: LiveShelf) {
        markDirty(live)
        live.journalBytesSinceSnapshot += pending.entry.body.count
        live.applied = Head(number: pending.entry.number, hash: pending.entry.hash)
        for ordered in pending.ordered {
            let outcome = live.apply(ordered.act)
            for client in live.shelf.changedTargets { targetsChanged(of: client, on: live) }
            guard case .request(let request) = ordered.act, let outcome else { continue }
            conclude(request, outcome, session: ordered.session, on: live)
        }
    }

    private func conclude(_ request: Request, _ outcome: Outcome, session: Session?, on live: LiveShelf) {
        counters.count(outcome)
        if case .event(let event) = outcome {
            live.turn.append(event)
        }
        guard let session else { return }
        session.openRequests -= 1
        if session.isLive { tell(outcome, number: request.number, to: session) }
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
