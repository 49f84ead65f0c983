/// The albums that are not on the list and not gone, in the order in which they left it.
struct Bin: Sendable {
    struct Deletion: Sendable, Equatable {
        let stamp: Int
        var album: AlbumIndex
        let by: ClientID
        let name: String
        let at: Int
    }

    /// By stamp; an album that came back leaves a hole (`noIndex`) until the holes are half of all.
    private(set) var deletions: [Deletion] = []
    private var holes = 0
    private(set) var lastStamp = 0
    /// Stamps of albums that no unsettled write names (L6), the longest deleted first.
    private(set) var forgettable: [Int] = []

    init() {}

    var count: Int { deletions.count - holes }

    mutating func add(_ album: AlbumIndex, by: ClientID, name: String, at: Int) -> Int {
        lastStamp += 1
        deletions.append(Deletion(stamp: lastStamp, album: album, by: by, name: name, at: at))
        return lastStamp
    }

    mutating func remove(stamp: Int) {
        deletions[index(of: stamp)].album = noIndex
        holes += 1
        guard holes > 32, holes * 2 > deletions.count else { return }
        deletions.removeAll { $0.album == noIndex }
        holes = 0
    }

    func deletion(_ stamp: Int) -> Deletion { deletions[index(of: stamp)] }

    /// How many deletions, holes too, are older than the stamp.
    func index(of stamp: Int) -> Int { deletions.partition { $0.stamp < stamp } }

    // MARK: - What may be forgotten

    mutating func allowForgetting(stamp: Int) {
        forgettable.insert(stamp, at: forgettable.partition { $0 < stamp })
    }

    mutating func forbidForgetting(stamp: Int) {
        forgettable.remove(at: forgettable.partition { $0 < stamp })
    }

    /// Takes the longest deleted of the forgettable out of the bin.
    mutating func forgetOldest(_ count: Int) -> [Deletion] {
        let forgotten = forgettable.prefix(count).map { deletion($0) }
        forgettable.removeFirst(count)
        for deletion in forgotten { remove(stamp: deletion.stamp) }
        return forgotten
    }

    // MARK: - Snapshots

    init(deletions: [Deletion], lastStamp: Int) {
        self.deletions = deletions
        self.lastStamp = lastStamp
    }
}
