import Glibc
@testable import ShelfJournal
import TestSupport
import Testing

/// A journal that holds still for a backup (J6).
@Suite(.serialized)
struct HoldTests {
    private let folder = try! TemporaryFolder()
    private let entries = chain("main", count: 120, bodySize: 2000)

    private func open() throws -> SQLiteJournal {
        let journal = try SQLiteJournal(folder: folder.path)
        journal.logPageLimit = 10
        return journal
    }

    private func append(_ range: Range<Int>, to journal: SQLiteJournal) throws {
        for entry in entries[range] {
            try journal.append([entry])
            try journal.tidyUp()
        }
    }

    @Test("J6 While a journal is held it goes on, and its file with as much of its log as counted is what it was", arguments: [3, 4, 40])
    func holds(count: Int) throws {
        let journal = try open()
        try append(0..<count, to: journal)
        let bytes = try journal.hold()
        let file = contents(of: folder.file)
        let log = Array(contents(of: folder.file + "-wal").prefix(bytes))
        try append(count..<100, to: journal)
        // Compared here: a failed expectation would take minutes to show how two files differ.
        let isStill = contents(of: folder.file) == file && Array(contents(of: folder.file + "-wal").prefix(bytes)) == log
        #expect(isStill, "file and log are what they were")

        let copy = try TemporaryFolder()
        write(file, to: copy.file)
        if bytes > 0 { write(log, to: copy.file + "-wal") }
        #expect(try SQLiteJournal(folder: copy.path).all("main") == Array(entries[..<count]))

        #expect(journal.release())
        try append(100..<120, to: journal)
        #expect(contents(of: folder.file) != file, "the log is moved again")
        #expect(try journal.all("main") == entries)
    }

    @Test("J6 J4 A journal that had to be opened again was not held all the time")
    func isBroken() throws {
        let journal = try open()
        try append(0..<5, to: journal)
        _ = try journal.hold()
        try journal.reopen()
        #expect(!journal.release())
        #expect(!journal.release(), "nor was one that was not held")
    }

    @Test("J6 A backup that was copied while its journal was opened again is refused, and leaves nothing behind")
    func isRefused() throws {
        let loop = TestLoop(try SQLiteJournal(folder: folder.path))
        loop.thread.append(Array(entries[..<5]))
        loop.collect(durable: 5)
        let door = try BackupDoor(folder: folder.path, journal: loop.thread)
        defer { loop.stop() }
        defer { door.close() }
        let copy = folder.path + "/copy"
        try JournalBackup.make(of: folder.path, as: copy)
        #expect(try SQLiteJournal(backup: copy).all("main") == Array(entries[..<5]))
        unlink(copy)
        // Whoever asked before has let go by the time of the last portion.
        let error = #expect(throws: JournalError.self) {
            try JournalBackup.make(of: folder.path, as: copy) { copied, total in
                if copied == total { _ = loop.thread.release() }
            }
        }
        #expect("\(error!)".contains("try again"))
        #expect(names(in: folder.path).allSatisfy { !$0.hasPrefix("copy") })
    }
}
