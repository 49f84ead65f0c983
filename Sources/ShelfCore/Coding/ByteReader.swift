/// The bytes are not what this version writes: damaged, or of another version.
public struct CodingError: Error, Hashable, Sendable, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }

    public init(_ reason: String) { self.reason = reason }
}

/// Reads what `ByteWriter` wrote; refuses anything else, never traps.
public struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public var isAtEnd: Bool { position == bytes.count }
    public var remaining: Int { bytes.count - position }

    public mutating func byte() throws(CodingError) -> UInt8 {
        guard position < bytes.count else { throw CodingError("ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    public mutating func unsigned() throws(CodingError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw CodingError("integer too large") }
            value |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 {
                // One value, one encoding: no trailing zero groups.
                guard byte != 0 || shift == 0 else { throw CodingError("integer not in its shortest form") }
                return value
            }
            shift += 7
        }
    }

    public mutating func count() throws(CodingError) -> Int {
        guard let value = Int(exactly: try unsigned()) else { throw CodingError("count too large") }
        return value
    }

    public mutating func signed() throws(CodingError) -> Int {
        let raw = try unsigned()
        return Int(truncatingIfNeeded: Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1))
    }

    public mutating func text() throws(CodingError) -> String {
        let length = try take()
        guard let text = String(validating: bytes[length], as: UTF8.self) else { throw CodingError("text is not UTF-8") }
        return text
    }

    public mutating func blob() throws(CodingError) -> [UInt8] { Array(bytes[try take()]) }

    private mutating func take() throws(CodingError) -> Range<Int> {
        let length = try count()
        guard length <= remaining else { throw CodingError("ends too early") }
        defer { position += length }
        return position..<position + length
    }
}
