/// JSON, written straight into bytes.
///
/// Whatever the wire says opens with one certain member (`{"t":"ev"`, `{"id":"a1"`), so all others follow behind a comma and
/// nothing needs to know whether it is the first.
extension [UInt8] {
    mutating func raw(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// `{"name":"value"`: an object whose first member needs no escaping.
    mutating func open(_ name: StaticString, _ value: StaticString) {
        append(UInt8(ascii: "{"))
        key(name)
        append(UInt8(ascii: "\""))
        raw(value)
        append(UInt8(ascii: "\""))
    }

    mutating func open(_ name: StaticString, text value: String) {
        append(UInt8(ascii: "{"))
        key(name)
        text(value)
    }

    mutating func open(_ name: StaticString, _ value: Int) {
        append(UInt8(ascii: "{"))
        key(name)
        number(value)
    }

    mutating func close() { append(UInt8(ascii: "}")) }

    /// `,"name":`
    mutating func member(_ name: StaticString) {
        append(UInt8(ascii: ","))
        key(name)
    }

    /// `"name":`; single bytes are appended faster than pieces.
    private mutating func key(_ name: StaticString) {
        append(UInt8(ascii: "\""))
        raw(name)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }

    mutating func member(_ name: StaticString, _ value: Int) {
        member(name)
        number(value)
    }

    mutating func member(_ name: StaticString, _ value: String) {
        member(name)
        text(value)
    }

    mutating func member(_ name: StaticString, _ value: Bool) {
        member(name)
        raw(value ? "true" : "false")
    }

    /// `,"name":value`, or `,"name":null`.
    mutating func memberOrNull(_ name: StaticString, _ value: String?) {
        member(name)
        if let value { text(value) } else { raw("null") }
    }

    /// `,"name":[…]`
    mutating func member<Item>(_ name: StaticString, _ items: [Item], _ write: (inout [UInt8], Item) -> Void) {
        member(name)
        append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            write(&self, item)
        }
        append(UInt8(ascii: "]"))
    }

    mutating func number(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        // No integer has more than 20 digits; they come out last first.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            var rest = value.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// A string in quotes; escapes only what JSON demands.
    mutating func text(_ value: String) {
        append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escaped($0) }
        append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        var plain = 0
        for (index, byte) in utf8.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            append(contentsOf: utf8[plain..<index])
            escape(byte)
            plain = index + 1
        }
        append(contentsOf: utf8[plain...])
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw(#"\""#)
        case UInt8(ascii: "\\"): raw(#"\\"#)
        case UInt8(ascii: "\n"): raw(#"\n"#)
        case UInt8(ascii: "\t"): raw(#"\t"#)
        case UInt8(ascii: "\r"): raw(#"\r"#)
        case 0x08: raw(#"\b"#)
        case 0x0C: raw(#"\f"#)
        default:
            raw(byte < 0x10 ? #"\u000"# : #"\u001"#)
            append(Array("0123456789abcdef".utf8)[Int(byte & 0xF)])
        }
    }
}
