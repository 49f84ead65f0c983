import Glibc
import ShelfJournal
import TestSupport
import Testing

/// A relaxed journal that was cut off or closed: whoever opens it knows which.
@Suite(.serialized)
struct RelaxedTests {
    private let folder = try! TemporaryFolder()
    private let entries = chain("main", count: 20, bodySize: 3000)

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
        #expect(names(in: folder.path) == ["journal.sqlite", "lock"])
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
