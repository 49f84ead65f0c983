import Glibc

/// The rules of opening (J5): a folder with one file, `journal.sqlite`, of which nothing is changed before it is known whose it is.
enum JournalFile {
    static func path(in folder: String) -> String { folder + "/journal.sqlite" }

    static func isThere(in folder: String) throws(JournalError) -> Bool {
        var status = stat()
        guard stat(path(in: folder), &status) != 0 else { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw .system("\(path(in: folder)) could not be looked for") }
        return false
    }

    /// Creates a folder that only its owner can enter, unless it is there.
    static func prepareFolder(_ folder: String) throws(JournalError) {
        if mkdir(folder, 0o700) == 0 {
            // Whose folder that is, and whether it can be read, is not this one's business.
            try? sync(folder + "/..")
        } else if errno != EEXIST {
            throw .system("folder \(folder) could not be created")
        }
        var status = stat()
        guard stat(folder, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR else { throw .refused("\(folder) is a file; name a folder") }
        guard access(folder, R_OK | W_OK | X_OK) == 0 else { throw .system("folder \(folder) can not be written") }
    }

    /// Opens the file, or creates it.
    static func open(in folder: String, after end: FolderLock.LastEnd) throws(JournalError) -> Database {
        let path = path(in: folder)
        if try isMissing(path, after: end) {
            try create(path, in: folder)
        } else {
            try checkFiles(in: folder, after: end)
        }
        let database = try Database(path: path)
        do throws(JournalError) {
            try configure(database)
            return database
        } catch {
            database.close()
            throw error
        }
    }

    /// What can be told of the file and its log without SQLite, which might change them.
    static func checkFiles(in folder: String, after end: FolderLock.LastEnd) throws(JournalError) {
        try checkHeader(path(in: folder))
        try checkLog(path(in: folder), after: end)
    }

    /// Opens a file that is a whole journal by itself, to read it.
    static func openBackup(_ path: String) throws(JournalError) -> Database {
        try checkHeader(path)
        guard size(path + "-wal") == nil else {
            throw .refused("\(path) is not a backup: its log \(path)-wal lies beside it; make one of its folder with `backspin backup`")
        }
        return try Database(path: path, isImmutable: true)
    }

    /// Makes the names in a folder durable, where the disk can.
    static func sync(_ folder: String) throws(JournalError) {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("\(folder) could not be opened") }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system("\(folder) could not be written") }
    }

    /// Writes the log once more, as it is, and makes it durable.
    ///
    /// After a sync that failed the system may show what is not on disk and never will be. If such a log were moved into the file and the
    /// power were cut meanwhile, the file would hold pages of commits that the log on disk does not have.
    static func renewLog(in folder: String) throws(JournalError) {
        let path = path(in: folder) + "-wal"
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("\(path) could not be opened") }
        defer { Glibc.close(descriptor) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while case let count = pread(descriptor, &chunk, chunk.count, offset), count != 0 {
            guard count > 0, FileCopy.write(chunk[..<count], to: descriptor, at: offset) else { throw .system("\(path) could not be renewed") }
            offset += count
        }
        guard fsync(descriptor) == 0 else { throw .system("\(path) could not be renewed") }
    }

    private static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    private static func isMissing(_ path: String, after end: FolderLock.LastEnd) throws(JournalError) -> Bool {
        guard size(path) == nil else { return false }
        guard end == .clean, size(path + "-wal") == nil else {
            throw .damaged("\(path) is missing, although there was a journal")
        }
        return true
    }

    /// Under another name, so that the file is there as a whole or not at all. Its header tells format and version before there is a log.
    private static func create(_ path: String, in folder: String) throws(JournalError) {
        let new = path + ".new"
        unlink(new + "-journal")
        let descriptor = Glibc.open(new, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("\(path) could not be created") }
        Glibc.close(descriptor)
        try fill(new)
        guard rename(new, path) == 0 else { throw .system("\(path) could not be created") }
        try sync(folder)
    }

    private static func fill(_ path: String) throws(JournalError) {
        let database = try Database(path: path)
        defer { database.close() }
        try database.execute("BEGIN IMMEDIATE; \(Schema.creation) COMMIT")
    }

    private static func checkHeader(_ path: String) throws(JournalError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("\(path) could not be opened") }
        defer { Glibc.close(descriptor) }
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &header, header.count, 0)
        guard count >= 0 else { throw .system("\(path) could not be read") }
        guard header.starts(with: "SQLite format 3\0".utf8) else { throw .damaged("\(path) is not a journal of Backspin") }
        func integer(at offset: Int) -> Int { header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        try check(path, applicationID: integer(at: 68), version: integer(at: 60))
    }

    private static func check(_ path: String, applicationID: Int, version: Int) throws(JournalError) {
        guard applicationID == Schema.applicationID else {
            throw .damaged("\(path) is a SQLite file, but not a journal of Backspin")
        }
        guard version <= Schema.formatVersion else {
            throw .newerFormat("\(path) has format \(version), this Backspin knows \(Schema.formatVersion)")
        }
        guard version == Schema.formatVersion else { throw .damaged("\(path) has the unknown format \(version)") }
    }

    /// While the journal is open there is a log beside it: without one, its newest entries are lost.
    private static func checkLog(_ path: String, after end: FolderLock.LastEnd) throws(JournalError) {
        guard size(path + "-wal") == nil else {
            guard try LogCheck.isDamaged(path + "-wal", mayBeTorn: end == .relaxed) else { return }
            throw .damaged("\(path)-wal is damaged, and entries in it are lost")
        }
        guard end != .clean else { return }
        throw .damaged("""
            \(path)-wal is missing although the last process did not close the journal, so its newest entries are lost; \
            if a backup was put here on purpose, delete the file `lock` beside it
            """)
    }

    // The version once more, as the log may have raised it; until then closing must leave file and log as they are.
    private static func configure(_ database: Database) throws(JournalError) {
        database.keepLogOnClose(true)
        try database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
        let version = try database.integer("PRAGMA user_version")
        try check(database.path, applicationID: try database.integer("PRAGMA application_id"), version: version)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0")
        database.countLogPages()
    }
}
