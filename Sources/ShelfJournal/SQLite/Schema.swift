/// How the journal lies in its file. A row id carries the shelf and the number, so one B-tree in the order of reading is all there is.
enum Schema {
    /// "bksp": how `file` and other tools tell whose SQLite file it is.
    static let applicationID = 0x626b_7370
    /// Raised with every change that an older Backspin could not read.
    static let formatVersion = 1

    /// `hash` beside `number` of a shelf is its newest entry's once more, so that a lost end of the chain shows.
    static let creation = """
        CREATE TABLE shelves(id INTEGER PRIMARY KEY, name TEXT NOT NULL, oldest INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL);
        CREATE TABLE entries(id INTEGER PRIMARY KEY, previous BLOB NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL);
        CREATE TABLE snapshots(shelf INTEGER PRIMARY KEY, id INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL,
            size INTEGER NOT NULL, checksum BLOB NOT NULL);
        CREATE TABLE parts(id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(formatVersion);
        """

    /// 2^40 entries of 2^23 shelves: a thousand entries a second for 34 years.
    private static let numberBits = 40
    /// 2^20 parts of a snapshot: 256 GiB.
    static let partBits = 20

    static func entryID(shelf: Int, number: Int) -> Int { shelf << numberBits | number }
    static func shelf(ofEntryID id: Int) -> Int { id >> numberBits }
    static func number(ofEntryID id: Int) -> Int { id & (1 << numberBits - 1) }
    static func lastEntryID(shelf: Int) -> Int { entryID(shelf: shelf, number: 1 << numberBits - 1) }

    static func partID(snapshot: Int, part: Int) -> Int { snapshot << partBits | part }
}

/// The statements of one connection, prepared once.
struct Statements {
    let begin, commit, rollback, checkpoint: Statement
    let shelves, addShelf, advanceShelf, advanceOldest: Statement
    let addEntry, readEntries, newestEntry, entryHash, dropEntries: Statement
    let snapshot, replaceSnapshot, lastSnapshotID: Statement
    let addPart, readPart, dropPart, stalePart: Statement

    init(_ database: Database) throws(JournalError) {
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        rollback = try database.prepare("ROLLBACK")
        checkpoint = try database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
        shelves = try database.prepare("SELECT id, name, oldest, number, hash FROM shelves")
        addShelf = try database.prepare("INSERT INTO shelves VALUES(?, ?, 1, ?, ?)")
        advanceShelf = try database.prepare("UPDATE shelves SET number = ?2, hash = ?3 WHERE id = ?1")
        advanceOldest = try database.prepare("UPDATE shelves SET oldest = ?2 WHERE id = ?1")
        addEntry = try database.prepare("INSERT INTO entries VALUES(?, ?, ?, ?)")
        readEntries = try database.prepare("SELECT id, previous, hash, body FROM entries WHERE id BETWEEN ? AND ? ORDER BY id")
        newestEntry = try database.prepare(
            "SELECT id, previous, hash, body FROM entries WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1")
        entryHash = try database.prepare("SELECT hash FROM entries WHERE id = ?")
        dropEntries = try database.prepare("DELETE FROM entries WHERE id >= ? AND id < ?")
        snapshot = try database.prepare("SELECT id, number, hash, size, checksum FROM snapshots WHERE shelf = ?")
        replaceSnapshot = try database.prepare("INSERT OR REPLACE INTO snapshots VALUES(?, ?, ?, ?, ?, ?)")
        lastSnapshotID = try database.prepare("""
            SELECT max(coalesce((SELECT max(id) FROM snapshots), 0), coalesce((SELECT max(id) FROM parts), 0) >> \(Schema.partBits))
            """)
        addPart = try database.prepare("INSERT INTO parts VALUES(?, ?)")
        readPart = try database.prepare("SELECT body FROM parts WHERE id = ?")
        dropPart = try database.prepare("DELETE FROM parts WHERE id = ?")
        stalePart = try database.prepare("""
            SELECT id FROM parts WHERE id >> \(Schema.partBits) NOT IN (SELECT id FROM snapshots UNION SELECT ?) LIMIT 1
            """)
    }
}
