typealias BlockIndex = Int32

extension Places {
    /// Up to `capacity` items in order: slots in a leaf, else blocks. None but the root is ever empty.
    struct Block: Sendable {
        static let capacity = 64

        var parent: BlockIndex = noIndex
        let isLeaf: Bool
        var items: [Int32] = []
        /// What lies in and below each item.
        var counts: [Counts] = []

        var total: Counts { counts.reduce(into: Counts()) { $0 += $1 } }

        func position(of item: Int32) -> Int {
            var position = 0
            while items[position] != item { position += 1 }
            return position
        }

        func counts(inFrontOf item: Int32) -> Counts {
            var (sum, position) = (Counts(), 0)
            while items[position] != item {
                sum += counts[position]
                position += 1
            }
            return sum
        }
    }

    // MARK: - Finding and counting

    /// The leaf at one end; `position` picks that end of a block.
    func outermost(_ position: (Block) -> Int) -> BlockIndex {
        var block = root
        while !blocks[Int(block)].isLeaf { block = blocks[Int(block)].items[position(blocks[Int(block)])] }
        return block
    }

    /// Counts a change of the block's total in all blocks above it.
    mutating func add(_ change: Counts, to block: BlockIndex) {
        var (item, block) = (block, blocks[Int(block)].parent)
        while block != noIndex {
            let position = blocks[Int(block)].position(of: item)
            blocks[Int(block)].counts[position] += change
            (item, block) = (block, blocks[Int(block)].parent)
        }
    }

    // MARK: - Growing

    mutating func insert(_ slot: Slot, _ counts: Counts, into block: BlockIndex, at position: Int) {
        place(slot, counts, into: block, at: position)
        add(counts, to: block)
        splitIfFull(block)
    }

    private mutating func place(_ item: Int32, _ counts: Counts, into block: BlockIndex, at position: Int) {
        blocks[Int(block)].items.insert(item, at: position)
        blocks[Int(block)].counts.insert(counts, at: position)
        adopt(item, by: block)
    }

    private mutating func adopt(_ item: Int32, by block: BlockIndex) {
        if blocks[Int(block)].isLeaf { setBlock(block, of: item) } else { blocks[Int(item)].parent = block }
    }

    /// The hinder half of a full block goes to a new block behind it.
    private mutating func splitIfFull(_ block: BlockIndex) {
        guard blocks[Int(block)].items.count > Block.capacity else { return }
        let half = Block.capacity / 2
        let hinder = makeBlock(isLeaf: blocks[Int(block)].isLeaf)
        blocks[Int(hinder)].items = Array(blocks[Int(block)].items[half...])
        blocks[Int(hinder)].counts = Array(blocks[Int(block)].counts[half...])
        blocks[Int(block)].items.removeSubrange(half...)
        blocks[Int(block)].counts.removeSubrange(half...)
        for item in blocks[Int(hinder)].items { adopt(item, by: hinder) }
        let parent = parentForSplitting(block)
        let position = blocks[Int(parent)].position(of: block)
        blocks[Int(parent)].counts[position] = blocks[Int(block)].total
        place(hinder, blocks[Int(hinder)].total, into: parent, at: position + 1)
        splitIfFull(parent)
    }

    /// A root that is split gets a block above it.
    private mutating func parentForSplitting(_ block: BlockIndex) -> BlockIndex {
        guard block == root else { return blocks[Int(block)].parent }
        root = makeBlock(isLeaf: false)
        place(block, Counts(), into: root, at: 0)
        return root
    }

    private mutating func makeBlock(isLeaf: Bool) -> BlockIndex {
        guard let block = freeBlocks.popLast() else {
            blocks.append(Block(isLeaf: isLeaf))
            return BlockIndex(blocks.count - 1)
        }
        blocks[Int(block)] = Block(isLeaf: isLeaf)
        return block
    }

    // MARK: - Shrinking

    /// Takes out an item that is no longer counted above; a block that it leaves empty goes too.
    mutating func removeItem(at position: Int, from block: BlockIndex) {
        blocks[Int(block)].items.remove(at: position)
        blocks[Int(block)].counts.remove(at: position)
        let parent = blocks[Int(block)].parent
        if blocks[Int(block)].items.isEmpty, parent != noIndex {
            removeItem(at: blocks[Int(parent)].position(of: block), from: parent)
            freeBlocks.append(block)
            blocks[Int(block)].parent = noIndex
        }
        shortenTree()
    }

    private mutating func shortenTree() {
        while !blocks[Int(root)].isLeaf, blocks[Int(root)].items.count == 1 {
            freeBlocks.append(root)
            root = blocks[Int(root)].items[0]
            blocks[Int(root)].parent = noIndex
        }
    }

    // MARK: - Invariants

    func checkInvariants() {
        var reached = 0
        check(root, &reached)
        precondition(reached + freeBlocks.count == blocks.count, "blocks out of reach")
    }

    private func check(_ block: BlockIndex, _ reached: inout Int) {
        reached += 1
        let state = blocks[Int(block)]
        precondition(state.items.count == state.counts.count && state.items.count <= Block.capacity, "a block too large")
        precondition(block == root ? state.parent == noIndex : !state.items.isEmpty, "an empty block, or a root with a parent")
        for (item, counts) in zip(state.items, state.counts) {
            if state.isLeaf {
                precondition(blockOf[Int(item)] == block, "a slot that lies elsewhere")
                precondition(counts.slots == 1 && counts.held == (album(on: item) == noIndex ? 0 : 1), "a slot counted wrongly")
                precondition(counts.shown <= counts.held, "nothing is shown on this slot")
            } else {
                precondition(blocks[Int(item)].parent == block, "a block that lies elsewhere")
                precondition(blocks[Int(item)].total == counts, "a block counted wrongly")
                check(item, &reached)
            }
        }
    }
}
