import CSQLite
import Glibc
import ShelfJournal
import TestSupport
import Testing

/// Damage is found, by reading and by checking, and never read as something else (J5).
@Suite(.serialized)
struct DamageTests {
    private static let entries = chain("main", count: 120, bodySize: 150)
    private static let others = chain("other", count: 120, bodySize: 700)
    private static let snapshotBody = [UInt8](repeating: 77, count: Snapshot.partSize + 5000)
    /// The file of a journal that is well.
    private static let pristine = {
        let folder = try! TemporaryFolder()
        let journal = try! SQLiteJournal(folder: folder.path)
        try! journal.append(entries + others)
        try! journal.store(Snapshot(shelf: "main", after: entries[59].head, body: snapshotBody))
        journal.close()
        return contents(of: folder.file)
    }()

    /// What opening and reading everything gives; throws at the first damage.
    private func readAll(_ folder: TemporaryFolder) throws -> ([Entry], [Entry], [UInt8]?) {
        let journal = try SQLiteJournal(folder: folder.path)
        return (try journal.all("main"), try journal.all("other"), try journal.snapshot(of: "main")?.body)
    }

    private static let isLong = getenv("BACKSPIN_TORTURE") != nil

    private func isWhole(_ found: ([Entry], [Entry], [UInt8]?)) -> Bool {
        found == (Self.entries, Self.others, Self.snapshotBody)
    }

    /// A journal whose file was changed.
    private func damage(_ change: (inout [UInt8]) -> Void) -> TemporaryFolder {
        let damaged = try! TemporaryFolder()
        var bytes = Self.pristine
        change(&bytes)
        write(bytes, to: damaged.file)
        return damaged
    }

    private func execute(_ sql: String, in folder: TemporaryFolder) {
        var database: OpaquePointer?
        sqlite3_open_v2(folder.file, &database, SQLITE_OPEN_READWRITE, "unix")
        #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
        #expect(sqlite3_changes(database) > 0)
        sqlite3_close(database)
    }

    private func flip(_ bit: Int) -> TemporaryFolder { damage { $0[bit / 8] ^= 1 << (bit % 8) } }

    @Test("J5 A flipped bit in any entry's body is found by reading and by checking", arguments: 0..<200)
    func findsFlips(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let text = Array("entry \(Int.random(in: 10...120, using: &random)) ".utf8)
        let places = positions(of: text, in: Self.pristine)
        let bit = (places.randomElement(using: &random)! + Int.random(in: 0..<text.count, using: &random)) * 8 + Int.random(in: 0..<8, using: &random)
        let damaged = flip(bit)
        #expect(throws: JournalError.self, "seed \(seed), bit \(bit)") { _ = try readAll(damaged) }
        #expect(try JournalCheck.run(folder: damaged.path) != [], "seed \(seed), bit \(bit)")
    }

