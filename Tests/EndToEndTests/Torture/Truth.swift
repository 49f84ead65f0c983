import ShelfCore
import ShelfJournal
import ShelfServer
import TestSupport

/// Every entry that ever was durable, and the shelf after each of them.
struct Truth {
    private static let shelf = "tortured"
    private(set) var entries: [Entry] = []
    /// After 0, 1, 2, … entries.
    private var shelves: [StoredShelf] = [StoredShelf()]

    /// Collects them along the log, because entries are dropped when a snapshot stands for them.
    init(_ log: DiskLog) throws {
        var disk = CutDisk()
        for (index, record) in log.records.enumerated() {
            disk.take(record)
            if index.isMultiple(of: 40) || index == log.records.count - 1 { try collect(disk.whole()) }
        }
    }

    private mutating func collect(_ files: [String: [UInt8]]) throws {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try writeFile(folder(name), bytes) }
        let journal = try SQLiteJournal(folder: folder.path)
        defer { journal.close() }
        while case let new = try journal.read(Self.shelf, from: entries.count + 1, atMost: 1 << 20), !new.isEmpty {
            for entry in new {
                var next = shelves[entries.count]
                try next.apply(entry)
                entries.append(entry)
                shelves.append(next)
            }
        }
    }

    /// Opens a folder, and holds what is in it against what had been told: where that is not all there, a new epoch has to be due, and what
    /// had been forced to disk is there all the same.
    /// - Parameter goesOn: whether to write to it, too.
    /// - Returns: whether anything of it is lost.
    func check(_ folder: String, _ told: Told, goesOn: Bool) throws -> Bool {
        if goesOn, fileExists(folder + "/journal.sqlite") {
            let findings = try JournalCheck.run(folder: folder)
            guard findings.isEmpty else { throw Broken("the check found \(findings)") }
        }
        let journal = try SQLiteJournal(folder: folder)
        defer { journal.close() }
        let head = try journal.heads()[Self.shelf] ?? .none
        guard head.number <= entries.count, head == shelves[head.number].head else { throw Broken("\(head) never was") }
        let shelf = shelves[head.number].shelf
        let missing = missing(of: told.all, in: shelf)
        if let missing = journal.isEpochDue ? self.missing(of: told.forced, in: shelf) : missing { throw Broken(missing) }
        try check(journal, upTo: head)
        if goesOn { try goOn(journal) }
        return missing != nil
    }

    private func missing(of told: Told.Outcomes, in shelf: Shelf) -> String? {
        if shelf.seq < told.seq { return "\(told.seq) was told, \(shelf.seq) is there" }
        return told.requests.first { shelf.mark(of: $0.key) < $0.value }
            .map { "request \($0.value) of \($0.key) was told, \(shelf.mark(of: $0.key)) is there" }
    }

    private func goOn(_ journal: SQLiteJournal) throws {
        if journal.isEpochDue { try journal.beginEpochs(newEpochs) }
        try journal.append([Entry(shelf: Self.shelf, after: try journal.heads()[Self.shelf] ?? .none, body: [1])])
    }

    private func check(_ journal: SQLiteJournal, upTo head: Head) throws {
        let snapshot = try journal.snapshot(of: Self.shelf)
        let after = snapshot?.title.after ?? .none
        if let snapshot, snapshot.body != shelves[after.number].shelf.encoded() { throw Broken("the snapshot after \(after) is another") }
        var number = after.number
        while case let found = try journal.read(Self.shelf, from: number + 1, atMost: 1 << 20), !found.isEmpty {
            guard found == Array(entries[number..<number + found.count]) else { throw Broken("entries after \(number) are others") }
            number += found.count
        }
        guard number == head.number else { throw Broken("the newest entry is \(head), and \(number) can be read") }
    }
}
