/// Walks a whole journal: every entry's hash and link, every gap, every snapshot's checksum, and SQLite's own check. Unlike opening
/// it goes on behind what it finds, and it writes nothing.
public struct JournalCheck {
    private let database: Database
    private let statements: Statements
    private let progress: (_ checked: Int, _ total: Int) -> Void
    private var findings: [String] = []
    private var checked = 0
    private var total = 0

    /// Sentences, one for each finding; none when all is well. Throws when the journal can not be opened at all.
    public static func run(
        folder: String, progress: (_ checked: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) -> [String] {
        guard try JournalFile.isThere(in: folder) else { throw .refused("there is no journal in \(folder)") }
        let lock = try FolderLock(folder: folder)
        defer { lock.release() }
        return try run(try JournalFile.open(in: folder, after: lock.lastEnd), progress)
    }

    /// The same of a backup.
    public static func run(
        backup path: String, progress: (_ checked: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) -> [String] {
        try run(try JournalFile.openBackup(path), progress)
    }

    private static func run(_ database: Database, _ progress: (Int, Int) -> Void) throws(JournalError) -> [String] {
        defer { database.close() }
        return try withoutActuallyEscaping(progress) { progress throws(JournalError) in
            var check = JournalCheck(database: database, statements: try Statements(database), progress: progress)
            check.walk()
            return check.findings
        }
    }

    private init(database: Database, statements: Statements, progress: @escaping (Int, Int) -> Void) {
        self.database = database
        self.statements = statements
        self.progress = progress
    }

    /// What fails becomes a finding.
    private mutating func note(_ body: (inout JournalCheck) throws(JournalError) -> Void) {
        do throws(JournalError) {
            try body(&self)
        } catch {
            findings.append("\(error)")
        }
    }

    private mutating func walk() {
        note { check throws(JournalError) in
            let shelves = try check.statements.allShelves()
            check.total = shelves.reduce(0) { $0 + $1.head.number - $1.oldest + 1 }
            for shelf in shelves {
                check.note { check throws(JournalError) in try check.walkEntries(of: shelf) }
                check.note { check throws(JournalError) in try check.walkSnapshot(of: shelf) }
            }
            try check.lookForStrangers(shelves)
        }
        note { check throws(JournalError) in try check.askSQLite() }
    }
}

// Entries.
extension JournalCheck {
    private mutating func walkEntries(of shelf: ShelfRow) throws(JournalError) {
        let rows = statements.readEntries
        defer { rows.reset() }
        rows.bind([.integer(Schema.entryID(shelf: shelf.id, number: 0)), .integer(Schema.lastEntryID(shelf: shelf.id))])
        var next = shelf.oldest
        // Nil where the entry before is not known, and the link to it can not be checked.
        var previous = shelf.oldest == 1 ? EntryHash.zero : nil
        while try rows.step() {
            let number = Schema.number(ofEntryID: rows.integer(0))
            if number > next { noteGap(next..<number, of: shelf) }
            if number != next { previous = nil }
            check(rows, number, previous, of: shelf)
            previous = rows.hash(2)
            next = number + 1
        }
        if next <= shelf.head.number { noteGap(next..<shelf.head.number + 1, of: shelf) }
        if next == shelf.head.number + 1, previous != shelf.head.hash {
            findings.append("shelf \(shelf.name): the newest entry is not the one that was stored as such")
        }
        if next > shelf.head.number + 1 { findings.append("shelf \(shelf.name): there are entries behind the newest") }
    }

    private mutating func noteGap(_ numbers: Range<Int>, of shelf: ShelfRow) {
        let which = numbers.count == 1 ? "entry \(numbers.lowerBound) is" : "entries \(numbers.lowerBound) to \(numbers.upperBound - 1) are"
        findings.append("shelf \(shelf.name): \(which) missing")
    }

    private mutating func check(_ row: Statement, _ number: Int, _ previous: EntryHash?, of shelf: ShelfRow) {
        let entry = Entry(shelf: shelf.name, number: number, previous: row.hash(1), body: row.blob(3))
        if entry.hash != row.hash(2) {
            findings.append("shelf \(shelf.name): entry \(number) does not match its hash")
        } else if let previous, previous != entry.previous {
            findings.append("shelf \(shelf.name): entry \(number) does not follow the one before it")
        }
        checked += 1
        if checked.isMultiple(of: 10_000) || checked == total { progress(checked, total) }
    }

    private mutating func lookForStrangers(_ shelves: [ShelfRow]) throws(JournalError) {
        let known = Set(shelves.map(\.id))
        if known != Set(1..<shelves.count + 1) { findings.append("a shelf is missing or there twice") }
        let strangers = try database.integer("SELECT count(*) FROM entries") - checked
        if strangers != 0 { findings.append("\(strangers) entries belong to no shelf") }
    }
}

// Snapshots and the file.
extension JournalCheck {
    private mutating func walkSnapshot(of shelf: ShelfRow) throws(JournalError) {
        guard let (id, title) = try statements.snapshot(ofShelf: shelf.id, named: shelf.name) else {
            if shelf.oldest > 1 { findings.append("shelf \(shelf.name): the snapshot for the dropped entries is missing") }
            return
        }
        if title.after.number < shelf.oldest - 1 {
            findings.append("shelf \(shelf.name): the snapshot ends before the oldest entry begins")
        } else if let hash = try statements.hash(ofEntry: title.after.number, shelf: shelf.id), hash != title.after.hash {
            findings.append("shelf \(shelf.name): the snapshot does not stand on entry \(title.after.number)")
        }
        var reader = Snapshot.Reader(title, keepsBody: false)
        while !reader.isComplete {
            guard let part = try statements.part(reader.nextPart, ofSnapshot: id) else { break }
            reader.append(part: part)
        }
        try reader.check()
    }

    private mutating func askSQLite() throws(JournalError) {
        let rows = try database.prepare("PRAGMA quick_check")
        defer { rows.reset() }
        while try rows.step() {
            let line = rows.text(0)
            if line != "ok" { findings.append("SQLite: \(line)") }
        }
    }
}
