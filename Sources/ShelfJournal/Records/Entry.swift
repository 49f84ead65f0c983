/// The unit of the journal: bytes that were committed together for one shelf, chained to the entry before.
///
/// `hash` is the SHA-256 of, in this order and without padding: the format (one byte, 1), the shelf's name (its length in bytes as
/// four bytes, then UTF-8), the number (eight bytes), the previous entry's hash (32 bytes) and the body. Integers are big-endian.
/// So a hole, a fork, an entry of another shelf and a flipped bit all show as a hash that does not fit.
public struct Entry: Hashable, Sendable {
    static let format: UInt8 = 1

    public let shelf: String
    /// 1, 2, 3, … without gaps.
    public let number: Int
    public let previous: EntryHash
    public let body: [UInt8]
    public let hash: EntryHash

    public init(shelf: String, number: Int, previous: EntryHash, body: [UInt8]) {
        self.shelf = shelf
        self.number = number
        self.previous = previous
        self.body = body
        var content: [UInt8] = []
        content.reserveCapacity(shelf.utf8.count + body.count + 64)
        content.append(Self.format)
        content.append(header: shelf, number, previous)
        content.append(contentsOf: body)
        hash = EntryHash(of: content)
    }

    /// The entry that follows `head`.
    public init(shelf: String, after head: Head, body: [UInt8]) {
        self.init(shelf: shelf, number: head.number + 1, previous: head.hash, body: body)
    }

    public var head: Head { Head(number: number, hash: hash) }
    /// What this entry expects to follow.
    public var expected: Head { Head(number: number - 1, hash: previous) }
}

extension [UInt8] {
    /// What entries and snapshots hash in front of their content.
    mutating func append(header shelf: String, _ number: Int, _ hash: EntryHash) {
        append(bigEndian: UInt32(shelf.utf8.count))
        append(contentsOf: shelf.utf8)
        append(bigEndian: Int64(number))
        append(contentsOf: hash.bytes)
    }

    mutating func append(bigEndian value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
}
