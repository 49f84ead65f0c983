/// Counts at positions that can be summed from the first one on, each in O(log n).
struct Fenwick {
    private var sums: [Int]

    init(count: Int) { sums = Array(repeating: 0, count: count + 1) }

    mutating func add(_ amount: Int, at position: Int) {
        var index = position + 1
        while index < sums.count {
            sums[index] += amount
            index += index & -index
        }
    }

    /// The sum of all positions below.
    func sum(below position: Int) -> Int {
        var (sum, index) = (0, position)
        while index > 0 {
            sum += sums[index]
            index -= index & -index
        }
        return sum
    }
}
