import CSQLite
import Glibc

/// One SQLite connection. Every failure comes out as a `JournalError` that names the file.
final class Database {
    let path: String
    private let handle: OpaquePointer
    private var statements: [Statement] = []
    /// Pages in the write-ahead log after the last commit.
    var logPages = 0

    /// - Parameter isImmutable: nobody writes to the file, and neither does this connection.
    init(path: String, isImmutable: Bool = false) throws(JournalError) {
        self.path = path
        var opened: OpaquePointer?
        errno = 0
        let name = isImmutable ? "file:\(Self.escaped(path))?immutable=1" : path
        let flags = isImmutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw .io("\(path) could not be opened: out of memory") }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        guard code == SQLITE_OK else {
            let error = error(code)
            sqlite3_close(handle)
            throw error
        }
    }

    private static func escaped(_ path: String) -> String {
        path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
    }

    /// Prepares a statement that lives as long as the connection.
    func prepare(_ sql: String) throws(JournalError) -> Statement {
        var prepared: OpaquePointer?
        errno = 0
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = Statement(prepared, of: self)
        statements.append(statement)
        return statement
    }

    func execute(_ sql: String) throws(JournalError) {
        errno = 0
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// The first value of the first row, as an integer.
    func integer(_ sql: String) throws(JournalError) -> Int {
        let statement = try prepare(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether closing leaves the write-ahead log to the next who opens, instead of moving it into the file.
    func keepLogOnClose(_ kept: Bool) { _ = backspin_keep_log_on_close(handle, kept ? 1 : 0) }

    func countLogPages() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(handle, { context, _, _, pages in
            Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue().logPages = Int(pages)
            return SQLITE_OK
        }, context)
    }

    /// Forces the write-ahead log to disk, as a commit does under `synchronous = FULL`.
    func syncLog() throws(JournalError) {
        var log: UnsafeMutablePointer<sqlite3_file>?
        errno = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log)
        guard let log, let methods = log.pointee.pMethods else { throw .io("\(path): there is no log to force to disk") }
        let code = methods.pointee.xSync(log, SQLITE_SYNC_NORMAL)
        guard code == SQLITE_OK else { throw error(code) }
    }

    func close() {
        statements.forEach { $0.finalize() }
        sqlite3_close(handle)
    }

    func error(_ code: Int32) -> JournalError {
        // SQLite forgets the system's reason when a commit fails; the thread still has it.
        let system = errno
        let message = String(cString: sqlite3_errmsg(handle))
        switch code & 0xff {
        case SQLITE_FULL: return .diskFull("\(path): the disk is full")
        case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(system):
            return .diskFull("\(path): there is no room (\(String(cString: strerror(system))))")
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
            return .damaged("\(path) is damaged (\(message))")
        case SQLITE_BUSY, SQLITE_LOCKED: return .locked("\(path) is held by another process")
        default:
            let cause = system == 0 ? "" : ", \(String(cString: strerror(system)))"
            return .io("\(path): \(message) (code \(code)\(cause))")
        }
    }
}
