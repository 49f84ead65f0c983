/// An index into one of the shelf's pools; `noIndex` stands for nothing.
typealias AlbumIndex = Int32
typealias ChainIndex = Int32
typealias WriteIndex = Int32
typealias StepIndex = Int32
typealias ClientIndex = Int32

let noIndex: Int32 = -1

/// What lies in a pool; `blank` takes the place of what was removed.
protocol Pooled: Sendable {
    static var blank: Self { get }
}

/// Elements under indices that stay theirs until they are removed. The elements are not optional, because reading one in
/// place would copy it.
struct Pool<Element: Pooled>: Sendable {
    private var items: [Element] = []
    private var isHeld: [Bool] = []
    private var free: [Int32] = []

    var count: Int { items.count - free.count }
    /// All indices ever given out, also those removed.
    var indices: Range<Int32> { 0..<Int32(items.count) }

    func holds(_ index: Int32) -> Bool { isHeld[Int(index)] }

    subscript(index: Int32) -> Element {
        _read { yield items[Int(index)] }
        _modify { yield &items[Int(index)] }
    }

    mutating func add(_ element: Element) -> Int32 {
        if let index = free.popLast() {
            items[Int(index)] = element
            isHeld[Int(index)] = true
            return index
        }
        items.append(element)
        isHeld.append(true)
        return Int32(items.count - 1)
    }

    mutating func remove(_ index: Int32) {
        items[Int(index)] = .blank
        isHeld[Int(index)] = false
        free.append(index)
    }
}
