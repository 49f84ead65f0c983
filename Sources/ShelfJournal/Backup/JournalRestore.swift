import Glibc

/// Makes a journal of a backup, in a folder of its own.
public enum JournalRestore {
    /// - Parameters:
    ///   - folder: empty, or not there.
    ///   - entries: what is to be appended to the shelves of the backup, given their heads. It is there from the first moment on.
    public static func run(
        backup: String, folder: String, progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in },
        appending entries: ([String: Head]) -> [Entry]
    ) throws(JournalError) {
        guard try isEmpty(folder) else { throw .refused("\(folder) is not empty; restore into a folder that is empty or not there") }
        try JournalFile.prepareFolder(folder)
        let lock = try FolderLock(folder: folder)
        defer { lock.release() }
        // While it is signed and there is no journal, no server begins one.
        lock.sign()
        let staging = folder + "/restoring"
        let bytes = FileCopy.size(backup)
        try JournalFile.prepareFolder(staging)
        try FileCopy.make(backup, to: JournalFile.path(in: staging), bytes: bytes) { progress($0, bytes) }
        let journal = try SQLiteJournal(folder: staging)
        try journal.append(entries(try journal.heads()))
        journal.close()
        try FileCopy.sync(JournalFile.path(in: staging))
        lock.clear()
        guard rename(JournalFile.path(in: staging), JournalFile.path(in: folder)) == 0 else { throw .system("\(folder) could not be written") }
        try JournalFile.sync(folder)
        unlink(staging + "/lock")
        rmdir(staging)
    }

    private static func isEmpty(_ folder: String) throws(JournalError) -> Bool {
        guard let directory = opendir(folder) else {
            guard errno == ENOENT else { throw .system("\(folder) could not be opened") }
            return true
        }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count <= 2
    }
}
