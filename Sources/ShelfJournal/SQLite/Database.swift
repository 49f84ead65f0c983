import CSQLite
import Glibc

/// One SQLite connection. Every failure comes out as a `JournalError` that names the file.
final class Database {
    let path: String
    fileprivate let handle: OpaquePointer
    private var statements: [Statement] = []
    /// Pages in the write-ahead log after the last commit.
    var logPages = 0

    init(path: String, create: Bool = false) throws(JournalError) {
        self.path = path
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0)
        errno = 0
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw .io("\(path) could not be opened: out of memory") }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        guard code == SQLITE_OK else {
            let error = error(code)
            sqlite3_close(handle)
            throw error
        }
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

/// A prepared statement, used again and again: bind, run or step, reset.
final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database

    fileprivate init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    fileprivate func finalize() { sqlite3_finalize(handle) }

    /// Runs it to its end.
    func run(_ values: Value...) throws(JournalError) {
        bind(values)
        defer { reset() }
        while try step() {}
    }

    enum Value {
        case integer(Int)
        case text(String)
        case blob([UInt8])
        case hash(EntryHash)
    }

    func bind(_ values: [Value]) {
        for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
    }

    // Binding fails only for a wrong index or beyond a gigabyte; the statement then stores NULL, which the schema refuses.
    private func bind(_ value: Value, at index: Int32) {
        switch value {
        case .integer(let integer): sqlite3_bind_int64(handle, index, Int64(integer))
        case .text(var text): _ = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { backspin_bind_text(handle, index, $0.baseAddress, UInt64($0.count)) }
        }
        case .blob(let bytes): _ = backspin_bind_blob(handle, index, bytes, UInt64(bytes.count))
        case .hash(let hash): _ = backspin_bind_blob(handle, index, hash.bytes, UInt64(EntryHash.byteCount))
        }
    }

    /// True when there is a row.
    func step() throws(JournalError) -> Bool {
        errno = 0
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.error(code)
        }
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    func blob(_ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(handle, column), count: count))
    }

    /// Zero, which no entry hashes to, when the column does not hold 32 bytes.
    func hash(_ column: Int32) -> EntryHash { EntryHash(bytes: blob(column)) ?? .zero }
}
