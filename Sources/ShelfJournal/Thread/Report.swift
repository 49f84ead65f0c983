/// Work that waits for no commit and no commit waits for.
public enum Job: Hashable, Sendable {
    /// Answered with `loaded`.
    case load(shelf: String)
    /// Reads what loading would read and keeps nothing of it; whatever else there is to do goes first. Answered with `verified`.
    case verify(shelf: String)
    /// Answered with `stored`.
    case store(Snapshot)
    /// Drops the entries before a number; answered with `compacted`.
    case compact(shelf: String, before: Int)
}

/// What the journal's thread tells the loop.
public enum Report: Hashable, Sendable {
    /// These entries are on disk, or will be with the next `sync`, in the order in which they were handed over.
    case durable([Entry])
    /// Somebody else was first: these entries of one shelf are not in the journal and will not be.
    case conflict(shelf: String, found: Head, entries: [Entry])
    /// Writing has stopped and is tried again, or is still stopped for another reason (J4). What is open stays open.
    case trouble(Trouble)
    /// Writing goes on.
    case troubleOver
    /// What was reported as `durable` is not there any more: nothing is written, and the process is to end.
    case lost(String)
    /// A shelf's newest snapshot and all entries after it, up to the last one that was reported `durable` before this.
    case loaded(shelf: String, snapshot: Snapshot?, entries: [Entry])
    case verified(shelf: String)
    case stored(Snapshot.Title)
    case compacted(shelf: String, before: Int)
    /// A job was given up; the journal is as if it had not been asked.
    case failed(Job, JournalError)
    /// The thread ends. Entries that were not reported are not known to be durable.
    case stopped
}

/// Why nothing is written.
public struct Trouble: Hashable, Sendable {
    /// As clients are told.
    public enum Reason: String, Sendable {
        case diskFull = "disk_full"
        case ioError = "io_error"
    }

    public let reason: Reason
    public let error: JournalError

    init(_ error: JournalError) {
        self.error = error
        reason = if case .diskFull = error { .diskFull } else { .ioError }
    }
}
