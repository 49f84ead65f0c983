import Glibc

/// A copy of a journal in one file, as it was at one moment. Made whether or not a server has the journal open.
public enum JournalBackup {
    /// Makes the copy beside `path`, and gives it its name when it is whole, checked and on disk.
    /// - Parameter progress: called with the bytes that were copied, and all.
    public static func make(
        of folder: String, as path: String, progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(JournalError) {
        guard try JournalFile.isThere(in: folder) else { throw .refused("there is no journal in \(folder)") }
        guard !isThere(path) else { throw .refused("\(path) is there already; take it away first, or name another file") }
        let part = path + ".part"
        defer { for name in [part, part + "-wal"] { unlink(name) } }
        try copy(folder, to: part, progress)
        try seal(part)
        let findings = try JournalCheck.run(backup: part)
        guard findings.isEmpty else { throw .damaged("the journal in \(folder) is damaged: \(findings[0])") }
        // Unlike renaming, never replaces what was put there meanwhile.
        guard link(part, path) == 0 else { throw .system("\(path) could not be created") }
        try JournalFile.sync(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }

    private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func copy(_ folder: String, to part: String, _ progress: (Int, Int) -> Void) throws(JournalError) {
        let lock: FolderLock
        do throws(JournalError) {
            lock = try FolderLock(folder: folder)
        } catch .locked(let sentence) {
            guard let door = LocalSocket.connect(to: BackupDoor.name, in: folder) else { throw .locked(sentence) }
            return try copy(folder, to: part, by: door, progress)
        }
        defer { lock.release() }
        try JournalFile.checkFiles(in: folder, after: lock.lastEnd)
        try copyFiles(folder, logBytes: nil, to: part, progress)
    }

    /// While a server holds the files.
    private static func copy(
        _ folder: String, to part: String, by door: LocalSocket, _ progress: (Int, Int) -> Void
    ) throws(JournalError) {
        let words = (door.line() ?? "refused the server ended").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "held", let logBytes = Int(words[1]) else {
            throw .refused(words.count == 2 ? String(words[1]) : "the server that has \(folder) open does not know of backups")
        }
        try copyFiles(folder, logBytes: logBytes, to: part) { copied, total in
            door.sendDot()
            progress(copied, total)
        }
        door.send("")
        guard door.line() == "whole" else {
            throw .refused("the server ended, or had to open \(folder) again, before the copy was complete; try again")
        }
    }

    /// - Parameter logBytes: how much of the log counts; nil for all that there is.
    private static func copyFiles(
        _ folder: String, logBytes: Int?, to part: String, _ progress: (Int, Int) -> Void
    ) throws(JournalError) {
        let path = JournalFile.path(in: folder)
        let (bytes, log) = (FileCopy.size(path), logBytes ?? FileCopy.size(path + "-wal"))
        try FileCopy.make(path, to: part, bytes: bytes) { progress($0, bytes + log) }
        guard log > 0 else { return }
        try FileCopy.make(path + "-wal", to: part + "-wal", bytes: log) { progress(bytes + $0, bytes + log) }
    }

    /// Moves the log into the file, which then is all of the copy, and makes it durable.
    private static func seal(_ part: String) throws(JournalError) {
        let database = try Database(path: part)
        defer { database.close() }
        try database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)")
        try FileCopy.sync(part)
    }
}
