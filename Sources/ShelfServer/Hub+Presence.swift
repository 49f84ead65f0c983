import ShelfCore
import ShelfWire

/// Who is here (W8), what was (W12), and what can come back (W13): told, never ordered.
extension Hub {
    func place(_ session: Session, _ here: Here) {
        session.here = here
        if let live = session.shelf { presenceChanged(on: live) }
    }

    func presenceChanged(on live: LiveShelf) {
        live.presenceVersion += 1
        live.whoFrame = nil
        guard !live.isPresenceDue else { return }
        live.isPresenceDue = true
        presenceDue.append(live)
    }

    /// How many sessions one beat tells, more or less: when thousands come or go at once, everything else is not to wait for it.
    private static let toldPerBeat = 500

    /// Those who are due longest come first, the rest with the next beats.
    func tellPresence() {
        let due = presenceDue
        presenceDue.removeAll(keepingCapacity: true)
        var told = 0
        for live in due {
            if told < Self.toldPerBeat, now - live.presenceToldAt >= 1000 { told += tellPresence(on: live) } else { presenceDue.append(live) }
        }
    }

    /// At most once each second.
    /// - Returns: how many sessions are told.
    private func tellPresence(on live: LiveShelf) -> Int {
        live.isPresenceDue = false
        live.presenceToldAt = now
        var told = 0
        for session in live.sessions where session.toldPresence != live.presenceVersion {
            session.whoDue = true
            markDirty(session)
            told += 1
        }
        return told
    }

    /// Encoded once for all who are told in the same second.
    func whoFrame(of live: LiveShelf) -> [UInt8] {
        if let known = live.whoFrame { return known }
        var bytes: [UInt8] = []
        let listed = live.sessions.count > limits.whoClients ? nil : live.sessions.map(\.present)
        frame(.who(count: live.sessions.count, clients: listed), into: &bytes)
        live.whoFrame = bytes
        return bytes
    }

    func tellHistory(before: Int?, count: Int, to session: Session) {
        guard let live = session.shelf else { return }
        let page = live.shelf.history(before: before, count: count, for: session.mayAct ? session.client : nil, isAdmin: session.pass.role == .admin)
        answerAtCost(session, .history(seq: live.seq, page))
    }

    func tellBin(before: Int?, count: Int, to session: Session) {
        guard let live = session.shelf else { return }
        let page = live.shelf.bin(before: before, count: count)
        answerAtCost(session, .bin(seq: live.seq, page))
    }

    /// A small question may have a large answer, which costs as much as a request of that size.
    private func answerAtCost(_ session: Session, _ message: ServerMessage) {
        let before = session.outbox.count
        answer(session, message)
        session.bucket.take(bytes: session.outbox.count - before)
    }
}
