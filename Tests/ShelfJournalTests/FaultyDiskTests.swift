import CSQLite
import Glibc
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

// Relaxed: an append returns before it is on disk.
extension FaultyDiskTests {
    private func failNextSync() {
        FaultyDisk.arm(.init(folder: folder.path, call: .sync, passes: 0, failures: 1, code: SQLITE_IOERR))
    }

    @Test("J2 A relaxed append is forced to disk by the next sync, not by itself")
    func forcesLater() throws {
        let journal = try SQLiteJournal(folder: folder.path, isRelaxed: true)
        // With the first one the log's header is forced to disk.
        try journal.append([entries[0]])
        failNextSync()
        for entry in entries[1..<10] { try journal.append([entry]) }
        #expect(!journal.isSynced)
        #expect(throws: JournalError.self) { try journal.sync() }
        #expect(FaultyDisk.disarm())
        #expect(throws: JournalError.self) { try journal.append([entries[10]]) }
        try journal.reopen()
        #expect(journal.isSynced)
        #expect(try journal.all("main") == Array(entries[..<10]))
    }

    @Test("J2 J4 What was appended is forced to disk within a second, once; a sync that failed is seen to before anything is appended")
    func forcesInTime() throws {
        let loop = TestLoop(try SQLiteJournal(folder: folder.path, isRelaxed: true))
        loop.thread.append([entries[0]])
        loop.collect(durable: 1)
        failNextSync()
        #expect(FaultyDisk.comesAbout(withinSeconds: 5), "it was forced to disk")
        // Answered once the journal was opened again.
        _ = try loop.thread.hold()
        _ = loop.thread.release()
        failNextSync()
        #expect(!FaultyDisk.comesAbout(withinSeconds: 2), "there was nothing new")
        FaultyDisk.disarm()
        loop.thread.append(Array(entries[1...]))
        loop.stop()
        #expect(loop.durable.map(\.number) == Array(1...20))
        #expect(loop.others.isEmpty, "nobody was troubled")
    }

    @Test("J2 J5 A relaxed log is forced to disk before it is moved into the file, and its header before its first frame")
    func movesForced() throws {
        let journal = try SQLiteJournal(folder: folder.path, isRelaxed: true)
        journal.logPageLimit = 10
        try journal.append(Array(entries[..<10]))
        let file = contents(of: folder.file)
        failNextSync()
        #expect(throws: JournalError.self) { try journal.tidyUp() }
        #expect(FaultyDisk.disarm())
        #expect(contents(of: folder.file) == file, "nothing is moved that is not on disk")
        try journal.reopen()
        failNextSync()
        #expect(throws: JournalError.self) { try journal.append([entries[10]]) }
        #expect(FaultyDisk.disarm())
        try journal.reopen()
        #expect(try journal.all("main") == Array(entries[..<10]))
    }

    @Test("J4 What a failed sync has lost is not taken for all that there was")
    func findsLoss() throws {
        let loop = TestLoop(try SQLiteJournal(folder: folder.path, isRelaxed: true))
        loop.thread.append(Array(entries[..<5]))
        loop.collect(durable: 5)
        _ = try loop.thread.hold()
        _ = loop.thread.release()
        let synced = contents(of: folder.file + "-wal").count
        failNextSync()
        loop.thread.append(Array(entries[5..<9]))
        loop.collect(durable: 9)
        truncate(folder.file + "-wal", synced)
        #expect(FaultyDisk.comesAbout(withinSeconds: 5))
        loop.thread.append([entries[9]])
        loop.stop()
        FaultyDisk.disarm()
        #expect(loop.reports.contains { if case .lost = $0 { true } else { false } })
        #expect(loop.durable.map(\.number) == Array(1...9), "nothing was appended behind it")
        #expect(try SQLiteJournal(folder: folder.path).isEpochDue)
    }

    @Test("J6 J2 A backup of a relaxed journal holds only what is on disk, and is a journal like any other")
    func backsUp() throws {
        let loop = TestLoop(try SQLiteJournal(folder: folder.path, isRelaxed: true))
        loop.thread.append(Array(entries[..<10]))
        loop.collect(durable: 10)
        failNextSync()
        _ = try loop.thread.hold()
        #expect(FaultyDisk.disarm(), "it was forced to disk")
        _ = loop.thread.release()
        let door = try BackupDoor(folder: folder.path, journal: loop.thread)
        try JournalBackup.make(of: folder.path, as: folder.path + "/copy")
        door.close()
        loop.stop()
        let restored = try TemporaryFolder()
        write(contents(of: folder.path + "/copy"), to: restored.file)
        let journal = try SQLiteJournal(folder: restored.path)
        #expect(try journal.all("main") == Array(entries[..<10]))
        #expect(!journal.isEpochDue)
    }
}
