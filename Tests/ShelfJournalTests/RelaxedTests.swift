import CSQLite
import Glibc
@testable import ShelfJournal
import TestSupport
import Testing

/// A relaxed journal: an append returns before it is on disk, and whoever comes after a cut knows it.
@Suite(.serialized)
struct RelaxedTests {
    private let folder = try! TemporaryFolder()
    private let entries = chain("main", count: 20, bodySize: 3000)

    init() { FaultyDisk.prepare() }

    /// What a cut leaves of a relaxed journal.
    private func cutOff() throws -> TemporaryFolder {
        let journal = try SQLiteJournal(folder: folder.path, isRelaxed: true)
        for entry in entries { try journal.append([entry]) }
        return copy(folder)
    }

    private func damageLog(_ folder: TemporaryFolder, at offset: (_ size: Int) -> Int) {
        var log = contents(of: folder.file + "-wal")
        log[offset(log.count)] ^= 1
        write(log, to: folder.file + "-wal")
    }

    private func newEpochs(_ heads: [String: Head]) -> [Entry] { heads.map { Entry(shelf: $0.key, after: $0.value, body: [9]) } }

    private func isEpochDue(afterCutting folder: TemporaryFolder) throws -> Bool {
        let cut = copy(folder)
        return try withExtendedLifetime(cut) { try SQLiteJournal(folder: cut.path).isEpochDue }
    }

    private func failNextSync() {
        FaultyDisk.arm(.init(folder: folder.path, call: .sync, passes: 0, failures: 1, code: SQLITE_IOERR))
    }

    // MARK: When it is on disk

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
        usleep(1_400_000)
        #expect(FaultyDisk.disarm(), "it was forced to disk")
        failNextSync()
        usleep(1_400_000)
        #expect(!FaultyDisk.disarm(), "there was nothing new")
        loop.thread.append(Array(entries[1...]))
        loop.stop()
        #expect(loop.durable == entries)
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
        usleep(1_400_000)
        loop.thread.append([entries[9]])
        loop.stop()
        #expect(FaultyDisk.disarm())
        #expect(loop.reports.contains { if case .lost = $0 { true } else { false } })
        #expect(loop.durable == Array(entries[..<9]), "nothing was appended behind it")
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

    // MARK: After a cut

    @Test("J7 After a cut a new epoch is due, for whoever opens the journal, until it has begun on disk", arguments: [false, true])
    func owesEpoch(isRelaxed: Bool) throws {
        let cut = try cutOff()
        for _ in 0..<2 {
            let reader = try SQLiteJournal(folder: cut.path)
            #expect(reader.isEpochDue)
            #expect(try reader.all("main") == entries)
            reader.close()
        }
        var journal = try SQLiteJournal(folder: cut.path, isRelaxed: isRelaxed)
        #expect(try isEpochDue(afterCutting: cut))
        try journal.beginEpochs(newEpochs)
        #expect(!journal.isEpochDue)
        #expect(try journal.all("main", from: 21).map(\.body) == [[9]])
        #expect(try isEpochDue(afterCutting: cut) == isRelaxed, "cut off once more")
        journal.close()
        journal = try SQLiteJournal(folder: cut.path, isRelaxed: isRelaxed)
        #expect(!journal.isEpochDue)
    }

    @Test("J7 After a relaxed journal was closed, no new epoch is due")
    func closes() throws {
        let journal = try SQLiteJournal(folder: folder.path, isRelaxed: true)
        try journal.append(entries)
        journal.close()
        #expect(folder.names(of: folder.path) == ["journal.sqlite", "lock"])
        #expect(contents(of: folder.path + "/lock").isEmpty)
        #expect(try !SQLiteJournal(folder: folder.path, isRelaxed: true).isEpochDue)
    }

    @Test("J5 Of a relaxed log any end may be missing, and what is before it counts; of any other log, none may", arguments: [0.3, 0.6, 0.9])
    func toleratesTear(place: Double) throws {
        let cut = try cutOff()
        damageLog(cut) { Int(Double($0) * place) }
        let strict = copy(cut)
        write(Array("1234\n".utf8), to: strict.path + "/lock")
        for open in [{ _ = try SQLiteJournal(folder: strict.path) }, { _ = try SQLiteJournal(folder: strict.path, isRelaxed: true) },
                     { _ = try JournalCheck.run(folder: strict.path) }, { try JournalBackup.make(of: strict.path, as: strict.path + "/copy") }] {
            let error = #expect(throws: JournalError.self) { try open() }
            guard case .damaged = error else { Issue.record("\(String(describing: error))"); continue }
        }

        #expect(try JournalCheck.run(folder: cut.path) == [])
        try JournalBackup.make(of: cut.path, as: cut.path + "/copy")
        let journal = try SQLiteJournal(folder: cut.path)
        let found = try journal.all("main")
        #expect(found.count > 2 && found.count < 20 && found == Array(entries[..<found.count]))
        #expect(journal.isEpochDue)
        #expect(try SQLiteJournal(backup: cut.path + "/copy").all("main") == found)

        // Begun, it is a log like any other again.
        try journal.beginEpochs(newEpochs)
        for entry in chain("other", count: 20, bodySize: 3000) { try journal.append([entry]) }
        let again = copy(cut)
        damageLog(again) { Int(Double($0) * place) }
        guard case .damaged = #expect(throws: JournalError.self, performing: { try SQLiteJournal(folder: again.path) }) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("J5 A relaxed log that is missing, or has no header, is found")
    func missesLog() throws {
        let cut = try cutOff()
        damageLog(cut) { _ in 3 }
        #expect(throws: JournalError.self) { try SQLiteJournal(folder: cut.path) }
        unlink(cut.file + "-wal")
        let error = #expect(throws: JournalError.self) { try SQLiteJournal(folder: cut.path) }
        #expect("\(error!)".contains("-wal is missing"))
    }
}
