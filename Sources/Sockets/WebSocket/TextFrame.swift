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
}
