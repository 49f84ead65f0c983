/// A frame of a server at the front of some bytes.
struct ServerFrame {
    enum Kind { case continuation, text, close, ping, pong, forbidden }

    let kind: Kind
    let isLast: Bool
    let payload: UnsafeRawBufferPointer
    /// Header and payload.
    let length: Int

    /// Nil when the frame is not all there.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1] & 0x7F)
        let header = short == 126 ? 4 : short == 127 ? 10 : 2
        guard bytes.count >= header else { return nil }
        let said = header == 2 ? short : bytes[2..<header].reduce(0) { $0 << 8 | Int($1) }
        // The uppermost bit of a length is never set (RFC 6455, 5.2).
        let count = max(0, said)
        guard count <= bytes.count - header else { return nil }
        kind = said < 0 ? .forbidden : Self.kind(bytes[0], isMasked: bytes[1] & 0x80 != 0)
        isLast = bytes[0] & 0x80 != 0
        payload = UnsafeRawBufferPointer(rebasing: bytes[header ..< header + count])
        length = header + count
    }

    /// 1005 when there is none.
    var closeCode: Int { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005 }

    private static func kind(_ first: UInt8, isMasked: Bool) -> Kind {
        guard !isMasked, first & 0x70 == 0 else { return .forbidden }
        return switch first & 0x0F {
        case 0: .continuation
        case 1: .text
        case 8: .close
        case 9: .ping
        case 10: .pong
        default: .forbidden
        }
    }
}

/// Frames of a client: each is masked with a word of its own (RFC 6455, 5.3).
enum MaskedFrame {
    static func text(_ payload: [UInt8], mask: UInt32, into bytes: inout [UInt8]) { append(0x81, payload, mask, &bytes) }
    static func pong(_ payload: [UInt8], mask: UInt32, into bytes: inout [UInt8]) { append(0x8A, payload, mask, &bytes) }

    static func close(code: Int, mask: UInt32, into bytes: inout [UInt8]) {
        append(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)], mask, &bytes)
    }

    private static func append(_ first: UInt8, _ payload: [UInt8], _ mask: UInt32, _ bytes: inout [UInt8]) {
        bytes.append(first)
        switch payload.count {
        case ...125: bytes.append(0x80 | UInt8(payload.count))
        case ...0xFFFF:
            bytes.append(0x80 | 126)
            withUnsafeBytes(of: UInt16(payload.count).bigEndian) { bytes.append(contentsOf: $0) }
        default:
            bytes.append(0x80 | 127)
            withUnsafeBytes(of: UInt64(payload.count).bigEndian) { bytes.append(contentsOf: $0) }
        }
        let key = withUnsafeBytes(of: mask) { [$0[0], $0[1], $0[2], $0[3]] }
        bytes.append(contentsOf: key)
        for (index, byte) in payload.enumerated() { bytes.append(byte ^ key[index & 3]) }
    }
}

/// Words for masks and handshakes: SplitMix64 from a random seed. A script has nothing to hide from proxies.
struct Masks {
    private var state: UInt64 = .random(in: .min ... .max)

    mutating func next() -> UInt32 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: word >> 32)
    }
}
