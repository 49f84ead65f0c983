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
        raw("{\"")
        raw(name)
        raw("\":\"")
        raw(value)
        raw("\"")
    }

    mutating func open(_ name: StaticString, text value: String) {
        raw("{\"")
        raw(name)
        raw("\":")
        text(value)
    }

    mutating func close() { append(UInt8(ascii: "}")) }

    /// `,"name":`
    mutating func member(_ name: StaticString) {
        raw(",\"")
        raw(name)
        raw("\":")
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
        let start = count
        var rest = value.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
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
