import CSQLite
import Glibc
import ShelfJournal
import TestSupport
import Testing

/// The rules of opening a folder (J5).
@Suite(.serialized)
struct OpeningTests {
    private let folder = try! TemporaryFolder()

    /// A closed journal with some entries.
    private func fill(_ entries: [Entry] = chain("main", count: 5)) throws {
        let journal = try SQLiteJournal(folder: folder.path)
        try journal.append(entries)
        journal.close()
        #expect(throws: JournalError.self) { try journal.append(entries) }
    }

    private func execute(_ sql: String, keepLog: Bool = false) {
        var database: OpaquePointer?
        sqlite3_open_v2(folder.file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "unix")
        _ = backspin_keep_log_on_close(database, keepLog ? 1 : 0)
        #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(database)
    }

    private func refusal() -> JournalError? {
        do {
            _ = try SQLiteJournal(folder: folder.path)
            return nil
        } catch {
            return error
        }
    }

    private func everything() -> [[UInt8]] { names(in: folder.path).filter { $0 != "lock" }.map { contents(of: folder.path + "/" + $0) } }

    @Test("J5 A journal that was closed is one file, and opens as it was")
    func opensAgain() throws {
        let entries = chain("main", count: 100)
        try fill(entries)
        #expect(names(in: folder.path) == ["journal.sqlite", "lock"])
        let closed = try SQLiteJournal(folder: folder.path)
        closed.close()
        let journal = try SQLiteJournal(folder: folder.path)
        #expect(journal.wasClosedCleanly)
        #expect(try journal.heads() == ["main": entries[99].head])
        #expect(try journal.all("main") == entries)
    }

    @Test("J5 A folder that is missing is created for its owner alone")
    func createsFolder() throws {
        let inner = folder.path + "/data"
        let journal = try SQLiteJournal(folder: inner)
        defer {
            journal.close()
            for name in names(in: inner) { unlink(inner + "/" + name) }
            rmdir(inner)
        }
        var status = stat()
        #expect(stat(inner, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(stat(inner + "/journal.sqlite", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("J5 A folder that can not be is one clear sentence")
    func refusesFolder() throws {
        let file = folder.path + "/journal.sqlite"
        write([1], to: file)
        #expect(throws: JournalError.refused("\(file) is a file; name a folder")) { try SQLiteJournal(folder: file) }
        let path = folder.path + "/a/b"
        let error = #expect(throws: JournalError.self) { try SQLiteJournal(folder: path) }
        guard case .io(let sentence) = error else { Issue.record("\(String(describing: error))"); return }
        #expect(sentence.contains(path))
    }

    @Test("J5 A second opener is refused at once and told the holder; the first is unharmed")
    func refusesSecond() throws {
        let first = try SQLiteJournal(folder: folder.path)
        let entries = chain("main", count: 2)
        try first.append([entries[0]])
        guard case .locked(let sentence) = refusal() else { Issue.record("not refused"); return }
        #expect(sentence.contains("process \(getpid())"))
        try first.append([entries[1]])
        #expect(try first.all("main") == entries)
    }

    @Test("J5 A newer format is refused and everything stays byte for byte", arguments: [false, true])
    func refusesNewer(inLog: Bool) throws {
        try fill()
        execute("PRAGMA journal_mode = \(inLog ? "WAL" : "DELETE"); PRAGMA user_version = 2", keepLog: true)
        let before = everything()
        guard case .newerFormat(let sentence) = refusal() else { Issue.record("not refused"); return }
        #expect(sentence.contains("format 2"))
        #expect(everything() == before)
    }

    @Test("J5 What is not a journal is refused and stays byte for byte")
    func refusesForeign() throws {
        write(Array("Dear diary".utf8), to: folder.file)
        guard case .damaged = refusal() else { Issue.record("not refused"); return }
        #expect(contents(of: folder.file) == Array("Dear diary".utf8))
        unlink(folder.file)
        execute("CREATE TABLE albums(id INTEGER PRIMARY KEY)")
        let before = everything()
        guard case .damaged = refusal() else { Issue.record("not refused"); return }
        #expect(everything() == before)
    }

    @Test("J5 A file cut short is refused", arguments: [0, 10, 100, 4096, 8192])
    func refusesTruncated(size: Int) throws {
        try fill(chain("main", count: 200))
        truncate(folder.file, size)
        guard case .damaged = refusal() else { Issue.record("not refused"); return }
    }

    @Test("J5 A creation that was cut short is begun again")
    func createsAgain() throws {
        write([1, 2, 3], to: folder.file + ".new")
        write([1, 2, 3], to: folder.file + ".new-journal")
        try fill()
        #expect(names(in: folder.path) == ["journal.sqlite", "lock"])
    }

    @Test("J5 A file that is empty or missing beside its log is not begun again")
    func refusesEmpty() throws {
        write([], to: folder.file)
        guard case .damaged = refusal() else { Issue.record("not refused"); return }
        unlink(folder.file)
        write([1], to: folder.file + "-wal")
        guard case .damaged = refusal() else { Issue.record("not refused"); return }
    }

    @Test("J5 A file that went away while the journal was open is not begun again")
    func refusesLost() throws {
        let journal = try SQLiteJournal(folder: folder.path)
        try journal.append(chain("main", count: 1))
        for name in ["/journal.sqlite", "/journal.sqlite-wal"] { unlink(folder.path + name) }
        guard case .damaged = #expect(throws: JournalError.self, performing: { try journal.reopen() }) else {
            Issue.record("not refused")
            return
        }
        #expect(names(in: folder.path) == ["lock"])
    }

    @Test("J2 What was appended is there after a kill, from the log alone")
    func recovers() throws {
        let journal = try SQLiteJournal(folder: folder.path)
        let entries = chain("main", count: 300)
        for entry in entries { try journal.append([entry]) }
        let killed = copy(folder)
        let again = try SQLiteJournal(folder: killed.path)
        #expect(!again.wasClosedCleanly)
        #expect(try again.all("main") == entries)
    }

    @Test("J5 A log that is missing after a kill is found")
    func missesLog() throws {
        let journal = try SQLiteJournal(folder: folder.path)
        try journal.append(chain("main", count: 3))
        let killed = copy(folder)
        unlink(killed.file + "-wal")
        let error = #expect(throws: JournalError.self) { try SQLiteJournal(folder: killed.path) }
        #expect("\(error!)".contains("-wal is missing"))
        #expect(throws: JournalError.self) { try JournalCheck.run(folder: killed.path) }
        // The way out that the sentence names.
        unlink(killed.path + "/lock")
        #expect(try SQLiteJournal(folder: killed.path).heads() == [:])
    }

    @Test("J2 A log cut anywhere gives a whole number of appends, in order")
    func survivesTornLog() throws {
        let journal = try SQLiteJournal(folder: folder.path)
        let entries = chain("main", count: 12)
        for pair in stride(from: 0, to: 12, by: 2) { try journal.append(Array(entries[pair..<pair + 2])) }
        var random = SeededGenerator(seed: 1)
        let size = contents(of: folder.file + "-wal").count
        for _ in 0..<40 {
            let torn = copy(folder)
            truncate(torn.file + "-wal", Int.random(in: 0..<size, using: &random))
            let found = try SQLiteJournal(folder: torn.path).all("main")
            #expect(found.count.isMultiple(of: 2) && found == Array(entries[..<found.count]))
        }
    }
}
