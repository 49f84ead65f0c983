import ShelfJournal

/// The entry by which a new epoch of a shelf begins (J7): those who know the one before get a snapshot.
public func newEpoch(of shelf: String, after head: Head) -> Entry {
    var head = head
    var batch = OpenBatch()
    batch.append(.epoch(randomEpoch()), for: nil)
    return batch.take(shelf: shelf, head: &head)[0].entry
}
