import Glibc

/// Looks for damage in a write-ahead log that SQLite takes for its end: it reads a log up to the first frame that does not fit, and
/// forgets what is behind.
///
/// Each commit is on disk before the next one begins. So what is behind the last whole commit can only be one that was cut off: a
/// commit with more behind it was acknowledged, and something in it has changed since. Where commits are relaxed that does not hold, and
/// the log's end is where SQLite finds it.
struct LogCheck {
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    private let descriptor: Int32
    private let isBigEndian: Bool
    private let pageSize: Int
    private let salts: ArraySlice<UInt8>
    private var sums: (UInt32, UInt32)

    static func isDamaged(_ path: String, mayBeTorn: Bool) throws(JournalError) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("\(path) could not be opened") }
        defer { close(descriptor) }
        guard let header = bytes(headerSize, at: 0, of: descriptor) else { return false }
        // The header is on disk before the first frame.
        guard var check = LogCheck(descriptor, header) else { return bytes(1, at: headerSize, of: descriptor) != nil }
        return !mayBeTorn && check.hasFramesBehindCommit(from: check.framesUpToLastCommit())
    }

    private init?(_ descriptor: Int32, _ header: [UInt8]) {
        let magic = header.integer(at: 0)
        guard magic & ~1 == 0x377f_0682 else { return nil }
        self.descriptor = descriptor
        isBigEndian = magic & 1 == 1
        pageSize = Int(header.integer(at: 8))
        salts = header[16..<24]
        sums = (0, 0)
        add(header[..<24])
        guard sums == (header.integer(at: 24), header.integer(at: 28)), pageSize >= 512, pageSize <= 65_536 else { return nil }
    }

    private mutating func framesUpToLastCommit() -> Int {
        var (index, committed) = (0, 0)
        while let frame = frame(index, withPage: true), frame[8..<16] == salts {
            add(frame[..<8])
            add(frame[Self.frameHeaderSize...])
            guard sums == (frame.integer(at: 16), frame.integer(at: 20)) else { break }
            index += 1
            if frame.isCommit { committed = index }
        }
        return committed
    }

    private func hasFramesBehindCommit(from first: Int) -> Bool {
        var index = first
        var hasCommit = false
        while let frame = frame(index, withPage: false) {
            index += 1
            guard frame[8..<16] == salts else { continue }
            if hasCommit { return true }
            hasCommit = frame.isCommit
        }
        return false
    }

    private func frame(_ index: Int, withPage: Bool) -> [UInt8]? {
        let size = Self.frameHeaderSize + pageSize
        return Self.bytes(withPage ? size : Self.frameHeaderSize, at: Self.headerSize + index * size, of: descriptor)
    }

    /// Nil when there are fewer.
    private static func bytes(_ count: Int, at offset: Int, of descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, offset) == count ? bytes : nil
    }

    /// SQLite's sum over pairs of 32-bit words.
    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                sums.0 &+= word(bytes, offset) &+ sums.1
                sums.1 &+= word(bytes, offset + 4) &+ sums.0
            }
        }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}

extension [UInt8] {
    fileprivate func integer(at offset: Int) -> UInt32 { self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }

    /// The last frame of a commit tells the size of the file.
    fileprivate var isCommit: Bool { integer(at: 4) != 0 }
}
