import CSQLite
@testable import ShelfJournal
import TestSupport
import Testing

/// SQLite on a disk that fails (J4).
@Suite(.serialized)
struct FaultyDiskTests {
    private let folder = try! TemporaryFolder()
    private let entries = chain("main", count: 20, bodySize: 3000)

    init() { FaultyDisk.prepare() }

    /// Writes all entries and a snapshot, opening again after each failure; returns what was acknowledged when.
    private func work(_ journal: SQLiteJournal, failed: (JournalError, _ acknowledged: Int) throws -> Void) throws {
        var next = 0
        while next < entries.count {
            do {
                try journal.append(Array(entries[next..<next + 4]))
                next += 4
                if next == 12 { try journal.store(Snapshot(shelf: "main", after: entries[9].head, body: Array(repeating: 1, count: 2 * Snapshot.partSize))) }
                try journal.tidyUp()
            } catch let error as JournalError {
                try failed(error, next)
                try journal.reopen()
                next = try journal.heads()["main"]?.number ?? 0
            }
        }
    }

    @Test("J4 After any one failed write or sync, all that was acknowledged is there, and the rest follows", arguments: FaultyDisk.Call.allCases, [SQLITE_FULL, SQLITE_IOERR])
    func survivesOneFault(call: FaultyDisk.Call, code: Int32) throws {
        var passes = 0
        var cameAbout = true
        while cameAbout {
            let folder = try TemporaryFolder()
            let journal = try SQLiteJournal(folder: folder.path)
            journal.logPageLimit = 30
            FaultyDisk.arm(.init(folder: folder.path, call: call, passes: passes, failures: 1, code: code))
            var acknowledged = 0
            try work(journal) { found, count throws in
                acknowledged = count
                if case .diskFull = found { #expect(code == SQLITE_FULL) } else { #expect(code != SQLITE_FULL) }
                #expect(throws: JournalError.self) { try journal.append(chain("other", count: 1)) }
                #expect(try journal.all("main") == Array(entries[..<count]))
            }
            cameAbout = FaultyDisk.disarm()
            #expect(acknowledged <= entries.count)
            #expect(try journal.all("main") == entries, "fault after \(passes) passes")
            let killed = copy(folder)
            #expect(try SQLiteJournal(folder: killed.path).all("main") == entries, "fault after \(passes) passes")
            // Among the many writes of a checkpoint, a few stand for all.
            passes += max(1, passes / 5)
        }
        #expect(passes > 10)
    }

    @Test("J4 While the disk is full, what is there can be read; with room again, writing goes on")
    func readsWhileFull() throws {
        let journal = try SQLiteJournal(folder: folder.path)
        try journal.append(Array(entries[..<10]))
        FaultyDisk.arm(.init(folder: folder.path, call: .write, passes: 0, failures: .max, code: SQLITE_FULL))
        for _ in 0..<3 {
            #expect(throws: JournalError.self) { try journal.append([entries[10]]) }
            #expect(throws: JournalError.self) { try journal.reopen() }
            #expect(try journal.all("main") == Array(entries[..<10]))
        }
        #expect(FaultyDisk.disarm())
        try journal.reopen()
        try journal.append(Array(entries[10...]))
        #expect(try journal.all("main") == entries)
    }

    @Test("J4 The thread waits for room and then writes what is open")
    func waitsForRoom() throws {
        let loop = TestLoop(try SQLiteJournal(folder: folder.path))
        loop.thread.append(Array(entries[..<10]))
        loop.collect(durable: 10)
        FaultyDisk.arm(.init(folder: folder.path, call: .write, passes: 0, failures: .max, code: SQLITE_FULL))
        loop.thread.append(Array(entries[10..<15]))
        loop.collect { $0.contains { if case .trouble(let trouble) = $0 { trouble.reason == .diskFull } else { false } } }
        loop.thread.append(Array(entries[15...]))
        #expect(FaultyDisk.disarm())
        loop.collect(durable: 20)
        loop.stop()
        #expect(loop.durable == entries)
    }

    @Test("J2 Each append is forced to disk before it returns")
    func syncs() throws {
        let journal = try SQLiteJournal(folder: folder.path)
        try journal.append([entries[0]])
        for entry in entries[1...] {
            FaultyDisk.arm(.init(folder: folder.path, call: .sync, passes: 0, failures: 1, code: SQLITE_IOERR))
            #expect(throws: JournalError.self) { try journal.append([entry]) }
            #expect(FaultyDisk.disarm())
            try journal.reopen()
            if try journal.heads()["main"] != entry.head { try journal.append([entry]) }
        }
        #expect(try journal.all("main") == entries)
    }
}
