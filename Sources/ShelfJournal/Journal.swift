/// The journal: for each shelf a chain of entries, and a snapshot that stands for the chain's beginning.
///
/// Who appends says which entry it follows, so several may append to the same shelf (compare-and-append). Nothing above may know
/// which journal it is, nor assume that nobody else appends. Calls block, and come from one thread at a time.
///
/// After `diskFull` or `io` nobody knows what is on disk (J4): every write is refused until `reopen` succeeded; then `heads` and
/// `read` tell what counts. Reading may go on meanwhile.
public protocol Journal: AnyObject {
    /// The newest entry of each shelf; costs one look-up a shelf. In no particular order.
    func heads() throws(JournalError) -> [String: Head]

    /// Appends entries of any number of shelves, each behind the one before it: all or none, durable when it returns, or by the next `sync`.
    /// Throws `conflict` for the first entry that does not follow its shelf's newest.
    func append(_ entries: [Entry]) throws(JournalError)

    /// Whether all that was appended is durable.
    var isSynced: Bool { get }

    /// Makes durable all that was appended.
    func sync() throws(JournalError)

    /// Entries of a shelf from a number on, their hashes and chain verified: at least one if there is one, and no further one once
    /// their bodies have `bytes`. Empty behind the newest. Throws `refused` for a number that was dropped.
    func read(_ shelf: String, from number: Int, atMost bytes: Int) throws(JournalError) -> [Entry]

    /// The newest complete snapshot of a shelf.
    func newestSnapshot(of shelf: String) throws(JournalError) -> Snapshot.Title?

    /// One part of the newest snapshot. Only `Snapshot.Reader` can tell whether it is what was stored.
    func part(_ index: Int, of title: Snapshot.Title) throws(JournalError) -> [UInt8]

    /// Stores parts 0, 1, 2, …; with the last one the snapshot replaces the shelf's older one, at once or not at all.
    /// Throws `refused` unless its entry is in the journal and it is newer than the snapshot before.
    func store(_ part: Int, of snapshot: Snapshot) throws(JournalError)

    /// Drops entries of a shelf before a number, the oldest first, at most `count`; says whether there are more.
    /// Throws `refused` for entries that no snapshot stands for, and for the newest entry.
    func drop(_ shelf: String, before number: Int, atMost count: Int) throws(JournalError) -> Bool

    /// Does a few milliseconds of the work that may wait; says whether there is more.
    func tidy() throws(JournalError) -> Bool

    /// Leaves its files as they are, but for appending to the log, until `release` or `reopen`: meanwhile they can be copied. The bytes of
    /// the log that belong to the copy.
    func hold() throws(JournalError) -> Int

    /// Ends a `hold`; whether the files were left alone all the time.
    func release() -> Bool

    /// Opens the journal again after a failure and makes durable what it holds. Throws `lost` when that is less than was appended.
    func reopen() throws(JournalError)

    /// The journal is not used any more. Safe to leave out: what was appended and synced is durable.
    func close()
}

extension Journal {
    // Where an append is durable when it returns.
    public var isSynced: Bool { true }
    public func sync() throws(JournalError) {}

    /// Stores a whole snapshot.
    public func store(_ snapshot: Snapshot) throws(JournalError) {
        for part in 0..<snapshot.title.partCount { try store(part, of: snapshot) }
    }

    /// The newest snapshot of a shelf, whole and verified.
    public func snapshot(of shelf: String) throws(JournalError) -> Snapshot? {
        guard let title = try newestSnapshot(of: shelf) else { return nil }
        var reader = Snapshot.Reader(title)
        while !reader.isComplete { reader.append(part: try part(reader.nextPart, of: title)) }
        return try reader.finish()
    }
}
