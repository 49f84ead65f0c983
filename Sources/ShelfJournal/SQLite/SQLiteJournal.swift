/// The journal in a folder on this machine's disk: SQLite with a write-ahead log, one connection, every commit forced to disk, or, when
/// it is relaxed, by the next `sync`.
///
/// The log is moved into the file by `tidy`, never in the middle of an append. Opening moves all of it: after a failed sync the
/// system may show pages that are not on disk, and only writing them once more makes them durable, first in the log, then in the file.
public final class SQLiteJournal: Journal {
    public let folder: String
    /// Whether the process that had the journal open before closed it.
    public let wasClosedCleanly: Bool
    /// A relaxed journal was not closed, so what was acknowledged last may be lost, and who saw it has to be told (J7). It stays so, for every
    /// process that opens the journal, until `beginEpochs`.
    public private(set) var isEpochDue: Bool
    public private(set) var isSynced = true

    /// Nil for a backup.
    private let lock: FolderLock?
    private let isRelaxed: Bool
    private var connection: Connection?
    private(set) var isWritable = false
    /// 4 MiB: moving them takes a few milliseconds.
    var logPageLimit = 1000
    var chains = Chains()
    var shelfIDs: [String: Int] = [:]
    /// The snapshot that is being stored.
    var draft: Draft?
    var mayHaveStaleParts = true
    private var isHeld = false

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
    /// - Parameter isRelaxed: an append returns once the system has it, and is durable with the next `sync`.
    public init(folder: String, isRelaxed: Bool = false) throws(JournalError) {
        self.folder = folder
        self.isRelaxed = isRelaxed
        try JournalFile.prepareFolder(folder)
        let lock = try FolderLock(folder: folder)
        self.lock = lock
        wasClosedCleanly = lock.lastEnd == .clean
        isEpochDue = lock.lastEnd == .relaxed
        try open(after: lock.lastEnd)
        // The log's name first: a lock that is signed says that there is one.
        try JournalFile.sync(folder)
        if isRelaxed || isEpochDue { try lock.signRelaxed() } else { lock.sign() }
    }

    /// Opens a backup, to read it. Nothing is written.
    public init(backup path: String) throws(JournalError) {
        folder = path
        lock = nil
        isRelaxed = false
        wasClosedCleanly = true
        isEpochDue = false
        let database = try JournalFile.openBackup(path)
        do throws(JournalError) {
            connection = Connection(database: database, statements: try Statements(database))
        } catch {
            database.close()
            throw error
        }
        try loadChains()
    }

    public func heads() throws(JournalError) -> [String: Head] {
        if lock != nil { try checkWritable() }
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
        isHeld = false
        connection?.database.close()
        connection = nil
        try open(after: isRelaxed ? .relaxed : .unclean)
    }

    /// Moves the log into the file, which then is the whole journal, and lets go of the folder. One for which a new epoch is due is left
    /// as it is.
    public func close() {
        if isWritable, !isEpochDue, let database = connection?.database, (try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")) != nil {
            database.keepLogOnClose(false)
            lock?.clear()
        }
        isWritable = false
        connection?.database.close()
        connection = nil
        lock?.release()
    }

    deinit { close() }
}

// Relaxed: an append is durable a little later.
extension SQLiteJournal {
    public func sync() throws(JournalError) {
        guard !isSynced else { return }
        try checkWritable()
        do throws(JournalError) {
            try connection?.database.syncLog()
            isSynced = true
        } catch {
            isWritable = false
            throw error
        }
    }

    /// Appends the entries by which new epochs begin (J7), given the heads of all shelves. None is due any more once they are on disk.
    public func beginEpochs(_ entries: ([String: Head]) -> [Entry]) throws(JournalError) {
        try append(entries(chains.heads))
        try sync()
        isEpochDue = false
        guard !isRelaxed else { return }
        lock?.sign()
        try lock?.sync()
    }
}

extension SQLiteJournal {
    /// Reading is possible as soon as there is a connection, writing when all that it holds is durable and the heads are verified.
    private func open(after end: FolderLock.LastEnd) throws(JournalError) {
        let database = try JournalFile.open(in: folder, after: end)
        do throws(JournalError) {
            connection = Connection(database: database, statements: try Statements(database))
        } catch {
            database.close()
            throw error
        }
        if end != .clean { try JournalFile.renewLog(in: folder) }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // The log is still forced to disk before it is moved, and its header before its first frame.
        if isRelaxed { try database.execute("PRAGMA synchronous = NORMAL") }
        try loadChains()
        isSynced = true
        draft = nil
        mayHaveStaleParts = true
        isWritable = true
    }

    /// Moves the log into its file once it has grown, so that the next commit writes it from its beginning again.
    func moveLog() throws(JournalError) -> Bool {
        guard isWritable, !isHeld, let connection, connection.database.logPages >= logPageLimit else { return false }
        do throws(JournalError) {
            try connection.statements.checkpoint.run()
            connection.database.logPages = 0
            return true
        } catch {
            isWritable = false
            throw error
        }
    }

    public func hold() throws(JournalError) -> Int {
        try checkWritable()
        isHeld = true
        guard let database = connection?.database, database.logPages > 0 else { return 0 }
        return try Self.logHeader + database.logPages * (Self.frameHeader + database.integer("PRAGMA page_size"))
    }

    public func release() -> Bool {
        defer { isHeld = false }
        return isHeld
    }

    // How SQLite's write-ahead log lies in its file.
    private static let logHeader = 32
    private static let frameHeader = 24

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
            isSynced = !isRelaxed
        } catch {
            isWritable = false
            if connection?.database.isInTransaction == true { try? statements.rollback.run() }
            throw error
        }
    }
}
