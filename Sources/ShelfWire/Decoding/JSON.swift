import CJansson

/// A value in a document that jansson parsed, valid as long as the document is.
struct JSON {
    private let pointer: UnsafeMutablePointer<json_t>

    init(_ pointer: UnsafeMutablePointer<json_t>) { self.pointer = pointer }

    private init?(_ pointer: UnsafeMutablePointer<json_t>?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    private var type: json_type { pointer.pointee.type }

    var isObject: Bool { type == JSON_OBJECT }
    var isArray: Bool { type == JSON_ARRAY }
    var isNull: Bool { type == JSON_NULL }
    var isString: Bool { type == JSON_STRING }
    var isTrue: Bool { type == JSON_TRUE }

    /// The value, if it is an integer that JavaScript holds exactly.
    var integer: Int? {
        guard type == JSON_INTEGER else { return nil }
        let value = Int(json_integer_value(pointer))
        return exactIntegers.contains(value) ? value : nil
    }

    /// The value as UTF-8, if it is a string.
    var utf8: UnsafeBufferPointer<UInt8>? {
        guard isString, let bytes = json_string_value(pointer) else { return nil }
        let count = json_string_length(pointer)
        return bytes.withMemoryRebound(to: UInt8.self, capacity: count) { UnsafeBufferPointer(start: $0, count: count) }
    }

    /// The value as it came, if it is a string.
    var string: String? { utf8.map { String(decoding: $0, as: UTF8.self) } }

    /// How many elements or members it has.
    var count: Int { isArray ? json_array_size(pointer) : json_object_size(pointer) }

    /// The member of that name, if this is an object that has one.
    subscript(_ name: StaticString) -> JSON? {
        name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount) {
            JSON(json_object_getn(pointer, $0, name.utf8CodeUnitCount))
        }
    }

    /// The elements of an array; none of anything else.
    var elements: some Sequence<JSON> {
        (0..<json_array_size(pointer)).lazy.map { JSON(json_array_get(pointer, $0)!) }
    }

    /// The members of an object in the order in which they were sent; none of anything else.
    var members: some Sequence<(name: UnsafeBufferPointer<UInt8>, value: JSON)> {
        sequence(state: json_object_iter(pointer)) { [pointer] iterator in
            guard let member = iterator, let name = json_object_iter_key(member) else { return nil }
            defer { iterator = json_object_iter_next(pointer, member) }
            let count = json_object_iter_key_len(member)
            let utf8 = name.withMemoryRebound(to: UInt8.self, capacity: count) { UnsafeBufferPointer(start: $0, count: count) }
            return (utf8, JSON(json_object_iter_value(member)!))
        }
    }
}

/// The integers that every reader of JSON holds exactly.
let exactIntegers = -(1 << 53 - 1)...(1 << 53 - 1)

extension JSON {
    /// Parses `bytes`, and gives the document to `body`, whose result must not hold on to it.
    ///
    /// Repeated keys are refused; jansson by itself refuses bad UTF-8, U+0000, lone surrogates, and numbers that no `Int` or
    /// `Double` holds.
    static func parse<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (JSON) throws(Violation) -> Result
    ) throws(Violation) -> Result {
        var error = json_error_t()
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let root = json_loadb(start, bytes.count, size_t(JSON_REJECT_DUPLICATES), &error) else { throw violation(error, in: bytes) }
        defer { json_decref(root) }
        return try body(JSON(root))
    }

    private static func violation(_ error: json_error_t, in bytes: UnsafeRawBufferPointer) -> Violation {
        let place = "line \(error.line), column \(error.column)"
        return withUnsafePointer(to: error) { error in
            switch json_error_code(error) {
            case json_error_invalid_utf8: Violation(.notUTF8, "the message is not UTF-8")
            case json_error_duplicate_key: Violation(.badRequest, "a key is repeated (\(place))")
            case json_error_null_character: Violation(.badRequest, "U+0000 is not allowed (\(place))")
            case json_error_numeric_overflow: Violation(.badRequest, "a number is too large (\(place))")
            case json_error_invalid_syntax where !startsContainer(bytes): Violation(.badRequest, "a frame is an object, or an array of them")
            default: Violation(.badRequest, "the message is not JSON (\(place))")
            }
        }
    }

    /// Whether the first that is not white space begins an object or an array: jansson takes nothing else, JSON or not.
    private static func startsContainer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
