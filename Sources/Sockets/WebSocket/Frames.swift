/// WebSocket frames of a server, one behind the other, ready to be sent to any number of connections in one write.
public struct Frames {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public var isEmpty: Bool { bytes.isEmpty }
    public var count: Int { bytes.count }

    /// Appends one text message, whose payload `body` appends to the bytes it is given (and touches nothing before them).
    public mutating func text(_ body: (inout [UInt8]) -> Void) { Self.text(into: &bytes, body) }

    /// Appends one text message to bytes that hold frames already.
    public static func text(into bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
        // Most messages need four bytes of header; the payload of others is moved.
        let start = bytes.count
        bytes.append(contentsOf: [0x81, 0, 0, 0])
        body(&bytes)
        let length = bytes.count - start - 4
        switch length {
        case ...125:
            bytes[start + 1] = UInt8(length)
            bytes.removeSubrange(start + 2 ..< start + 4)
        case ...0xFFFF:
            bytes[start + 1] = 126
            bytes[start + 2] = UInt8(length >> 8)
            bytes[start + 3] = UInt8(length & 0xFF)
        default:
            bytes.replaceSubrange(start + 1 ..< start + 4, with: [127] + bigEndian(length))
        }
    }

    /// Takes all frames out and keeps the memory for the next ones.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    private static func bigEndian(_ length: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(length).bigEndian) { Array($0) }
    }
}
