/// An index into one of the shelf's pools; `noIndex` stands for nothing.
typealias AlbumIndex = Int32
typealias ChainIndex = Int32
typealias WriteIndex = Int32
typealias StepIndex = Int32
typealias ClientIndex = Int32

let noIndex: Int32 = -1

/// Elements under indices that stay theirs until they are removed. Using a removed index traps.
struct Pool<Element> {
    private var items: [Element?] = []
    private var free: [Int32] = []

    var count: Int { items.count - free.count }
    /// All indices ever given out; those removed hold nothing.
    var indices: Range<Int32> { 0..<Int32(items.count) }

    func holds(_ index: Int32) -> Bool { items[Int(index)] != nil }

    subscript(index: Int32) -> Element {
        _read { yield items[Int(index)]! }
        _modify { yield &items[Int(index)]! }
    }

    mutating func add(_ element: Element) -> Int32 {
        if let index = free.popLast() {
            items[Int(index)] = element
            return index
        }
        items.append(element)
        return Int32(items.count - 1)
    }

    mutating func remove(_ index: Int32) {
        items[Int(index)] = nil
        free.append(index)
    }
}

extension Pool: Sendable where Element: Sendable {}
