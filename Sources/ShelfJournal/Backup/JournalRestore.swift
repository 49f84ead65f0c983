import Glibc

/// Makes a journal of a backup, in a folder of its own.
public enum JournalRestore {
    /// - Parameters:
    ///   - folder: empty but for a lock, or not there. It is so again after an error.
    ///   - entries: what is to be appended to the shelves of the backup, given their heads. It is there from the first moment on.
    public static func run(
        backup: String, folder: String, progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in },
        appending entries: ([String: Head]) -> [Entry]
    ) throws(JournalError) {
        let isThere = access(folder, F_OK) == 0
        guard try isEmpty(folder) else { throw .refused("\(folder) is not empty; restore into a folder that is empty or not there") }
        try JournalFile.prepareFolder(folder)
        let lock = try FolderLock(folder: folder)
        defer { lock.release() }
        // While it is signed and there is no journal, no server begins one.
        lock.sign()
        let staging = folder + "/restoring"
        do throws(JournalError) {
            try fill(staging, from: backup, progress, entries)
            lock.clear()
            guard rename(JournalFile.path(in: staging), JournalFile.path(in: folder)) == 0 else { throw .system("\(folder) could not be written") }
            try JournalFile.sync(folder)
            remove(staging)
        } catch {
            // As it was, to be tried again.
            lock.clear()
            unlink(JournalFile.path(in: folder))
            remove(staging)
            if !isThere { remove(folder) }
            throw error
        }
    }

    private static func fill(
        _ staging: String, from backup: String, _ progress: (Int, Int) -> Void, _ entries: ([String: Head]) -> [Entry]
    ) throws(JournalError) {
        let (bytes, path) = (FileCopy.size(backup), JournalFile.path(in: staging))
        try JournalFile.prepareFolder(staging)
        try FileCopy.make(backup, to: path, bytes: bytes) { progress($0, bytes) }
        let journal = try SQLiteJournal(folder: staging)
        try journal.append(entries(try journal.heads()))
        journal.close()
        try FileCopy.sync(path)
    }

    private static func remove(_ folder: String) {
        let journal = JournalFile.path(in: folder)
        for path in [journal, journal + "-wal", folder + "/lock"] { unlink(path) }
        rmdir(folder)
    }

    private static func isEmpty(_ folder: String) throws(JournalError) -> Bool {
        guard let directory = opendir(folder) else {
            guard errno == ENOENT else { throw .system("\(folder) could not be opened") }
            return true
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard [".", "..", "lock"].contains(name) else { return false }
        }
        return true
    }
}
