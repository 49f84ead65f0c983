/// The albums that vanished, moved or appeared during an act, with the indices that an array needs to follow (W5).
///
/// All places, also those just left, still have their rank. The list before the act differs from the list now only by these
/// albums, so an old index is a new one, less what came in front, plus what went from there.
struct Passages {
    private struct Passage {
        let album: AlbumIndex
        let from: Slot
        let to: Slot
        let fromRank: Int32
        let toRank: Int32
    }

    private let shelf: Shelf
    private var vanished: [Passage] = []
    private var moved: [Passage] = []
    private var appeared: [Passage] = []
    /// Ranks on which an album stands now but did not, and did but does not, rising.
    private let entered: [Int32]
    private let left: [Int32]

    init(of shelf: Shelf) {
        self.shelf = shelf
        for touched in shelf.trace.touched {
            let album = shelf.albums[touched.album]
            let passage = Passage(
                album: touched.album, from: touched.slot, to: album.slot,
                fromRank: shelf.places.rank(touched.slot), toRank: shelf.places.rank(album.slot))
            switch (touched.wasShown, album.isShown) {
            case (true, false): vanished.append(passage)
            case (false, true): appeared.append(passage)
            case (true, true) where touched.slot != album.slot: moved.append(passage)
            default: break
            }
        }
        entered = (moved + appeared).map(\.toRank).sorted()
        left = (moved + vanished).map(\.fromRank).sorted()
    }

    // MARK: - The three kinds

    /// By falling index, so that none changes the next one's.
    func deletes() -> [Change] {
        vanished.sorted { $0.fromRank > $1.fromRank }.map { passage in
            let index = remaining(inFrontOf: passage.from, passage.fromRank) + left.partition { $0 < passage.fromRank }
            return .delete(index: index, id: id(passage))
        }
    }

    /// In their final order. At each moment the list is in the order of the places where its albums stand: on the old place
    /// before their move, on the new one after it.
    func moves() -> [Change] {
        let ordered = moved.sorted { $0.toRank < $1.toRank }
        guard !leaveOrder(ordered) else { return [] }
        let ranks = (moved.map(\.fromRank) + moved.map(\.toRank)).sorted()
        func position(_ rank: Int32) -> Int { ranks.partition { $0 < rank } }
        var standing = Fenwick(count: ranks.count)
        for passage in moved { standing.add(1, at: position(passage.fromRank)) }
        var moves: [Change] = []
        for passage in ordered {
            let (old, new) = (position(passage.fromRank), position(passage.toRank))
            standing.add(-1, at: old)
            let from = remaining(inFrontOf: passage.from, passage.fromRank) + standing.sum(below: old)
            let to = remaining(inFrontOf: passage.to, passage.toRank) + standing.sum(below: new)
            standing.add(1, at: new)
            if from != to { moves.append(.move(from: from, to: to, id: id(passage))) }
        }
        return moves
    }

    /// By rising index.
    func inserts() -> [Change] {
        appeared.sorted { $0.toRank < $1.toRank }.map { passage in
            .insert(index: shelf.places.shownInFront(of: passage.to), id: id(passage), fields: shelf.fields(passage.album))
        }
    }

    // MARK: - Counting

    /// How many albums that stayed where they are lie in front.
    private func remaining(inFrontOf slot: Slot, _ rank: Int32) -> Int {
        shelf.places.shownInFront(of: slot) - entered.partition { $0 < rank }
    }

    /// Whether no move passes an album, so that together they show nothing.
    private func leaveOrder(_ ordered: [Passage]) -> Bool {
        zip(ordered, ordered.dropFirst()).allSatisfy { $0.fromRank < $1.fromRank }
            && ordered.allSatisfy { remaining(inFrontOf: $0.from, $0.fromRank) == remaining(inFrontOf: $0.to, $0.toRank) }
    }

    private func id(_ passage: Passage) -> AlbumID { shelf.albums[passage.album].id }
}
