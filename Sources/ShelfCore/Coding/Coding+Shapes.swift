/// Shapes that several codings share.
extension ByteWriter {
    mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

    mutating func optional<T>(_ value: T?, _ encode: (inout ByteWriter, T) -> Void) {
        flag(value != nil)
        if let value { encode(&self, value) }
    }

    mutating func list<T>(_ values: some Collection<T>, _ encode: (inout ByteWriter, T) -> Void) {
        count(values.count)
        for value in values { encode(&self, value) }
    }

    mutating func value(_ value: Value) {
        switch value {
        case .text(let text):
            byte(0)
            self.text(text)
        case .number(let number):
            byte(1)
            signed(number)
        }
    }

    mutating func writes(_ writes: [FieldWrite]) {
        list(writes) { writer, write in
            writer.text(write.name)
            writer.optional(write.value) { $0.value($1) }
        }
    }
}

extension ByteReader {
    /// Numbers and times are smaller than this, so that counting on never overflows.
    private static let largest = 1 << 53

    /// A number, time or count of something that is not in these bytes.
    mutating func number() throws(CodingError) -> Int {
        let value = try count()
        guard value <= Self.largest else { throw CodingError("number too large") }
        return value
    }

    mutating func flag() throws(CodingError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw CodingError("neither yes nor no")
        }
    }

    mutating func optional<T>(_ decode: (inout ByteReader) throws(CodingError) -> T) throws(CodingError) -> T? {
        try flag() ? try decode(&self) : nil
    }

    mutating func list<T>(_ decode: (inout ByteReader) throws(CodingError) -> T) throws(CodingError) -> [T] {
        let count = try count()
        // Every element has a byte at least.
        guard count <= remaining else { throw CodingError("ends too early") }
        var values: [T] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try decode(&self)) }
        return values
    }

    mutating func value() throws(CodingError) -> Value {
        try flag() ? .number(try signed()) : .text(try text())
    }

    mutating func writes() throws(CodingError) -> [FieldWrite] {
        try list { reader throws(CodingError) in
            let name = try reader.text()
            return FieldWrite(name: name, value: try reader.optional { reader throws(CodingError) in try reader.value() })
        }
    }
}
