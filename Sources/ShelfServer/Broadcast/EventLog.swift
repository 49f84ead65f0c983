/// A shelf's newest events as framed bytes. A reader is a position in it (B2); every reader is sent the same bytes (B1).
struct EventLog {
    /// The events of one turn.
    struct Batch {
        let firstSeq: Int
        /// Where each event's frame begins in `bytes`.
        let starts: [Int]
        let bytes: [UInt8]

        var lastSeq: Int { firstSeq + starts.count - 1 }

        func bytes(after seq: Int) -> ArraySlice<UInt8> {
            seq < firstSeq ? bytes[...] : bytes[starts[seq - firstSeq + 1]...]
        }
    }

    private var batches: [Batch] = []
    /// How many bytes had been appended when each batch ended.
    private var ends: [Int] = []
    private var dropped = 0
    /// The newest event's `seq`.
    private(set) var lastSeq: Int

    init(seq: Int) { lastSeq = seq }

    /// The oldest position from which a reader can still be served.
    var firstPosition: Int { dropped < batches.count ? batches[dropped].firstSeq - 1 : lastSeq }

    /// What is in memory: exactly what readers can still be served.
    var bytesKept: Int { batches.reduce(0) { $0 + $1.bytes.count } }

    var newest: Batch? { batches.last }

    /// Appends the events of a turn, if there are any, and drops the oldest while more than `limit` bytes are kept.
    mutating func append(_ turn: TurnEvents, keeping limit: Int) {
        guard let batch = turn.batch else { return }
        append(batch)
        trim(to: limit)
    }

    mutating func append(_ batch: Batch) {
        ends.append((ends.last ?? 0) + batch.bytes.count)
        batches.append(batch)
        lastSeq = batch.lastSeq
    }

    /// Drops the oldest batches while more than `limit` bytes are kept; never the newest one.
    mutating func trim(to limit: Int) {
        while dropped < batches.count - 1, bytes(after: firstPosition) > limit {
            // Its place stays until there are many of them, its bytes do not.
            batches[dropped] = Batch(firstSeq: batches[dropped].firstSeq, starts: [], bytes: [])
            dropped += 1
        }
        guard dropped > batches.count / 2 else { return }
        batches.removeFirst(dropped)
        ends.removeFirst(dropped)
        dropped = 0
    }

    /// Appends the frames behind `position`, batch by batch until `limit` bytes are passed, and returns the new position.
    func read(after position: Int, into bytes: inout [UInt8], limit: Int) -> Int {
        var position = position
        var index = firstBatch(after: position)
        while index < batches.count, bytes.count < limit {
            bytes.append(contentsOf: batches[index].bytes(after: position))
            position = batches[index].lastSeq
            index += 1
        }
        return position
    }

    /// The turn that began right behind `position`, if one did.
    func batch(after position: Int) -> Batch? {
        let index = firstBatch(after: position)
        guard index < batches.count, batches[index].firstSeq == position + 1 else { return nil }
        return batches[index]
    }

    /// How many bytes lie behind `position`, which is at least `firstPosition`.
    func bytes(after position: Int) -> Int {
        guard position < lastSeq, let total = ends.last else { return 0 }
        let first = firstBatch(after: position)
        return total - ends[first] + batches[first].bytes(after: position).count
    }

    private func firstBatch(after position: Int) -> Int {
        var low = dropped
        var high = batches.count
        while low < high {
            let middle = (low + high) / 2
            if batches[middle].lastSeq <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
