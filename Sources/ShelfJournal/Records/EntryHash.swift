import Digest

/// A SHA-256: 32 bytes. `zero` stands before a shelf's first entry.
public struct EntryHash: Hashable, Sendable {
    public static let zero = EntryHash(words: (0, 0, 0, 0))
    static let byteCount = 32

    // The 32 bytes as they lie in memory, so that comparing is four words and storing is no work.
    private let first, second, third, fourth: UInt64

    private init(words: (UInt64, UInt64, UInt64, UInt64)) {
        (first, second, third, fourth) = words
    }

    /// Nil when there are not exactly 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self = bytes.withUnsafeBytes(EntryHash.init(raw:))
    }

    /// The hash of some content.
    init(of content: [UInt8]) {
        self = sha256(content).withUnsafeBytes(EntryHash.init(raw:))
    }

    private init(raw: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 { raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
        self.init(words: (word(0), word(1), word(2), word(3)))
    }

    public var bytes: [UInt8] {
        withUnsafeBytes(of: (first, second, third, fourth)) { Array($0) }
    }
}

extension EntryHash: CustomStringConvertible {
    /// The first four bytes in hexadecimal: enough to tell two entries apart in a sentence.
    public var description: String {
        bytes.prefix(4).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
