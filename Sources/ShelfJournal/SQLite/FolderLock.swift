import Glibc

/// The lock on a journal's folder: a file `lock`, held while a process has the journal open, with its process id in it
/// while the journal may be changing. What a process that was killed left in it tells the next that it did not end cleanly.
final class FolderLock {
    private var descriptor: Int32
    /// The process that had the journal open last and did not close it.
    let uncleanHolder: Int?

    init(folder: String) throws(JournalError) {
        let path = folder + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("\(path) could not be opened") }
        uncleanHolder = Self.holder(in: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno == EWOULDBLOCK ? JournalError.locked(Self.sentence(folder, uncleanHolder)) : .system("\(path) could not be locked")
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Says that this process is the holder.
    func sign() { write("\(getpid())\n") }

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

    private static func holder(in descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
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
