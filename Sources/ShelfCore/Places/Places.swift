/// A spot in the order. It never moves, and stays when its album leaves it, until nothing names it any more.
typealias Slot = Int32

/// The total order of all places (L4), with empty ones in it: a tree of blocks that counts, below each of its items, the
/// slots, the albums, and the albums that are shown. All questions cost O(log n), whatever the order in which slots are made.
struct Places: Sendable {
    struct Counts: Sendable, Equatable {
        var slots: Int32 = 0
        var held: Int32 = 0
        var shown: Int32 = 0
    }

    /// By slot: the block in which it lies, and the album whose place it is now.
    private(set) var blockOf: [BlockIndex] = []
    private var albums: [AlbumIndex] = []
    private var free: [Slot] = []
    var blocks: [Block] = [Block(isLeaf: true)]
    var freeBlocks: [BlockIndex] = []
    var root: BlockIndex = 0

    init() {}

    /// Empty slots; the number of each is its rank.
    init(count: Int) {
        for _ in 0..<count { _ = make(before: nil) }
    }

    /// Of all slots.
    var counts: Counts { blocks[Int(root)].total }

    // MARK: - Making and removing

    /// Makes a slot directly behind another; behind `nil` means first of all.
    mutating func make(behind slot: Slot?) -> Slot {
        guard let slot else { return add(to: outermost { _ in 0 }, at: 0) }
        let block = blockOf[Int(slot)]
        return add(to: block, at: blocks[Int(block)].position(of: slot) + 1)
    }

    /// Makes a slot directly in front of another; in front of `nil` means last of all.
    mutating func make(before slot: Slot?) -> Slot {
        guard let slot else {
            let last = outermost { $0.items.count - 1 }
            return add(to: last, at: blocks[Int(last)].items.count)
        }
        let block = blockOf[Int(slot)]
        return add(to: block, at: blocks[Int(block)].position(of: slot))
    }

    private mutating func add(to block: BlockIndex, at position: Int) -> Slot {
        let slot = free.popLast() ?? Slot(albums.count)
        if Int(slot) == albums.count {
            albums.append(noIndex)
            blockOf.append(block)
        }
        insert(slot, Counts(slots: 1), into: block, at: position)
        return slot
    }

    mutating func remove(_ slot: Slot) {
        let block = blockOf[Int(slot)]
        let position = blocks[Int(block)].position(of: slot)
        let counts = blocks[Int(block)].counts[position]
        add(Counts() - counts, to: block)
        removeItem(at: position, from: block)
        albums[Int(slot)] = noIndex
        blockOf[Int(slot)] = noIndex
        free.append(slot)
    }

    mutating func setBlock(_ block: BlockIndex, of slot: Slot) { blockOf[Int(slot)] = block }

    // MARK: - Albums on slots

    mutating func hold(_ slot: Slot, by album: AlbumIndex) {
        let change = Int32(album == noIndex ? 0 : 1) - (albums[Int(slot)] == noIndex ? 0 : 1)
        albums[Int(slot)] = album
        add(Counts(held: change), toSlot: slot)
    }

    mutating func leave(_ slot: Slot) { hold(slot, by: noIndex) }

    /// Shows the album on the slot, which was not shown, or hides it, which was.
    mutating func setShown(_ slot: Slot, _ isShown: Bool) {
        add(Counts(shown: isShown ? 1 : -1), toSlot: slot)
    }

    private mutating func add(_ change: Counts, toSlot slot: Slot) {
        let block = blockOf[Int(slot)]
        blocks[Int(block)].counts[blocks[Int(block)].position(of: slot)] += change
        add(change, to: block)
    }

    // MARK: - Questions

    func album(on slot: Slot) -> AlbumIndex { albums[Int(slot)] }

    /// How many slots, albums and shown albums lie in front.
    func inFront(of slot: Slot) -> Counts {
        var counts = Counts()
        var (item, block) = (slot, blockOf[Int(slot)])
        while block != noIndex {
            counts += blocks[Int(block)].counts(inFrontOf: item)
            (item, block) = (block, blocks[Int(block)].parent)
        }
        return counts
    }

    func rank(_ slot: Slot) -> Int32 { inFront(of: slot).slots }
    func shownInFront(of slot: Slot) -> Int { Int(inFront(of: slot).shown) }
    func isBefore(_ a: Slot, _ b: Slot) -> Bool { a != b && rank(a) < rank(b) }

    /// The shown album with this index in the list.
    func shownAlbum(at index: Int) -> AlbumIndex {
        var rest = Int32(index)
        var block = root
        while true {
            var position = 0
            while blocks[Int(block)].counts[position].shown <= rest {
                rest -= blocks[Int(block)].counts[position].shown
                position += 1
            }
            let item = blocks[Int(block)].items[position]
            if blocks[Int(block)].isLeaf { return albums[Int(item)] }
            block = item
        }
    }

    /// All slots in order.
    func inOrder() -> [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(Int(counts.slots))
        collect(root, into: &slots)
        return slots
    }

    private func collect(_ block: BlockIndex, into slots: inout [Slot]) {
        if blocks[Int(block)].isLeaf {
            slots += blocks[Int(block)].items
        } else {
            for child in blocks[Int(block)].items { collect(child, into: &slots) }
        }
    }
}

extension Places.Counts {
    static func += (a: inout Self, b: Self) { a = Self(slots: a.slots + b.slots, held: a.held + b.held, shown: a.shown + b.shown) }
    static func - (a: Self, b: Self) -> Self { Self(slots: a.slots - b.slots, held: a.held - b.held, shown: a.shown - b.shown) }
}