    @Test("J5 A flipped bit anywhere in the file is found, or changes nothing that is read", arguments: 0..<(isLong ? 10_000 : 200))
    func neverLies(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let bit = Int.random(in: 0..<Self.pristine.count * 8, using: &random)
        let damaged = flip(bit)
        let before = contents(of: damaged.file)
        let found = try? readAll(damaged)
        #expect(contents(of: damaged.file) == before, "seed \(seed), bit \(bit): made worse")
        if let found { #expect(isWhole(found), "seed \(seed), bit \(bit)") }
    }

    @Test("J5 A flipped bit in the log of a killed process is found, unless it is in the newest append", arguments: 0..<(isLong ? 2000 : 60))
    func findsFlipsInLog(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let damaged = try TemporaryFolder()
        for (name, bytes) in Self.killed.files { write(bytes, to: damaged.path + "/" + name) }
        var log = contents(of: damaged.file + "-wal")
        let bit = Int.random(in: 0..<Self.killed.acknowledged * 8, using: &random)
        log[bit / 8] ^= 1 << (bit % 8)
        write(log, to: damaged.file + "-wal")
        let before = contents(of: damaged.file)
        let error = #expect(throws: JournalError.self, "seed \(seed), bit \(bit)") { try SQLiteJournal(folder: damaged.path) }
        guard case .damaged = error else { Issue.record("seed \(seed), bit \(bit): \(error.map { "\($0)" } ?? "")"); return }
        #expect(contents(of: damaged.file) == before)
        #expect(contents(of: damaged.file + "-wal") == log)
    }

    /// What a kill leaves after 20 appends, and how much of the log they filled before the last two.
    private static let killed: (files: [(String, [UInt8])], acknowledged: Int) = {
        let folder = try! TemporaryFolder()
        let journal = try! SQLiteJournal(folder: folder.path)
        for entry in entries[..<18] { try! journal.append([entry]) }
        let acknowledged = contents(of: folder.file + "-wal").count
        for entry in entries[18..<20] { try! journal.append([entry]) }
        return (names(in: folder.path).map { ($0, contents(of: folder.path + "/" + $0)) }, acknowledged)
    }()

    @Test("J5 Two pages in each other's place, and a file cut anywhere, are found, or change nothing that is read", arguments: 0..<(isLong ? 2000 : 40))
    func findsSwapsAndCuts(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let pages = Self.pristine.count / 4096
        let (one, other) = (Int.random(in: 0..<pages, using: &random) * 4096, Int.random(in: 0..<pages, using: &random) * 4096)
        let size = Int.random(in: 0..<Self.pristine.count, using: &random)
        let damaged = damage { bytes in
            guard seed.isMultiple(of: 2) else { return bytes.removeLast(bytes.count - size) }
            for offset in 0..<4096 { bytes.swapAt(one + offset, other + offset) }
        }
        let before = contents(of: damaged.file)
        let found = try? readAll(damaged)
        #expect(contents(of: damaged.file) == before, "seed \(seed): made worse")
        if let found { #expect(isWhole(found), "seed \(seed), \(one) and \(other), or \(size)") }
    }

    @Test("J5 A page of zeros or of another place is found, or changes nothing that is read", arguments: 0..<(isLong ? 2000 : 40))
    func findsLostPages(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let pages = Self.pristine.count / 4096
        let (page, other) = (Int.random(in: 0..<pages, using: &random), Int.random(in: 0..<pages, using: &random))
        let content = seed.isMultiple(of: 2) ? [UInt8](repeating: 0, count: 4096) : Array(Self.pristine[other * 4096..<other * 4096 + 4096])
        let damaged = damage { $0.replaceSubrange(page * 4096..<page * 4096 + 4096, with: content) }
        guard var found = try? readAll(damaged) else { return }
        // All entries are there, so a snapshot that is not means nothing.
        if found.2 == nil { found.2 = Self.snapshotBody }
        #expect(isWhole(found), "seed \(seed), page \(page) from \(other)")
    }

    /// Damage that leaves every record whole: (what is done, whether opening finds it, what the check says).
    static let holes: [(sql: String, isFoundByOpening: Bool, finding: String)] = [
        ("DELETE FROM entries WHERE id = 1 << 40 | 120", true, "shelf main: entry 120 is missing"),
        ("DELETE FROM entries WHERE id BETWEEN 1 << 40 | 7 AND 1 << 40 | 9", false, "shelf main: entries 7 to 9 are missing"),
        ("DELETE FROM entries WHERE id = 1 << 40 | 1", false, "shelf main: entry 1 is missing"),
        ("DELETE FROM shelves WHERE name = 'main'", true, "a shelf is missing or there twice"),
        ("DELETE FROM shelves WHERE name = 'other'", true, "120 entries belong to no shelf"),
        ("UPDATE shelves SET name = 'mine' WHERE name = 'main'", true, "shelf mine: entry 1 does not match its hash"),
        ("UPDATE shelves SET number = 119, hash = (SELECT hash FROM entries WHERE id = 1 << 40 | 119) WHERE name = 'main'", true,
         "shelf main: there are entries behind the newest"),
        ("UPDATE shelves SET number = 9223372036854775807", true, "the row of shelf main is not what was written"),
        ("UPDATE snapshots SET size = 9223372036854775807", false, "the snapshot of shelf main after entry 60 "),
        ("UPDATE snapshots SET size = -9223372036854775807", false, "the snapshot of shelf main after entry 60 "),
        ("UPDATE snapshots SET number = 9223372036854775807", false, "the snapshot of shelf main after entry 9223372036854775807 "),
        ("DELETE FROM parts WHERE id & 1 = 1", false, "the snapshot of shelf main after entry 60 "),
        ("UPDATE shelves SET oldest = 100 WHERE name = 'main'", false, "shelf main: the snapshot ends before the oldest entry begins"),
        ("DELETE FROM snapshots; UPDATE shelves SET oldest = 2 WHERE name = 'main'", false,
         "shelf main: the snapshot for the dropped entries is missing"),
    ]

    @Test("J5 A hole in the file is found by reading, and named by the check", arguments: holes)
    func findsHoles(sql: String, isFoundByOpening: Bool, finding: String) throws {
        let damaged = damage { _ in }
        execute(sql, in: damaged)
        #expect(throws: JournalError.self) { _ = try readAll(damaged) }
        if isFoundByOpening { #expect(throws: JournalError.self) { _ = try SQLiteJournal(folder: damaged.path) } }
        #expect(try JournalCheck.run(folder: damaged.path).contains { $0.starts(with: finding) })
    }

    @Test("J5 An entry that is whole but follows another one is found")
    func findsForks() throws {
        let damaged = damage { _ in }
        let fork = Entry(shelf: "main", number: 30, previous: Self.others[3].hash, body: [1])
        func sql(_ bytes: [UInt8]) -> String { "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'" }
        execute("REPLACE INTO entries VALUES(1 << 40 | 30, \(sql(fork.previous.bytes)), \(sql(fork.hash.bytes)), \(sql(fork.body)))", in: damaged)
        let journal = try SQLiteJournal(folder: damaged.path)
        for first in [30, 31] { #expect(throws: JournalError.self) { _ = try journal.read("main", from: first, atMost: 1) } }
        journal.close()
        let findings = try JournalCheck.run(folder: damaged.path)
        #expect(findings == [30, 31].map { "shelf main: entry \($0) does not follow the one before it" })
    }

    @Test("J5 A damaged entry is found by reading it alone, before anything that follows it")
    func findsAlone() throws {
        let damaged = damage { bytes in
            for position in positions(of: Array("entry 93 ".utf8), in: bytes) { bytes[position] ^= 1 }
        }
        let journal = try SQLiteJournal(folder: damaged.path)
        #expect(try journal.read("main", from: 92, atMost: 1) == [Self.entries[91]])
        #expect(throws: JournalError.self) { _ = try journal.read("main", from: 93, atMost: 1) }
    }

    @Test("J5 A check of a journal that is well finds nothing, counts to the end and changes nothing")
    func findsNothing() throws {
        let folder = damage { _ in }
        var last = (0, 0)
        #expect(try JournalCheck.run(folder: folder.path) { last = ($0, $1) } == [])
        #expect(last == (240, 240))
        #expect(contents(of: folder.file) == Self.pristine)
    }

    @Test("J5 A check names every damage, not only the first")
    func findsAll() throws {
        let damaged = damage { bytes in
            for text in ["entry 17 ", "entry 93 "] {
                for position in positions(of: Array(text.utf8), in: bytes) { bytes[position] ^= 1 }
            }
            bytes[positions(of: [UInt8](repeating: 77, count: 100), in: bytes)[0]] ^= 1
        }
        let findings = try JournalCheck.run(folder: damaged.path)
        #expect(findings.count == 5)
        for shelf in ["main", "other"] {
            for number in [17, 93] { #expect(findings.contains("shelf \(shelf): entry \(number) does not match its hash")) }
        }
    }
}
