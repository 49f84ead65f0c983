/// What every journal keeps of each shelf: the oldest entry it holds and the newest.
struct Chains {
    struct Chain {
        var oldest = 1
        var head = Head.none
    }

    private(set) var byShelf: [String: Chain] = [:]

    var heads: [String: Head] { byShelf.mapValues(\.head) }

    subscript(shelf: String) -> Chain {
        get { byShelf[shelf] ?? Chain() }
        set { byShelf[shelf] = newValue }
    }

    /// The heads after an append, or the conflict that forbids it: the compare of compare-and-append.
    func heads(after entries: [Entry]) throws(JournalError) -> [String: Head] {
        var heads: [String: Head] = [:]
        for entry in entries {
            let found = heads[entry.shelf] ?? self[entry.shelf].head
            guard entry.expected == found else {
                throw .conflict(shelf: entry.shelf, expected: entry.expected, found: found)
            }
            heads[entry.shelf] = entry.head
        }
        return heads
    }

    mutating func advance(to heads: [String: Head]) {
        for (shelf, head) in heads { self[shelf].head = head }
    }

    /// Finds that a journal that was opened again holds less than it did.
    func checkNothingIsLost(in found: Chains) throws(JournalError) {
        for (shelf, head) in heads where found[shelf].head.number < head.number {
            throw .lost("shelf \(shelf): entry \(head.number) was acknowledged, but the newest on disk is \(found[shelf].head.number)")
        }
    }

    /// Refuses what a read may not ask for.
    func checkRead(_ shelf: String, from number: Int) throws(JournalError) {
        let oldest = self[shelf].oldest
        guard number >= oldest else {
            throw .refused("entry \(number) of shelf \(shelf) was dropped; the oldest one held is \(oldest)")
        }
    }

    /// Refuses to drop what is still needed to load the shelf.
    func checkDrop(_ shelf: String, before number: Int, snapshot: Snapshot.Title?) throws(JournalError) {
        guard number <= self[shelf].head.number, number <= (snapshot?.after.number ?? 0) + 1 else {
            throw .refused("entries of shelf \(shelf) before \(number) are still needed: no snapshot stands for them, or they are the newest")
        }
    }

    /// Refuses a snapshot of an entry that is not there, or one that is not newer than the one before.
    func checkStore(_ title: Snapshot.Title, entry: EntryHash?, newest: Snapshot.Title?) throws(JournalError) {
        guard entry == title.after.hash else {
            throw .refused("a snapshot of shelf \(title.shelf) stands on \(title.after), which the journal does not hold")
        }
        guard title.after.number > newest?.after.number ?? 0 else {
            throw .refused("a snapshot of shelf \(title.shelf) after \(title.after) is not newer than the one that is there")
        }
    }
}
