import ShelfCore
import ShelfWire

/// How a session comes to life, and how it ends (W1, W2).
extension Hub {
    func greet(_ session: Session, _ hello: Hello) {
        session.hello = hello
        guard let pass = pass(for: session) else { return }
        session.pass = pass
        let key = hello.key ?? options.newKey()
        session.newKey = hello.key == nil ? key : nil
        session.client = key.client
        session.phase = .joining
        withShelf(session.shelfName) { [self] found in
            guard !session.hasEnded else { return }
            switch found {
            case .success(let live): join(live, session)
            case .failure: end(session, code: .overloaded, reason: "this shelf cannot be read; its operator has to look")
            }
        }
    }

    /// A second session of the same client replaces the first, and waits until every request of the first has its outcome (W1).
    private func join(_ live: LiveShelf, _ session: Session) {
        session.shelf = live
        if let former = live.byClient[session.client] {
            end(former, code: .replaced, reason: "another connection of this client took over")
        }
        if let former = live.settling[session.client] { return wait(for: former, session) }
        welcome(session, on: live)
    }

    private func wait(for former: Session, _ session: Session) {
        if let other = former.successor, !other.hasEnded {
            end(other, code: .replaced, reason: "another connection of this client took over")
        }
        former.successor = session
    }

    /// Called when a session that has ended has no open request any more.
    func settle(_ former: Session) {
        former.shelf?.settling[former.client] = nil
        former.shelf = nil
        guard let session = former.successor, !session.hasEnded, let live = session.shelf else { return }
        former.successor = nil
        welcome(session, on: live)
    }

    private func welcome(_ session: Session, on live: LiveShelf) {
        session.phase = .live
        greeting.remove(session)
        live.add(session)
        let why = reasonForSnapshot(session, live)
        session.position = session.hello.at?.seq ?? 0
        frame(.welcome(welcomeMessage(session, live, resumed: why == nil)), into: &session.front)
        if let why { giveSnapshot(to: session, on: live, why: why) }
        session.targetsDue = true
        session.whoDue = true
        session.ticksIn = limits.tickSeconds
        markDirty(session)
        presenceChanged(on: live)
        noteSeen(session, on: live)
        if let trouble { answer(session, .trouble(reason: trouble)) }
        readOn(session)
    }

    /// Why the events since `at` cannot be told, or are more than a snapshot (W2).
    private func reasonForSnapshot(_ session: Session, _ live: LiveShelf) -> SnapshotPart.Why? {
        guard let at = session.hello.at else { return .first }
        guard at.epoch == live.epoch else { return .epoch }
        guard at.seq <= live.seq else { return .ahead }
        return at.seq < live.log.firstPosition ? .behind : nil
    }

    private func welcomeMessage(_ session: Session, _ live: LiveShelf, resumed: Bool) -> Welcome {
        Welcome(client: session.client, key: session.newKey, shelf: live.name, epoch: live.epoch, seq: live.seq,
                lastRequest: live.shelf.mark(of: session.client), role: session.pass.role, resumed: resumed, durable: options.durability,
                limits: limits, webCovers: options.webCovers, server: options.server)
    }

    /// The session is over: nothing is read from it or sent to it any more but what `bye` says (W10).
    func end(_ session: Session, code: CloseCode, reason: String, after window: ClosedRange<Int>? = nil) {
        guard !session.hasEnded else { return }
        if !code.reconnects, code != .replaced { options.refused("a session of \(session.link.address) on shelf \"\(session.shelfName)\" was ended: \(reason) (\(code.rawValue))") }
        let window = window ?? (code.reconnects ? 200...4_000 : nil)
        if !session.link.isBehind, session.snapshot?.rest == nil {
            var frames = session.front + session.outbox
            frame(.bye(Bye(code: code, reason: reason, after: window)), into: &frames)
            session.link.send(frames)
        }
        leave(session)
        session.link.close(code: Int(code.rawValue), reason: reason)
    }

    /// The connection is gone, whoever ended it.
    public func closed(_ session: Session) {
        sessionCount -= 1
        leave(session)
    }

    private func leave(_ session: Session) {
        guard !session.hasEnded else { return }
        let wasLive = session.isLive
        if !wasLive { greeting.remove(session) }
        session.phase = .ended
        unreadBytes -= session.unreadBytes
        session.unread = []
        session.early = []
        session.decodingBytes = 0
        session.front = []
        session.outbox = []
        session.snapshot = nil
        // A session may outlive its shelf's time in memory, and must not hold it there.
        defer { if session.openRequests == 0 { session.shelf = nil } }
        guard wasLive, let live = session.shelf else { return }
        live.remove(session)
        presenceChanged(on: live)
        if session.openRequests > 0 { live.settling[session.client] = session }
        if live.sessions.isEmpty { live.unusedSince = now }
    }
}
