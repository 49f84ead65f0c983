import Glibc
import ShelfJournal
import ShelfServer

/// The journal of a data folder that must be there already: a reader makes none.
func openJournal(_ folder: String) throws -> SQLiteJournal {
    guard access(folder, F_OK) == 0 || errno != ENOENT else { throw Failure("there is no data folder \(folder); name it with --data") }
    return try SQLiteJournal(folder: folder)
}

extension SQLiteJournal {
    private static let portion = 4 * 1024 * 1024

    /// A shelf as it was after its newest entry.
    func stored(_ name: String) throws -> StoredShelf {
        var stored = try StoredShelf(snapshot: try snapshot(of: name), entries: [])
        while case let entries = try read(name, from: stored.head.number + 1, atMost: Self.portion), !entries.isEmpty {
            for entry in entries { try stored.apply(entry) }
        }
        return stored
    }
}
