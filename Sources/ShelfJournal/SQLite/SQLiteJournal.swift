/// The journal in a folder on this machine's disk: SQLite with a write-ahead log, one connection, every commit forced to disk.
///
/// The log is moved into the file by `tidy`, never in the middle of an append. Opening moves all of it: after a failed sync the
/// system may show pages that are not on disk, and only writing them once more makes them durable.
public final class SQLiteJournal: Journal {
    public let folder: String
    /// Whether the process that had the journal open before closed it.
    public let wasClosedCleanly: Bool

    private let lock: FolderLock
    private var connection: Connection?
    private(set) var isWritable = false
    /// 4 MiB: moving them takes a few milliseconds.
    var logPageLimit = 1000
    var chains = Chains()
    var shelfIDs: [String: Int] = [:]
    /// The snapshot that is being stored.
    var draft: Draft?
    var mayHaveStaleParts = true

    struct Draft {
        let title: Snapshot.Title
        let id: Int
        let nextPart: Int
    }

    struct Connection {
        let database: Database
        let statements: Statements
    }

    /// Opens the journal in a folder, or creates both.
    public init(folder: String) throws(JournalError) {
        self.folder = folder
        try JournalFile.prepareFolder(folder)
        lock = try FolderLock(folder: folder)
        wasClosedCleanly = lock.uncleanHolder == nil
        try open(wasUnclean: !wasClosedCleanly)
        // The log's name first: a lock that is signed says that there is one.
        JournalFile.sync(folder)
        lock.sign()
    }

    public func heads() throws(JournalError) -> [String: Head] {
        try checkWritable()
        return chains.heads
    }

    public func append(_ entries: [Entry]) throws(JournalError) {
        try checkWritable()
        let heads = try chains.heads(after: entries)
        var ids = shelfIDs
        try transaction { statements throws(JournalError) in
            // In the order of the entries, so that the same appends make the same file.
            for entry in entries where heads[entry.shelf] == entry.head {
                try Self.advance(entry.shelf, to: entry.head, &ids, statements)
            }
            for entry in entries {
                let id = Schema.entryID(shelf: ids[entry.shelf]!, number: entry.number)
                try statements.addEntry.run(.integer(id), .hash(entry.previous), .hash(entry.hash), .blob(entry.body))
            }
        }
        shelfIDs = ids
        chains.advance(to: heads)
    }

    private static func advance(
        _ shelf: String, to head: Head, _ ids: inout [String: Int], _ statements: Statements
    ) throws(JournalError) {
        if let id = ids[shelf] {
            try statements.advanceShelf.run(.integer(id), .integer(head.number), .hash(head.hash))
        } else {
            let id = ids.count + 1
            ids[shelf] = id
            try statements.addShelf.run(.integer(id), .text(shelf), .integer(head.number), .hash(head.hash))
        }
    }

    public func drop(_ shelf: String, before number: Int, atMost count: Int) throws(JournalError) -> Bool {
        try chains.checkDrop(shelf, before: number, snapshot: try newestSnapshot(of: shelf))
        let oldest = chains[shelf].oldest
        let next = min(number, oldest + count)
        guard let id = shelfIDs[shelf], next > oldest else { return false }
        try transaction { statements throws(JournalError) in
            let first = Schema.entryID(shelf: id, number: oldest)
            try statements.dropEntries.run(.integer(first), .integer(Schema.entryID(shelf: id, number: next)))
            try statements.advanceOldest.run(.integer(id), .integer(next))
        }
        chains[shelf].oldest = next
        return next < number
    }

    public func reopen() throws(JournalError) {
        isWritable = false
        connection?.database.close()
        connection = nil
        try open(wasUnclean: true)
    }

    /// Moves the log into the file, which then is the whole journal, and lets go of the folder.
    public func close() {
        if isWritable, let database = connection?.database, (try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")) != nil {
            database.keepLogOnClose(false)
            lock.clear()
        }
        isWritable = false
        connection?.database.close()
        connection = nil
        lock.release()
    }

    deinit { close() }
}

extension SQLiteJournal {
    /// Reading is possible as soon as there is a connection, writing when all that it holds is durable and the heads are verified.
    private func open(wasUnclean: Bool) throws(JournalError) {
        let database = try JournalFile.open(in: folder, wasUnclean: wasUnclean)
        do throws(JournalError) {
            connection = Connection(database: database, statements: try Statements(database))
        } catch {
            database.close()
            throw error
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try loadChains()
        draft = nil
        mayHaveStaleParts = true
        isWritable = true
    }

    /// Moves the log into its file once it has grown, so that the next commit writes it from its beginning again.
    func moveLog() throws(JournalError) -> Bool {
        guard isWritable, let connection, connection.database.logPages >= logPageLimit else { return false }
        do throws(JournalError) {
            try connection.statements.checkpoint.run()
            connection.database.logPages = 0
            return true
        } catch {
            isWritable = false
            throw error
        }
    }

    func checkWritable() throws(JournalError) {
        guard isWritable else { throw .io("\(folder): the journal failed and was not opened again") }
    }

    func statements() throws(JournalError) -> Statements {
        guard let connection else { throw .io("\(folder): the journal is closed") }
        return connection.statements
    }

    /// All or nothing. After any failure nothing more is written until `reopen`: SQLite would go on as if a sync had not failed.
    func transaction(_ body: (Statements) throws(JournalError) -> Void) throws(JournalError) {
        try checkWritable()
        let statements = try statements()
        do throws(JournalError) {
            try statements.begin.run()
            try body(statements)
            try statements.commit.run()
        } catch {
            isWritable = false
            if connection?.database.isInTransaction == true { try? statements.rollback.run() }
            throw error
        }
    }
}
