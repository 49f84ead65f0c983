import ShelfCore
import ShelfJournal

/// *Order*: a request gets its place by being appended to the journal (J1).
extension Hub {
    func order(_ request: Request, from session: Session, on live: LiveShelf) {
        if let refusal = refusal(for: session) { return answer(session, .nack(number: request.number, refusal)) }
        guard admitsBirth(of: live, by: session.link) else {
            let refusal = Refusal(.full, "too many new shelves from this address; try again in an hour")
            return answer(session, .nack(number: request.number, refusal))
        }
        session.openRequests += 1
        order(.request(request), for: session, on: live)
    }

    func order(_ act: Act, for session: Session?, on live: LiveShelf) {
        if live.open.isEmpty { withOpenBatch.append(live) }
        for beginning in live.takeBeginning(settings: settings) { live.open.append(beginning, for: nil) }
        live.open.append(act, for: session)
    }

    /// Hands everything that arrived since the last hand-over to the journal, unless an append is under way (J3).
    func handOver() {
        guard appending == 0, !withOpenBatch.isEmpty else { return }
        var entries: [Entry] = []
        for live in withOpenBatch {
            let pending = live.open.take(shelf: live.name, head: &live.head)
            entries += pending.map(\.entry)
            live.inFlight = pending.reversed()
            stored.insert(live.name)
        }
        withOpenBatch.removeAll(keepingCapacity: true)
        appending = entries.count
        counters.appends += 1
        counters.entries += entries.count
        appendBegan = surroundings.stopwatch
        surroundings.append(entries)
    }

    /// The journal says why it cannot write now, and nil when it can again (J4).
    public func troubled(_ reason: String?) {
        trouble = reason
        for session in everySession where session.isLive {
            answer(session, .trouble(reason: reason))
        }
    }

    private func admitsBirth(of live: LiveShelf, by link: any Link) -> Bool {
        guard !live.hasBegun, !link.isLoopback else { return live.hasBegun || stored.count < limits.shelves }
        return stored.count < limits.shelves && births[link.address, default: BirthCount(since: now)].take(limit: limits.newShelvesPerAddressPerHour, now: now)
    }
}

/// How many shelves one address has begun within the hour (X).
struct BirthCount {
    private static let hour = 3_600_000
    private var count = 0
    private let since: Int

    init(since: Int) { self.since = since }

    func isOver(now: Int) -> Bool { now - since >= Self.hour }

    mutating func take(limit: Int, now: Int) -> Bool {
        if isOver(now: now) { self = BirthCount(since: now) }
        guard limit == 0 || count < limit else { return false }
        count += 1
        return true
    }
}
