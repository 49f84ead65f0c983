import ShelfJournal

/// The entries by which a new epoch begins for every shelf.
public func newEpochs(after heads: [String: Head]) -> [Entry] {
    heads.sorted { $0.key < $1.key }.map { newEpoch(of: $0.key, after: $0.value) }
}

/// The entry by which a new epoch of a shelf begins (J7): those who know the one before get a snapshot.
private func newEpoch(of shelf: String, after head: Head) -> Entry {
    var head = head
    var batch = OpenBatch()
    batch.append(.epoch(randomEpoch()), for: nil)
    return batch.take(shelf: shelf, head: &head)[0].entry
}
