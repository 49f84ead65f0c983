/// Bytes in the stable encoding of journal and snapshot: unsigned LEB128 integers, zigzag for signed ones, strings as UTF-8
/// behind their length.
public struct ByteWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    public mutating func unsigned(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// A count, index or number that is never negative.
    public mutating func count(_ value: Int) { unsigned(UInt64(value)) }

    public mutating func signed(_ value: Int) {
        unsigned(UInt64(bitPattern: Int64(value << 1 ^ value >> 63)))
    }

    /// Takes back what was written behind the first `count` bytes.
    public mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

    public mutating func text(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            count(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    public mutating func blob(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }
}
