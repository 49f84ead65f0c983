/// How often which duration was met, in buckets that grow with their values: exact below 128 ns, within 1.6 % above, whatever the range.
public struct Histogram: Sendable {
    private static let subBits = 6
    private static let subCount = 1 << subBits
    private var counts: [Int32] = []
    public private(set) var count = 0
    /// The longest, exactly.
    public private(set) var max = 0

    public init() {}

    /// - Parameter value: nanoseconds; a negative one counts as 0.
    public mutating func add(_ value: Int) {
        let value = Swift.max(0, value)
        let index = Self.index(of: value)
        if index >= counts.count { counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count)) }
        counts[index] += 1
        count += 1
        if value > max { max = value }
    }

    public mutating func add(_ other: Histogram) {
        if other.counts.count > counts.count { counts.append(contentsOf: repeatElement(0, count: other.counts.count - counts.count)) }
        for (index, number) in other.counts.enumerated() { counts[index] += number }
        count += other.count
        max = Swift.max(max, other.max)
    }

    /// The value that `share` (0 to 1) of all values do not exceed; 0 when there are none.
    public func percentile(_ share: Double) -> Int {
        guard count > 0 else { return 0 }
        let rank = Swift.min(count, Swift.max(1, Int((share * Double(count)).rounded(.up))))
        var seen = 0
        for (index, number) in counts.enumerated() {
            seen += Int(number)
            if seen >= rank { return Swift.min(max, Self.upperBound(of: index)) }
        }
        return max
    }

    /// Values below `2 * subCount` have a bucket each; beyond, each power of two has `subCount`.
    private static func index(of value: Int) -> Int {
        guard value >= 2 * subCount else { return value }
        let shift = Int.bitWidth - 1 - value.leadingZeroBitCount - subBits
        return shift * subCount + value >> shift
    }

    private static func upperBound(of index: Int) -> Int {
        guard index >= 2 * subCount else { return index }
        let shift = index / subCount - 1
        return (index - shift * subCount + 1) << shift - 1
    }
}
