import ShelfJournal
import TestSupport
import Testing

/// What every journal promises; each test runs on each of them.
@Suite(.serialized)
struct JournalContractTests {
    enum Kind: CaseIterable { case memory, sqlite }

    private let folder = try! TemporaryFolder()

    private func open(_ kind: Kind) throws -> any Journal {
        switch kind {
        case .memory: MemoryJournal()
        case .sqlite: try SQLiteJournal(folder: folder.path)
        }
    }

    @Test("J1 What was appended is read in its order", arguments: Kind.allCases)
    func readsInOrder(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", ["a", "", "c"])
        try journal.append(Array(entries[..<2]))
        try journal.append([entries[2]])
        #expect(try journal.all("main") == entries)
        #expect(try journal.all("main", from: 3) == [entries[2]])
        #expect(try journal.all("other") == [])
        #expect(try journal.heads() == ["main": entries[2].head])
    }

    @Test("J1 A read gives one entry at least and stops when it has enough", arguments: Kind.allCases)
    func readsPortions(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", ["12345", "12345", "12345"])
        try journal.append(entries)
        #expect(try journal.read("main", from: 1, atMost: 0) == [entries[0]])
        #expect(try journal.read("main", from: 1, atMost: 6) == Array(entries[..<2]))
        #expect(try journal.read("main", from: 2, atMost: 1000) == Array(entries[1...]))
        #expect(try journal.read("main", from: 4, atMost: 1000) == [])
    }

    @Test("J1 An append carries entries of many shelves, in any mixture", arguments: Kind.allCases)
    func appendsManyShelves(kind: Kind) throws {
        let journal = try open(kind)
        let (a, b) = (chain("a", ["1", "2"]), chain("b", ["1", "2"]))
        try journal.append([b[0], a[0], a[1], b[1]])
        #expect(try journal.all("a") == a)
        #expect(try journal.all("b") == b)
    }

    @Test("J1 Of an append with one entry that does not fit, nothing takes effect", arguments: Kind.allCases)
    func appendsAllOrNothing(kind: Kind) throws {
        let journal = try open(kind)
        let a = chain("a", ["1", "2"])
        try journal.append([a[0]])
        let unfit = chain("b", after: Head(number: 1, hash: a[0].hash), ["x"])
        let expected = JournalError.conflict(shelf: "b", expected: a[0].head, found: .none)
        #expect(throws: expected) { try journal.append([a[1]] + chain("c", ["1"]) + unfit) }
        #expect(try journal.heads() == ["a": a[0].head])
        try journal.append([a[1]])
        #expect(try journal.all("a") == a)
    }

