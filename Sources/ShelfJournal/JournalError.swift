/// Why the journal did not do it. Each says what happened; `description` adds what to do.
public enum JournalError: Error, Hashable, Sendable {
    /// An entry did not follow its shelf's newest one; nothing of the append took effect.
    case conflict(shelf: String, expected: Head, found: Head)
    /// What was asked for can not be: an entry that was dropped, a snapshot of an entry that is not there. Nothing happened.
    case refused(String)
    /// No room. Whether the append took effect is unknown until `reopen` (J4).
    case diskFull(String)
    /// The system failed to read or write. Whether the append took effect is unknown until `reopen` (J4).
    case io(String)
    /// What was read is not what was written.
    case damaged(String)
    /// Opened again, the journal holds less than was acknowledged.
    case lost(String)
    /// Another process has the journal open.
    case locked(String)
    /// Written by a newer Backspin.
    case newerFormat(String)
}

extension JournalError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .conflict(let shelf, let expected, let found):
            "shelf \(shelf): an append expected to follow \(expected), but the journal holds \(found); read the journal on and append behind it"
        case .refused(let what):
            what
        case .diskFull(let what):
            "\(what); make room"
        case .io(let what):
            "\(what); see to the disk and the rights of the folder"
        case .damaged(let what):
            "\(what); keep a copy of the folder as it is, run `backspin check`, and restore the last good backup"
        case .lost(let what):
            "\(what); start the server again, and clients are told what is there"
        case .locked(let what):
            "\(what); stop that process first, or use another folder"
        case .newerFormat(let what):
            "\(what); use that version of Backspin or a newer one, the file was left as it is"
        }
    }
}
