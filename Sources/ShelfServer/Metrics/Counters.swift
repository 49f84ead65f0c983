import ShelfCore

/// What the hub has done since it started, for `/metrics` and for tests that count.
public struct Counters: Sendable {
    public var received = 0
    public var receivedBytes = 0
    public var appends = 0
    public var entries = 0
    public var events = 0
    public var nones = 0
    public var refusals = 0
    public var repeats = 0
    public var encodedSnapshots = 0
    public var shelvesRead = 0
    public var writes = 0
    public var sentBytes = 0

    mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .event: events += 1
        case .none: nones += 1
        case .refused: refusals += 1
        case .done: repeats += 1
        }
    }
}