    @Test("J1 A fork, a hole and a repetition are conflicts that name what is there", arguments: Kind.allCases)
    func refusesForks(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", ["1", "2", "3"])
        try journal.append(Array(entries[..<2]))
        let fork = Entry(shelf: "main", after: entries[0].head, body: [9])
        let other = Entry(shelf: "main", number: 3, previous: fork.hash, body: [9])
        let hole = Entry(shelf: "main", number: 4, previous: entries[1].hash, body: [9])
        for unfit in [fork, other, hole, entries[1]] {
            #expect(throws: JournalError.conflict(shelf: "main", expected: unfit.expected, found: entries[1].head)) {
                try journal.append([unfit])
            }
        }
        try journal.append([entries[2]])
        #expect(try journal.all("main") == entries)
    }

    @Test("J5 The newest snapshot comes back as it was stored", arguments: Kind.allCases, [0, 1, Snapshot.partSize, Snapshot.partSize * 2 + 1])
    func keepsSnapshots(kind: Kind, size: Int) throws {
        let journal = try open(kind)
        let entries = chain("main", ["1", "2", "3"])
        try journal.append(entries)
        #expect(try journal.snapshot(of: "main") == nil)
        for entry in entries[1...] {
            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* entry.number &+ $0 >> 8) }
            let snapshot = Snapshot(shelf: "main", after: entry.head, body: body)
            try journal.store(snapshot)
            #expect(try journal.snapshot(of: "main") == snapshot)
            try journal.tidyUp()
            #expect(try journal.snapshot(of: "main") == snapshot)
        }
    }

    @Test("J6 A snapshot of which parts are missing does not count, and another can be stored", arguments: Kind.allCases)
    func storesAtOnce(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", ["1", "2"])
        try journal.append(entries)
        let old = Snapshot(shelf: "main", after: entries[0].head, body: [1])
        try journal.store(old)
        let large = Snapshot(shelf: "main", after: entries[1].head, body: Array(repeating: 2, count: Snapshot.partSize * 3))
        try journal.store(0, of: large)
        try journal.append(chain("main", after: entries[1].head, ["3"]))
        try journal.store(1, of: large)
        #expect(try journal.snapshot(of: "main") == old)
        try journal.tidyUp()
        try journal.store(2, of: large)
        #expect(try journal.snapshot(of: "main") == large)
    }

    @Test("J6 A snapshot stands on an entry that is there and is newer than the one before", arguments: Kind.allCases)
    func refusesSnapshots(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", ["1", "2", "3"])
        try journal.append(Array(entries[..<2]))
        try journal.store(Snapshot(shelf: "main", after: entries[1].head, body: [1]))
        for after in [entries[0].head, entries[1].head, entries[2].head, Head(number: 2, hash: entries[0].hash)] {
            #expect(throws: JournalError.self) { try journal.store(Snapshot(shelf: "main", after: after, body: [2])) }
        }
        #expect(throws: JournalError.self) { try journal.store(Snapshot(shelf: "other", after: .none, body: [2])) }
        #expect(try journal.snapshot(of: "main")?.body == [1])
        try journal.append([entries[2]])
    }

    @Test("J6 Compaction drops what a snapshot stands for, in portions, and nothing else", arguments: Kind.allCases)
    func compacts(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", count: 10)
        try journal.append(entries + chain("other", count: 10))
        try journal.store(Snapshot(shelf: "main", after: entries[6].head, body: [1]))
        #expect(try journal.drop("main", before: 5, atMost: 3))
        #expect(try !journal.drop("main", before: 5, atMost: 3))
        #expect(throws: JournalError.self) { try journal.read("main", from: 4, atMost: 1000) }
        #expect(try journal.all("main", from: 5) == Array(entries[4...]))
        #expect(throws: JournalError.self) { try journal.drop("main", before: 9, atMost: 9) }
        #expect(throws: JournalError.self) { try journal.drop("other", before: 2, atMost: 9) }
        try journal.dropAll("main", before: 8)
        #expect(try journal.all("main", from: 8) == Array(entries[7...]))
        #expect(try journal.all("other").count == 10)
        try journal.append(chain("main", after: entries[9].head, ["11"]))
    }

    @Test("J6 The newest entry stays, so that the shelf keeps its head", arguments: Kind.allCases)
    func keepsHead(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", count: 3)
        try journal.append(entries)
        try journal.store(Snapshot(shelf: "main", after: entries[2].head, body: [1]))
        #expect(throws: JournalError.self) { try journal.drop("main", before: 4, atMost: 9) }
        try journal.dropAll("main", before: 3)
        try journal.reopen()
        #expect(try journal.heads() == ["main": entries[2].head])
        try journal.append(chain("main", after: entries[2].head, ["4"]))
    }

    @Test("J4 Opening again changes nothing that is there", arguments: Kind.allCases)
    func reopens(kind: Kind) throws {
        let journal = try open(kind)
        let entries = chain("main", count: 20)
        try journal.append(entries + chain("b", count: 3))
        let snapshot = Snapshot(shelf: "main", after: entries[9].head, body: [1, 2, 3])
        try journal.store(snapshot)
        try journal.dropAll("main", before: 6)
        let heads = try journal.heads()
        try journal.reopen()
        #expect(try journal.heads() == heads)
        #expect(try journal.all("main", from: 6) == Array(entries[5...]))
        #expect(throws: JournalError.self) { try journal.read("main", from: 5, atMost: 1) }
        #expect(try journal.snapshot(of: "main") == snapshot)
        try journal.append(chain("c", ["1"]) + chain("main", after: entries[19].head, ["21"]))
        #expect(try journal.all("main", from: 6).count == 16)
    }
}
