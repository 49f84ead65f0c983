import ShelfCore

/// Reads names and values of fields (L2, L3).
struct FieldDecoder {
    private let fieldLimit: Int
    private let byteLimit: Int

    init(_ limits: Limits) {
        fieldLimit = limits.settings.fieldsPerAlbum
        byteLimit = limits.fieldBytes
    }

    /// The `fields` of an insertion: none if it names none. What is `null` is not a field.
    func inserted(_ operation: JSON) throws(Fault) -> [FieldWrite] {
        guard let object = operation["fields"] else { return [] }
        let fields = try inside("fields", writes(object)).filter { $0.value != nil }
        guard fields.count <= fieldLimit else { throw Fault("at most \(fieldLimit) fields", at: "fields", code: .tooLarge) }
        return fields
    }

    /// The `set` of an edit: at least one field.
    func edited(_ operation: JSON) throws(Fault) -> [FieldWrite] {
        guard let object = operation["set"] else { throw Fault("must be an object with at least one field", at: "set") }
        let writes = try inside("set", writes(object))
        guard !writes.isEmpty else { throw Fault("must be an object with at least one field", at: "set") }
        return writes
    }

    private func writes(_ object: JSON) throws(Fault) -> [FieldWrite] {
        guard object.isObject else { throw Fault("must be an object") }
        var writes: [FieldWrite] = []
        writes.reserveCapacity(object.count)
        for (name, value) in object.members {
            guard isFieldName(name) else {
                throw Fault("must be a-z, then at most 31 of a-z 0-9 _, and not id", at: Text.cleaned(name, limit: 32))
            }
            let name = String(decoding: name, as: UTF8.self)
            writes.append(FieldWrite(name: name, value: try inside(name, self.value(value, of: name))))
        }
        return writes
    }

    private func value(_ value: JSON, of name: String) throws(Fault) -> Value? {
        if value.isNull { return nil }
        return name == "year" ? .number(try year(value)) : .text(try text(value))
    }

    private func year(_ value: JSON) throws(Fault) -> Int {
        guard let year = value.integer, -9999...9999 ~= year else { throw Fault("must be an integer from -9999 to 9999") }
        return year
    }

    private func text(_ value: JSON) throws(Fault) -> String {
        guard let utf8 = value.utf8 else { throw Fault("must be a string") }
        let text = try Text.ordered(utf8)
        guard text.utf8.count <= byteLimit else { throw Fault("at most \(byteLimit) bytes", code: .tooLarge) }
        return text
    }
}
