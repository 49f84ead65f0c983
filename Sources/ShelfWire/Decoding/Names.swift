import ShelfCore

extension JSON {
    /// The value, if it has the form of an id: 1 to 64 characters of `A-Z a-z 0-9 _ -` (L1).
    var id: AlbumID? {
        guard let utf8, isID(utf8) else { return nil }
        return String(decoding: utf8, as: UTF8.self)
    }
}

private func isID(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    1...64 ~= utf8.count && utf8.allSatisfy { byte in
        isLowercase(byte) || isDigit(byte) || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}

/// Whether it is a field's name: `[a-z][a-z0-9_]{0,31}`, but not `id`, which is where an album's id stands (L2).
func isFieldName(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard 1...32 ~= utf8.count, isLowercase(utf8[0]) else { return false }
    return utf8.allSatisfy { isLowercase($0) || isDigit($0) || $0 == UInt8(ascii: "_") } && !utf8.elementsEqual("id".utf8)
}

private func isLowercase(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
