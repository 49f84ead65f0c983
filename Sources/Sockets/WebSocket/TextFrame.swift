extension [UInt8] {
    /// Appends one text message as a server's WebSocket frame. `body` appends the payload and touches nothing before it.
    ///
    /// Frames stand one behind the other, ready to be sent to any number of connections in one write.
    public mutating func appendTextFrame(_ body: (inout [UInt8]) -> Void) {
        // Most messages need four bytes of header; the payload of others is moved.
        let start = count
        append(contentsOf: [0x81, 0, 0, 0])
        body(&self)
        let length = count - start - 4
        switch length {
        case ...125:
            self[start + 1] = UInt8(length)
            removeSubrange(start + 2 ..< start + 4)
        case ...0xFFFF:
            self[start + 1] = 126
            self[start + 2] = UInt8(length >> 8)
            self[start + 3] = UInt8(length & 0xFF)
        default:
            let bigEndian = Swift.withUnsafeBytes(of: UInt64(length).bigEndian) { [UInt8]($0) }
            replaceSubrange(start + 1 ..< start + 4, with: [127] + bigEndian)
        }
    }

    /// Appends one text message: as one frame, or when it is longer than 64 KiB in fragments that are not (RFC 6455, 5.4). A connection
    /// can stop between two frames, and between them libwebsockets answers pings.
    public mutating func appendTextMessage(_ body: (inout [UInt8]) -> Void) {
        let start = count
        appendTextFrame(body)
        guard self[start + 1] == 127 else { return }
        let payload = Array(self[(start + 10)...])
        removeSubrange(start...)
        appendFragments(of: payload, first: 0x01)
    }

    /// Appends the beginning of a text message, of at most 64 KiB, whose rest follows in frames of its own.
    public mutating func appendOpening(_ body: (inout [UInt8]) -> Void) {
        let start = count
        appendTextFrame(body)
        self[start] = 0x01
    }

    /// Appends the rest of a text message that was opened: the same bytes whatever stands in the opening.
    public mutating func appendRest(_ payload: [UInt8]) { appendFragments(of: payload, first: 0x00) }

    private mutating func appendFragments(of payload: [UInt8], first: UInt8) {
        for begin in stride(from: 0, to: payload.count, by: 0xFFFF) {
            let fragment = payload[begin ..< Swift.min(begin + 0xFFFF, payload.count)]
            append((begin == 0 ? first : 0x00) | (fragment.endIndex == payload.count ? 0x80 : 0))
            append(contentsOf: fragment.count < 126 ? [UInt8(fragment.count)] : [126, UInt8(fragment.count >> 8), UInt8(fragment.count & 0xFF)])
            append(contentsOf: fragment)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The shortest beginning that is whole frames of a server and at least `count` bytes, or all.
    func prefixOfFrames(_ count: Int) -> ArraySlice<UInt8> {
        var end = startIndex
        while end < endIndex, end - startIndex < count { end += frameLength(at: end) }
        return self[..<Swift.min(end, endIndex)]
    }

    private func frameLength(at start: Int) -> Int {
        switch self[start + 1] {
        case 127: 10 + self[(start + 2) ..< (start + 10)].reduce(0) { $0 << 8 | Int($1) }
        case 126: 4 + (Int(self[start + 2]) << 8 | Int(self[start + 3]))
        case let length: 2 + Int(length)
        }
    }
}
