import ShelfCore
import ShelfWire

/// What happens by the clock. Timers would be a list to walk; two beats serve every session.
extension Hub {
    /// How often the clock calls `beat`.
    static let beatMilliseconds = 100
    private static let daySeconds = 24 * 3600
    /// Thousands who never say hello may have come together; they do not end in one turn.
    private static let unheardPerBeat = 64

    /// Ten times a second: clients that were held back are read on, those who never said hello end, and presence is told (W8).
    public func beat() {
        noteLag()
        let waiting = heldBack
        heldBack.removeAll(keepingCapacity: true)
        for session in waiting {
            session.isHeldBack = false
            readOn(session)
        }
        endUnheard()
        tellPresence()
    }

    /// How much later than due the loop came round.
    private func noteLag() {
        let time = surroundings.stopwatch
        if let beatAt { loopLag.add(max(0, time - beatAt - Self.beatMilliseconds * 1_000_000)) }
        beatAt = time
    }

    public func everySecond() {
        for session in everySession { check(session) }
        for live in shelves.values { dropUnusedSnapshot(of: live) }
        for live in Array(shelves.values) where live.sessions.isEmpty { unload(live) }
        storeAgain()
        births = births.filter { !$0.value.isOver(now: now) }
    }

    private func endUnheard() {
        for session in greeting.filter({ $0.isUnheard(at: now) }).prefix(Self.unheardPerBeat) {
            end(session, code: .badRequest, reason: "no hello within \(limits.helloSeconds) seconds")
        }
    }

    private func check(_ session: Session) {
        endExpired(session)
        guard !session.hasEnded else { return }
        if hasStalled(session) { return end(session, code: .slow, reason: "slow") }
        session.ticksIn -= 1
        guard session.ticksIn <= 0 else { return }
        session.ticksIn = limits.tickSeconds
        tick(session)
        if let live = session.shelf { noteSeen(session, on: live) }
    }

    /// Whether a reader that is behind has taken nothing for too long (B2).
    private func hasStalled(_ session: Session) -> Bool {
        guard let stall = session.stall else { return false }
        let taken = session.link.bytesTaken
        if taken != stall.bytesTaken { session.stall = Stall(bytesTaken: taken, since: now) }
        return taken == stall.bytesTaken && now - stall.since >= limits.stalledSeconds * 1000
    }

    /// A connected client is journaled as seen at most daily, and only when it has a stack to keep (U10).
    func noteSeen(_ session: Session, on live: LiveShelf) {
        guard trouble == nil, !live.isAway, let seen = live.shelf.lastSeen(of: session.client) else { return }
        let wallClock = surroundings.wallClock
        guard wallClock - max(seen, session.seenOrderedAt) > Self.daySeconds * 1000 else { return }
        session.seenOrderedAt = wallClock
        order(.seen(session.client, at: wallClock), for: nil, on: live)
    }

    /// A shelf that nobody uses leaves memory; the journal has it.
    private func unload(_ live: LiveShelf) {
        guard let since = live.unusedSince, now - since >= limits.unusedSeconds * 1000, isIdle(live) else { return }
        shelves[live.name] = nil
        if live.shelf.count > options.albumsEncodedOnTheLoop { letGo(of: live.takeApart()) }
    }

    private func isIdle(_ live: LiveShelf) -> Bool {
        live.sessions.isEmpty && live.settling.isEmpty && live.open.isEmpty && live.inFlight.isEmpty && !live.isAway && live.readers == 0
    }
}
