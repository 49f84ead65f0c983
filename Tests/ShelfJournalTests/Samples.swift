import ShelfJournal

/// Entries that follow each other.
func chain(_ shelf: String, after head: Head = .none, _ bodies: [String]) -> [Entry] {
    var head = head
    return bodies.map { body in
        let entry = Entry(shelf: shelf, after: head, body: Array(body.utf8))
        head = entry.head
        return entry
    }
}

func chain(_ shelf: String, after head: Head = .none, count: Int, bodySize: Int = 20) -> [Entry] {
    chain(shelf, after: head, (1...count).map { number in
        let text = "entry \(number) "
        return String(repeating: text, count: max(1, bodySize / text.count))
    })
}

extension Journal {
    /// All entries of a shelf from a number on.
    func all(_ shelf: String, from number: Int = 1) throws -> [Entry] {
        var entries: [Entry] = []
        while case let next = try read(shelf, from: number + entries.count, atMost: 1000), !next.isEmpty { entries += next }
        return entries
    }

    func dropAll(_ shelf: String, before number: Int) throws {
        while try drop(shelf, before: number, atMost: 2) {}
    }

    func tidyUp() throws {
        while try tidy() {}
    }
}

/// The same numbers for the same seed, everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}
