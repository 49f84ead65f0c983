/// A JSON value as tests read and write it. Reading is strict; what is missing reads as `null`.
public enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Throws: `Failure` when the text is not exactly one JSON value.
    public init(_ text: String) throws {
        var reader = JSONReader(text)
        self = try reader.document()
    }

    public subscript(name: String) -> JSON {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    public subscript(index: Int) -> JSON {
        if case .array(let items) = self, items.indices.contains(index) { items[index] } else { .null }
    }

    public func has(_ name: String) -> Bool {
        if case .object(let members) = self { members[name] != nil } else { false }
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    public var int: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
    public var isNull: Bool { self == .null }
    /// An array's items; none of anything else.
    public var items: [JSON] { if case .array(let items) = self { items } else { [] } }
    /// An object's members; none of anything else.
    public var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
    public init(arrayLiteral items: JSON...) { self = .array(items) }
    public init(dictionaryLiteral members: (String, JSON)...) { self = .object(Dictionary(uniqueKeysWithValues: members)) }
    public init(_ number: Int) { self = .number(Double(number)) }
}

/// As JSON, on one line; members in the order of their names.
extension JSON: CustomStringConvertible {
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .text(let text): quoted(text)
        case .array(let items): "[" + items.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
        }
    }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// Reads one value from bytes.
private struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func document() throws -> JSON {
        let value = try value()
        skipSpace()
        guard place == bytes.count else { throw failure("something behind the value") }
        return value
    }

    private mutating func value() throws -> JSON {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws -> JSON {
        var members: [String: JSON] = [:]
        try list(from: "{", to: "}") { reader in
            reader.skipSpace()
            let name = try reader.string()
            try reader.take(":")
            guard members.updateValue(try reader.value(), forKey: name) == nil else { throw reader.failure("\(name) is there twice") }
        }
        return .object(members)
    }

    private mutating func array() throws -> JSON {
        var items: [JSON] = []
        try list(from: "[", to: "]") { reader in items.append(try reader.value()) }
        return .array(items)
    }

    private mutating func list(from start: Unicode.Scalar, to end: Unicode.Scalar, _ item: (inout JSONReader) throws -> Void) throws {
        try take(start)
        skipSpace()
        guard peek != UInt8(ascii: end) else { return place += 1 }
        while true {
            try item(&self)
            skipSpace()
            guard peek == UInt8(ascii: ",") else { return try take(end) }
            place += 1
        }
    }

    private mutating func string() throws -> String {
        try take("\"")
        var text: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 32 else { throw failure("a control character in a string") }
            place += 1
            if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
        }
        try take("\"")
        guard let string = String(validating: text, as: UTF8.self) else { throw failure("a string that is not UTF-8") }
        return string
    }

    private mutating func escaped() throws -> [UInt8] {
        guard let letter = peek else { throw failure("the end") }
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"): return try escapedUnits()
        default: throw failure("an unknown escape")
        }
    }

    /// One `\u`, or two that are one character.
    private mutating func escapedUnits() throws -> [UInt8] {
        var units = [try unit()]
        if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: "\\u".utf8) {
            place += 2
            units.append(try unit())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw failure("a lone surrogate") }
        return Array(text.utf8)
    }

    private mutating func unit() throws -> UInt16 {
        guard place + 4 <= bytes.count, let unit = UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16) else {
            throw failure("no four hexadecimal digits")
        }
        place += 4
        return unit
    }

    private mutating func number() throws -> JSON {
        let start = place
        while let byte = peek, "+-.0123456789Ee".utf8.contains(byte) { place += 1 }
        guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else { throw failure("no value") }
        return .number(number)
    }

    private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
        guard bytes[place...].starts(with: word.utf8) else { throw failure("no value") }
        place += word.utf8.count
        return value
    }

    // MARK: Bytes

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 32 || 9...10 ~= byte || byte == 13 { place += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) throws {
        skipSpace()
        guard peek == UInt8(ascii: mark) else { throw failure("no \(mark)") }
        place += 1
    }

    private func failure(_ what: String) -> JSON.Failure {
        JSON.Failure(description: "not JSON: \(what) at byte \(place) of \(String(decoding: bytes.prefix(2_000), as: UTF8.self))")
    }
}
