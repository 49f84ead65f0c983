/// The journal's twin in memory, for tests and simulations: the same promises but for the disk, with faults on request.
public final class MemoryJournal: Journal {
    private let faults: Faults
    private var chains = Chains()
    private var entries: [String: [Entry]] = [:]
    private var snapshots: [String: Snapshot] = [:]
    private var isBroken = false

    public init(faults: Faults = Faults()) { self.faults = faults }

    public func heads() throws(JournalError) -> [String: Head] { chains.heads }

    public func append(_ new: [Entry]) throws(JournalError) {
        try checkWritable()
        let heads = try chains.heads(after: new)
        let fault = faults.nextAppend()
        if fault?.takesEffect != false {
            for entry in new { entries[entry.shelf, default: []].append(entry) }
            chains.advance(to: heads)
        }
        if let fault { try fail(fault.error) }
    }

    public func read(_ shelf: String, from number: Int, atMost bytes: Int) throws(JournalError) -> [Entry] {
        try chains.checkRead(shelf, from: number)
        var found: [Entry] = []
        var size = 0
        for entry in (entries[shelf] ?? []).dropFirst(number - chains[shelf].oldest) {
            guard found.isEmpty || size < bytes else { break }
            found.append(entry)
            size += entry.body.count
        }
        return found
    }

    public func newestSnapshot(of shelf: String) throws(JournalError) -> Snapshot.Title? { snapshots[shelf]?.title }

    public func part(_ index: Int, of title: Snapshot.Title) throws(JournalError) -> [UInt8] {
        guard let snapshot = snapshots[title.shelf], snapshot.title == title else {
            throw .refused("the snapshot of shelf \(title.shelf) after \(title.after) was replaced")
        }
        return snapshot.part(index)
    }

    public func store(_ part: Int, of snapshot: Snapshot) throws(JournalError) {
        try checkWritable()
        let title = snapshot.title
        let entry = entries[title.shelf]?.first { $0.number == title.after.number }
        try chains.checkStore(title, entry: entry?.hash, newest: snapshots[title.shelf]?.title)
        if let fault = faults.nextStore() { try fail(fault.error) }
        if part == title.partCount - 1 { snapshots[title.shelf] = snapshot }
    }

    public func drop(_ shelf: String, before number: Int, atMost count: Int) throws(JournalError) -> Bool {
        try checkWritable()
        try chains.checkDrop(shelf, before: number, snapshot: snapshots[shelf]?.title)
        let dropped = max(0, min(count, number - chains[shelf].oldest))
        entries[shelf]?.removeFirst(dropped)
        chains[shelf].oldest += dropped
        return chains[shelf].oldest < number
    }

    public func tidy() throws(JournalError) -> Bool { false }

    public func hold() throws(JournalError) -> Int { throw .refused("a journal in memory has no files") }

    public func release() -> Bool { false }

    public func reopen() throws(JournalError) {
        if let fault = faults.nextReopen() { try fail(fault.error) }
        isBroken = false
    }

    public func close() {}

    private func checkWritable() throws(JournalError) {
        guard !isBroken else { throw .io("the journal failed and was not opened again") }
    }

    private func fail(_ error: JournalError) throws(JournalError) {
        isBroken = true
        throw error
    }
}
