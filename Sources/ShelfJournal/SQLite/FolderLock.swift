import Glibc

/// The lock on a journal's folder: a file `lock`, held while a process has the journal open, with its process id in it
/// while the journal may be changing. What a process that was killed left in it tells the next that it did not end cleanly; a second line
/// says that what that process acknowledged need not be on disk.
final class FolderLock {
    /// How the process that had the journal open last left it.
    enum LastEnd {
        case clean
        /// It did not close it.
        case unclean
        /// Nor need all be on disk that it acknowledged: of the log, any end may be missing.
        case relaxed
    }

    private static let relaxed = "relaxed"

    private let path: String
    private var descriptor: Int32
    let lastEnd: LastEnd

    init(folder: String) throws(JournalError) {
        path = folder + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("\(path) could not be opened") }
        let lines = Self.lines(in: descriptor)
        let holder = lines.first.flatMap { Int($0) }
        lastEnd = holder == nil ? .clean : lines.count > 1 && lines[1] == Self.relaxed ? .relaxed : .unclean
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno == EWOULDBLOCK ? JournalError.locked(Self.sentence(folder, holder)) : .system("\(path) could not be locked")
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Says that this process is the holder.
    func sign() { write("\(getpid())\n") }

    /// Says so, and that what it acknowledges need not be on disk; durably. Written over what is there, which may say so already: a cut of the
    /// power leaves the one or the other.
    func signRelaxed() throws(JournalError) {
        let text = "\(getpid())\n\(Self.relaxed)\n"
        guard pwrite(descriptor, text, text.utf8.count, 0) == text.utf8.count else { throw .system("\(path) could not be written") }
        try sync()
    }

    func sync() throws(JournalError) {
        guard fsync(descriptor) == 0 else { throw .system("\(path) could not be written") }
    }

    /// Says that the journal is complete in its file, durably: the log may go only after that.
    func clear() {
        write("")
        fsync(descriptor)
    }

    private func write(_ text: String) {
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }

    func release() {
        guard descriptor >= 0 else { return }
        // A process that is being started has a copy of the descriptor for a moment; closing alone would leave it the lock.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
        descriptor = -1
    }

    deinit { release() }

    private static func lines(in descriptor: Int32) -> [Substring] {
        var bytes = [UInt8](repeating: 0, count: 40)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func sentence(_ folder: String, _ holder: Int?) -> String {
        "\(folder) is held by " + (holder.map { "process \($0)" } ?? "another process")
    }
}

extension JournalError {
    /// What the system says went wrong.
    static func system(_ what: String) -> JournalError {
        let sentence = "\(what) (\(String(cString: strerror(errno))))"
        return [ENOSPC, EDQUOT, EFBIG].contains(errno) ? .diskFull(sentence) : .io(sentence)
    }
}
