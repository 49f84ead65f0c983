import TestSupport

/// What is still to happen in a world, by virtual milliseconds. What falls on the same millisecond happens in the order of the
/// players, then in the order in which a player planned it: nothing depends on the order in which the hub walks its tables.
struct Agenda {
    struct Item {
        let time: Int
        let player: Int
        let serial: Int
        let body: () -> Void

        func isBefore(_ other: Item) -> Bool {
            if time != other.time { return time < other.time }
            return player != other.player ? player < other.player : serial < other.serial
        }
    }

    private(set) var now = 0
    private var heap: [Item] = []

    mutating func add(_ item: Item) {
        heap.append(item)
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The next item; the clock moves on to its time.
    mutating func next() -> Item? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        now = first.time
        return first
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}

/// Whoever acts in a world: the server, a client, a link. Each draws from random numbers of its own.
final class Player {
    let number: Int
    var random: RandomNumbers
    private var serial = 0

    init(_ number: Int, seed: UInt64) {
        self.number = number
        random = RandomNumbers(seed: seed &* 0x1_0000_01b3 &+ UInt64(number))
    }

    func nextSerial() -> Int {
        serial += 1
        return serial
    }

    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func chance(_ probability: Double) -> Bool { random.chance(probability) }
}
