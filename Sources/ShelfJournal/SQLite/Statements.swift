/// The statements of one connection, prepared once.
struct Statements {
    let begin, commit, rollback, checkpoint: Statement
    let shelves, addShelf, advanceShelf, advanceOldest: Statement
    let addEntry, readEntries, newestEntry, entryHash, dropEntries: Statement
    let readSnapshot, replaceSnapshot, lastSnapshotID: Statement
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
        readSnapshot = try database.prepare("SELECT id, number, hash, size, checksum FROM snapshots WHERE shelf = ?")
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

/// A shelf as its row tells.
struct ShelfRow {
    let id: Int
    let name: String
    let oldest: Int
    let head: Head
}

extension Statements {
    /// All shelves. The numbers can be reckoned with: damaged ones beyond all bounds are an error.
    func allShelves() throws(JournalError) -> [ShelfRow] {
        defer { shelves.reset() }
        var found: [ShelfRow] = []
        while try shelves.step() {
            let (name, oldest, number) = (shelves.text(1), shelves.integer(2), shelves.integer(3))
            guard oldest >= 1, number >= oldest, number <= Schema.lastNumber else {
                throw .damaged("the row of shelf \(name) is not what was written")
            }
            found.append(ShelfRow(id: shelves.integer(0), name: name, oldest: oldest, head: Head(number: number, hash: shelves.hash(4))))
        }
        return found
    }

    func hash(ofEntry number: Int, shelf: Int) throws(JournalError) -> EntryHash? {
        defer { entryHash.reset() }
        entryHash.bind([.integer(Schema.entryID(shelf: shelf, number: number))])
        return try entryHash.step() ? entryHash.hash(0) : nil
    }

    func snapshot(ofShelf shelf: Int, named name: String) throws(JournalError) -> (id: Int, title: Snapshot.Title)? {
        let row = readSnapshot
        defer { row.reset() }
        row.bind([.integer(shelf)])
        guard try row.step() else { return nil }
        let after = Head(number: row.integer(1), hash: row.hash(2))
        return (row.integer(0), Snapshot.Title(shelf: name, after: after, size: row.integer(3), checksum: row.hash(4)))
    }

    func part(_ index: Int, ofSnapshot snapshot: Int) throws(JournalError) -> [UInt8]? {
        defer { readPart.reset() }
        readPart.bind([.integer(Schema.partID(snapshot: snapshot, part: index))])
        return try readPart.step() ? readPart.blob(0) : nil
    }
}
