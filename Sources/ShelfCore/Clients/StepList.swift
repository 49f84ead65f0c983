/// Unsettled steps in the order of a key: their number, or the stamp of their undoing. Holds at most the undo depth.
struct StepList: Sendable {
    struct Entry: Sendable, Equatable {
        let key: Int
        let step: StepIndex
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    var first: StepIndex? { entries.first?.step }
    var last: StepIndex? { entries.last?.step }

    /// How many have a smaller key.
    func index(of key: Int) -> Int {
        if let last = entries.last, last.key < key { return entries.count }
        return entries.partition { $0.key < key }
    }

    func contains(_ key: Int) -> Bool {
        let index = index(of: key)
        return index < entries.count && entries[index].key == key
    }

    mutating func insert(_ step: StepIndex, key: Int) {
        let index = index(of: key)
        if index < entries.count, entries[index].key == key { return }
        entries.insert(Entry(key: key, step: step), at: index)
    }

    mutating func remove(key: Int) {
        let index = index(of: key)
        if index < entries.count, entries[index].key == key { entries.remove(at: index) }
    }
}

extension Array {
    /// How many elements, from the first on, satisfy the condition; those that do stand in front of all others.
    func partition(_ isInFront: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
