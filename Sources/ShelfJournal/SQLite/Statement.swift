import CSQLite
import Glibc

/// A prepared statement, used again and again: bind, run or step, reset.
final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    func finalize() { sqlite3_finalize(handle) }

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
