/// A shelf as it was after one of its entries, as bytes; stored and read in parts, so that no commit waits for a large one.
///
/// `checksum` is the SHA-256 of: the format (one byte, 1), the shelf's name, the entry's number and hash (as in `Entry`), the size
/// of the body (eight bytes) and the SHA-256 of each part in turn.
public struct Snapshot: Hashable, Sendable {
    static let format: UInt8 = 1
    /// 256 KiB: hashing and committing one part takes about a millisecond.
    public static let partSize = 256 * 1024

    /// All about a snapshot but its body.
    public struct Title: Hashable, Sendable {
        public let shelf: String
        /// The newest entry that is in it.
        public let after: Head
        /// Bytes.
        public let size: Int
        public let checksum: EntryHash

        /// At least one: an empty body is one empty part.
        public var partCount: Int { size <= 0 ? 1 : (size - 1) / Snapshot.partSize + 1 }
    }

    public let title: Title
    public let body: [UInt8]

    /// Hashes the whole body: about a second for a gigabyte.
    public init(shelf: String, after: Head, body: [UInt8]) {
        var assembly = Assembly(shelf: shelf, after: after, size: body.count)
        var start = 0
        while start < body.count {
            let end = min(start + Self.partSize, body.count)
            assembly.hash(part: Array(body[start..<end]))
            start = end
        }
        if body.isEmpty { assembly.hash(part: []) }
        title = Title(shelf: shelf, after: after, size: body.count, checksum: assembly.checksum)
        self.body = body
    }

    private init(title: Title, body: [UInt8]) {
        self.title = title
        self.body = body
    }

    public func part(_ index: Int) -> [UInt8] {
        let start = index * Self.partSize
        return Array(body[start..<min(start + Self.partSize, body.count)])
    }
}

extension Snapshot {
    /// Hashes the parts one by one.
    private struct Assembly {
        private var content: [UInt8] = [Snapshot.format]

        init(shelf: String, after: Head, size: Int) {
            content.append(header: shelf, after.number, after.hash)
            content.append(bigEndian: Int64(size))
        }

        mutating func hash(part: [UInt8]) { content.append(contentsOf: EntryHash(of: part).bytes) }
        var checksum: EntryHash { EntryHash(of: content) }
    }

    /// Puts a snapshot together again from its parts, and believes none of them before the checksum fits.
    public struct Reader: Sendable {
        public let title: Title
        public private(set) var nextPart = 0
        private var assembly: Assembly
        private let keepsBody: Bool
        private var body: [UInt8] = []
        private var size = 0

        /// - Parameter keepsBody: false when nothing but `check` is wanted.
        public init(_ title: Title, keepsBody: Bool = true) {
            self.title = title
            self.keepsBody = keepsBody
            assembly = Assembly(shelf: title.shelf, after: title.after, size: title.size)
            // The size is not believed either: a damaged one must not ask for all the memory there is.
            if keepsBody { body.reserveCapacity(max(0, min(title.size, 64 * Snapshot.partSize))) }
        }

        public var isComplete: Bool { nextPart == title.partCount }

        public mutating func append(part: [UInt8]) {
            assembly.hash(part: part)
            if keepsBody { body.append(contentsOf: part) }
            size += part.count
            nextPart += 1
        }

        /// Throws `damaged` when the parts are not what was stored.
        public func check() throws(JournalError) {
            guard isComplete, size == title.size, assembly.checksum == title.checksum else {
                throw .damaged("the snapshot of shelf \(title.shelf) after \(title.after) does not match its checksum")
            }
        }

        public func finish() throws(JournalError) -> Snapshot {
            precondition(keepsBody)
            try check()
            return Snapshot(title: title, body: body)
        }
    }
}
