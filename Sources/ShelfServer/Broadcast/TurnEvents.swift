import ShelfCore
import ShelfWire

/// The events of the turn under way, each encoded and framed once (B1).
struct TurnEvents: Sendable {
    private var firstSeq = 0
    private var starts: [Int] = []
    private var bytes: [UInt8] = []

    mutating func append(_ event: Event) {
        if starts.isEmpty { firstSeq = event.seq }
        starts.append(bytes.count)
        frame(.event(event), into: &bytes)
    }

    /// Nil when there are none.
    var batch: EventLog.Batch? { starts.isEmpty ? nil : EventLog.Batch(firstSeq: firstSeq, starts: starts, bytes: bytes) }
}
