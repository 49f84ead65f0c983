/// The fields of an album in one run of bytes: a million albums have a million small lists of short texts, and a string or an
/// array for each would cost more than the texts. Names are numbers of the shelf's `FieldNames`. A field without value has a
/// place in the order all the same.
struct PackedFields: Sendable {
    private enum Kind: UInt8 { case nothing, text, number }

    /// Where a field lies, and where its text does or what its number is.
    private struct Head {
        let name: Int32
        let kind: Kind
        let start: Int
        let payload: Range<Int>
        let number: UInt64
    }

    /// For each field its name, its kind, and if it has a value the number, or the length of the text and the text.
    private var bytes: [UInt8] = []

    var byteCount: Int { bytes.count }
    var names: [Int32] { heads.map(\.name) }
    var all: [(name: Int32, value: Value?)] { heads.map { ($0.name, value(of: $0)) } }

    func contains(_ name: Int32) -> Bool { head(name) != nil }
    func value(_ name: Int32) -> Value? { head(name).flatMap(value) }

    /// A new field comes behind all others. The bytes are exactly as many as are needed: an array that grows takes up to twice its size.
    mutating func set(_ name: Int32, _ value: Value?) {
        let old = head(name).map { $0.start..<$0.payload.upperBound } ?? bytes.count..<bytes.count
        let packed = Self.pack(name, value)
        var exact: [UInt8] = []
        exact.reserveCapacity(bytes.count - old.count + packed.count)
        exact += bytes[..<old.lowerBound]
        exact += packed
        exact += bytes[old.upperBound...]
        bytes = exact
    }

    mutating func remove(_ name: Int32) {
        guard let head = head(name) else { return }
        bytes.removeSubrange(head.start..<head.payload.upperBound)
    }

    // MARK: - Bytes

    private static func pack(_ name: Int32, _ value: Value?) -> [UInt8] {
        var writer = ByteWriter()
        writer.count(Int(name))
        switch value {
        case nil: writer.byte(Kind.nothing.rawValue)
        case .text(let text):
            writer.byte(Kind.text.rawValue)
            writer.text(text)
        case .number(let number):
            writer.byte(Kind.number.rawValue)
            writer.signed(number)
        }
        return writer.bytes
    }

    private var heads: [Head] {
        var (heads, position) = ([Head](), 0)
        while position < bytes.count {
            heads.append(head(at: position))
            position = heads[heads.count - 1].payload.upperBound
        }
        return heads
    }

    private func head(_ name: Int32) -> Head? {
        var position = 0
        while position < bytes.count {
            let head = head(at: position)
            if head.name == name { return head }
            position = head.payload.upperBound
        }
        return nil
    }

    private func head(at start: Int) -> Head {
        var position = start
        let name = Int32(unsigned(&position))
        let kind = Kind(rawValue: bytes[position])!
        position += 1
        let number = kind == .nothing ? 0 : unsigned(&position)
        let length = kind == .text ? Int(number) : 0
        return Head(name: name, kind: kind, start: start, payload: position..<position + length, number: number)
    }

    private func unsigned(_ position: inout Int) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    private func value(of head: Head) -> Value? {
        switch head.kind {
        case .nothing: nil
        case .text: .text(String(decoding: bytes[head.payload], as: UTF8.self))
        case .number: .number(Int(truncatingIfNeeded: Int64(bitPattern: head.number >> 1) ^ -Int64(bitPattern: head.number & 1)))
        }
    }
}
