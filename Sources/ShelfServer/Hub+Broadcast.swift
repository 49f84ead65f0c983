import ShelfCore
import ShelfWire
import Sockets

/// *Broadcast*: at the end of a turn each session gets what the turn has for it, in one write (B1).
extension Hub {
    /// What one write carries at most; a reader that lags gets the rest when it has taken that.
    private static let bytesPerWrite = 256 * 1024

    /// Nanoseconds for telling shelves in one turn, more or less, and for single sessions. What is left waits for the next turn, so that who
    /// says something meanwhile is heard.
    private static let broadcastPatience = 5_000_000

    public func endOfTurn() {
        for live in dirtyShelves { endTurn(of: live) }
        dirtyShelves.removeAll(keepingCapacity: true)
        if !untoldShelves.isEmpty || !dirtySessions.isEmpty { timed(.broadcast) { broadcast() } }
        sendShelvesToTheWorker()
        handOver()
    }

    private func endTurn(of live: LiveShelf) {
        live.isDirty = false
        live.endTurn(keeping: live.isUntold ? .max : max(limits.backlogBytes, live.snapshotBytes))
        guard !live.isUntold else { return }
        live.isUntold = true
        untoldShelves.append(live)
    }

    private func broadcast() {
        takeEach(of: \.untoldShelves) { live in
            live.isUntold = false
            let newest = live.log.newest
            live.sessions.forEachFetchingAhead { session in
                if !sendNewest(newest, to: session) { flush(session, live) }
            }
        }
        takeEach(of: \.dirtySessions) { session in
            session.isDirty = false
            if let live = session.shelf { flush(session, live) }
        }
        if !untoldShelves.isEmpty || !dirtySessions.isEmpty { surroundings.goOn() }
    }

    /// The first at any rate; then as many as there is time for.
    private func takeEach<Element>(of queue: ReferenceWritableKeyPath<Hub, [Element]>, _ body: (Element) -> Void) {
        let begun = surroundings.stopwatch
        let due = self[keyPath: queue]
        self[keyPath: queue].removeAll(keepingCapacity: true)
        var taken = 0
        repeat {
            guard taken < due.count else { return }
            body(due[taken])
            taken += 1
        } while surroundings.stopwatch - begun < Self.broadcastPatience
        self[keyPath: queue].insert(contentsOf: due[taken...], at: 0)
    }

    /// The reader has taken what was sent; what it is still to get goes out at the end of the turn.
    public func writable(_ session: Session) {
        session.stall = nil
        markDirty(session)
    }

    /// Sends the bytes that all get to a session that needs nothing else. False when it needs something else.
    private func sendNewest(_ batch: EventLog.Batch?, to session: Session) -> Bool {
        guard let batch, session.isLive, session.position == batch.firstSeq - 1, session.wantsOnlyEvents, !session.link.isBehind else { return false }
        session.position = batch.lastSeq
        send(batch.bytes, to: session)
        return true
    }

    private func flush(_ session: Session, _ live: LiveShelf) {
        guard session.isLive else { return }
        while !session.link.isBehind {
            if sendRest(to: session) || sendLargeBatch(to: session, live) { continue }
            compose(session, live)
            guard !scratch.isEmpty else { return }
            send(scratch, to: session)
            scratch.removeAll(keepingCapacity: true)
        }
        noteBehind(session)
    }

    /// Sends what is missing of a part of a snapshot that was opened.
    private func sendRest(to session: Session) -> Bool {
        guard let frames = session.snapshot?.takeRest() else { return false }
        noteRead(session)
        send(frames, to: session)
        return true
    }

    /// The snapshot ends when its last byte was sent.
    private func noteRead(_ session: Session) {
        guard let reading = session.snapshot, reading.isDone else { return }
        session.snapshot = nil
        session.position = reading.frames.seq
    }

    /// A large turn is sent as it lies in the log, whatever else the session is to get behind it: copied for each reader it would be memory and time.
    private func sendLargeBatch(to session: Session, _ live: LiveShelf) -> Bool {
        guard session.front.isEmpty, session.snapshot == nil, !session.isAwaitingSnapshot,
              let batch = live.log.batch(after: session.position), batch.bytes.count > Self.bytesPerWrite else { return false }
        session.position = batch.lastSeq
        send(batch.bytes, to: session)
        return true
    }

    /// Gathers the session's next write in `scratch`: what goes in front, the snapshot or the events, then what follows them.
    private func compose(_ session: Session, _ live: LiveShelf) {
        scratch.append(contentsOf: session.front)
        session.front.removeAll()
        guard !session.isAwaitingSnapshot else { return }
        if session.snapshot == nil, session.position < live.log.firstPosition {
            giveSnapshot(to: session, on: live, why: .slow)
        }
        if session.snapshot != nil { return composeSnapshotPart(session, live) }
        guard !session.isAwaitingSnapshot else { return }
        session.position = live.log.read(after: session.position, into: &scratch, limit: Self.bytesPerWrite)
        if session.position >= live.log.lastSeq, !live.isAway { composeRest(session, live) }
    }

    private func composeSnapshotPart(_ session: Session, _ live: LiveShelf) {
        session.snapshot?.takePart(epoch: live.epoch, into: &scratch)
        noteRead(session)
    }

    private func composeRest(_ session: Session, _ live: LiveShelf) {
        scratch.append(contentsOf: session.outbox)
        session.outbox.removeAll()
        for _ in 0..<session.ticksDue { frame(.tick(seq: session.position), into: &scratch) }
        session.ticksDue = 0
        if session.targetsDue {
            session.targetsDue = false
            frame(.you(seq: live.seq, targets(of: session, on: live)), into: &scratch)
        }
        if session.whoDue {
            session.whoDue = false
            session.toldPresence = live.presenceVersion
            scratch.append(contentsOf: whoFrame(of: live))
        }
    }

    private func send(_ frames: [UInt8], to session: Session) {
        counters.writes += 1
        counters.sentBytes += frames.count
        session.link.send(frames)
        if session.link.isBehind { noteBehind(session) }
    }

    private func noteBehind(_ session: Session) {
        if session.stall == nil { session.stall = Stall(bytesTaken: session.link.bytesTaken, since: now) }
    }

    /// Puts a message for this session alone behind the events that it has yet to get.
    func answer(_ session: Session, _ message: ServerMessage) {
        frame(message, into: &session.outbox)
        markDirty(session)
    }

    /// A tick tells the last event that was sent before it, so it is written only when it goes out (W9).
    func tick(_ session: Session) {
        session.ticksDue += 1
        markDirty(session)
    }

    func markDirty(_ session: Session) {
        guard !session.isDirty else { return }
        session.isDirty = true
        dirtySessions.append(session)
    }

    func markDirty(_ live: LiveShelf) {
        guard !live.isDirty else { return }
        live.isDirty = true
        dirtyShelves.append(live)
    }

    var everySession: some Sequence<Session> { shelves.values.lazy.flatMap(\.sessions) }
}
