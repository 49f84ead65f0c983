/// The newest events without their changes; their `seq` has no gaps (W12).
struct History: Sendable {
    static let remembered = 1_000

    /// Up to twice as many as are remembered, so that forgetting costs little.
    private var stored: [PastEvent] = []

    var events: ArraySlice<PastEvent> { stored.suffix(Self.remembered) }

    mutating func remember(_ event: PastEvent) {
        if stored.count == 2 * Self.remembered { stored.removeFirst(Self.remembered) }
        stored.append(event)
    }

    func event(_ seq: Int) -> PastEvent? {
        guard let first = events.first?.seq, seq >= first, seq - first < events.count else { return nil }
        return events[events.startIndex + seq - first]
    }
}
