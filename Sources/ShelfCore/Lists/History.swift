/// The newest events without their changes; their `seq` has no gaps (W12).
struct History: Sendable {
    static let remembered = 1_000

    /// Some more than are remembered, so that forgetting costs little.
    private var stored: [PastEvent] = []
    private static let slack = remembered / 4

    var events: ArraySlice<PastEvent> { stored.suffix(Self.remembered) }

    mutating func remember(_ event: PastEvent) {
        if stored.count == Self.remembered + Self.slack { stored.removeFirst(Self.slack) }
        stored.append(event)
    }

    func event(_ seq: Int) -> PastEvent? {
        guard let first = events.first?.seq, seq >= first, seq - first < events.count else { return nil }
        return events[events.startIndex + seq - first]
    }
}
