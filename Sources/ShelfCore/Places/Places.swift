/// A spot in the order. It never moves, and stays when its album leaves it, until nothing names it any more.
typealias Slot = Int32

/// The total order of all places (L4), with empty ones in it: a treap with parent links that counts, in every subtree, the
/// slots, the albums, and the albums that are shown. All questions cost O(log n).
struct Places: Sendable {
    struct Node: Sendable {
        var left: Slot = noIndex
        var right: Slot = noIndex
        var up: Slot = noIndex
        var counts = Counts(slots: 1)
        /// The album whose place this is now.
        var album: AlbumIndex = noIndex
        var isShown = false
    }

    struct Counts: Sendable, Equatable {
        var slots: Int32 = 0
        var held: Int32 = 0
        var shown: Int32 = 0

        static func + (a: Counts, b: Counts) -> Counts {
            Counts(slots: a.slots + b.slots, held: a.held + b.held, shown: a.shown + b.shown)
        }
    }

    var nodes: [Node] = []
    var free: [Slot] = []
    var root: Slot = noIndex

    init() {}

    /// Empty slots; the number of each is its rank.
    init(count: Int) {
        for _ in 0..<count { _ = make(before: nil) }
    }

    /// Of all slots.
    var counts: Counts { counts(below: root) }

    // MARK: - Making and removing

    /// Makes a slot directly behind another; behind `nil` means first of all.
    mutating func make(behind slot: Slot?) -> Slot {
        guard let slot else { return addLeaf(to: outermost(\.left, from: root), .left) }
        let right = nodes[slot].right
        return right == noIndex ? addLeaf(to: slot, .right) : addLeaf(to: outermost(\.left, from: right), .left)
    }

    /// Makes a slot directly in front of another; in front of `nil` means last of all.
    mutating func make(before slot: Slot?) -> Slot {
        guard let slot else { return addLeaf(to: outermost(\.right, from: root), .right) }
        let left = nodes[slot].left
        return left == noIndex ? addLeaf(to: slot, .left) : addLeaf(to: outermost(\.right, from: left), .right)
    }

    mutating func remove(_ slot: Slot) {
        sink(slot)
        let up = nodes[slot].up
        replace(slot, with: nodes[slot].left != noIndex ? nodes[slot].left : nodes[slot].right)
        recountUpwards(from: up)
        free.append(slot)
    }

    // MARK: - Albums on slots

    mutating func hold(_ slot: Slot, by album: AlbumIndex) {
        nodes[slot].album = album
        recountUpwards(from: slot)
    }

    mutating func leave(_ slot: Slot) { hold(slot, by: noIndex) }

    mutating func setShown(_ slot: Slot, _ isShown: Bool) {
        nodes[slot].isShown = isShown
        recountUpwards(from: slot)
    }

    // MARK: - Questions

    func album(on slot: Slot) -> AlbumIndex { nodes[slot].album }

    /// How many slots, albums and shown albums lie in front.
    func inFront(of slot: Slot) -> Counts {
        var counts = counts(below: nodes[slot].left)
        var node = slot
        while nodes[node].up != noIndex {
            let up = nodes[node].up
            if nodes[up].right == node { counts = counts + own(up) + self.counts(below: nodes[up].left) }
            node = up
        }
        return counts
    }

    func rank(_ slot: Slot) -> Int32 { inFront(of: slot).slots }
    func shownInFront(of slot: Slot) -> Int { Int(inFront(of: slot).shown) }
    func heldInFront(of slot: Slot) -> Int { Int(inFront(of: slot).held) }
    func isBefore(_ a: Slot, _ b: Slot) -> Bool { a != b && rank(a) < rank(b) }

    /// The shown album with this index in the list.
    func shownAlbum(at index: Int) -> AlbumIndex {
        var rest = Int32(index)
        var node = root
        while true {
            let left = counts(below: nodes[node].left).shown
            if rest < left {
                node = nodes[node].left
            } else if rest == left && nodes[node].isShown {
                return nodes[node].album
            } else {
                rest -= left + (nodes[node].isShown ? 1 : 0)
                node = nodes[node].right
            }
        }
    }

    /// All slots in order.
    func inOrder() -> [Slot] {
        var slots: [Slot] = []
        slots.reserveCapacity(Int(counts.slots))
        var stack: [Slot] = []
        var node = root
        while node != noIndex || !stack.isEmpty {
            while node != noIndex {
                stack.append(node)
                node = nodes[node].left
            }
            let next = stack.removeLast()
            slots.append(next)
            node = nodes[next].right
        }
        return slots
    }
}

private extension Array {
    subscript(slot: Slot) -> Element {
        _read { yield self[Int(slot)] }
        _modify { yield &self[Int(slot)] }
    }
}

extension Places {
    enum Side { case left, right }

    func counts(below node: Slot) -> Counts { node == noIndex ? Counts() : nodes[node].counts }

    private func own(_ node: Slot) -> Counts {
        Counts(slots: 1, held: nodes[node].album == noIndex ? 0 : 1, shown: nodes[node].isShown ? 1 : 0)
    }

    private mutating func recount(_ node: Slot) {
        nodes[node].counts = own(node) + counts(below: nodes[node].left) + counts(below: nodes[node].right)
    }

    private mutating func recountUpwards(from slot: Slot) {
        var node = slot
        while node != noIndex {
            recount(node)
            node = nodes[node].up
        }
    }

    private func outermost(_ side: KeyPath<Node, Slot>, from start: Slot) -> Slot {
        var node = start
        while node != noIndex, nodes[node][keyPath: side] != noIndex { node = nodes[node][keyPath: side] }
        return node
    }

    private mutating func addLeaf(to parent: Slot, _ side: Side) -> Slot {
        let slot = free.popLast() ?? Slot(nodes.count)
        if Int(slot) == nodes.count { nodes.append(Node()) } else { nodes[slot] = Node() }
        guard parent != noIndex else {
            root = slot
            return slot
        }
        nodes[slot].up = parent
        if side == .left { nodes[parent].left = slot } else { nodes[parent].right = slot }
        recountUpwards(from: parent)
        while nodes[slot].up != noIndex, priority(slot) > priority(nodes[slot].up) { rotateUp(slot) }
        return slot
    }

    /// Turns a node down until it has no more than one child.
    private mutating func sink(_ slot: Slot) {
        while nodes[slot].left != noIndex, nodes[slot].right != noIndex {
            let (left, right) = (nodes[slot].left, nodes[slot].right)
            rotateUp(priority(left) > priority(right) ? left : right)
        }
    }

    private mutating func replace(_ old: Slot, with new: Slot) {
        let up = nodes[old].up
        if new != noIndex { nodes[new].up = up }
        if up == noIndex {
            root = new
        } else if nodes[up].left == old {
            nodes[up].left = new
        } else {
            nodes[up].right = new
        }
    }

    private mutating func rotateUp(_ node: Slot) {
        let parent = nodes[node].up
        replace(parent, with: node)
        let child: Slot
        if nodes[parent].left == node {
            child = nodes[node].right
            nodes[parent].left = child
            nodes[node].right = parent
        } else {
            child = nodes[node].left
            nodes[parent].right = child
            nodes[node].left = parent
        }
        if child != noIndex { nodes[child].up = parent }
        nodes[parent].up = node
        recount(parent)
        recount(node)
    }

    /// Looks random, but is the same everywhere (S5).
    private func priority(_ slot: Slot) -> UInt32 {
        var hash = UInt32(bitPattern: slot) &* 0x9e37_79b1
        hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
        return hash ^ hash >> 13
    }
}
