import ShelfCore

extension [UInt8] {
    /// An album as snapshots have it: its id, then its fields in the album's own order. No field is named `id` (L2).
    mutating func album(_ id: AlbumID, _ fields: [Field]) {
        open("id", text: id)
        for field in fields { self.field(field.name, field.value, isFirst: false) }
        close()
    }

    /// `,"fields":{…}`
    mutating func fields(_ fields: [Field]) {
        member("fields")
        append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() { self.field(field.name, field.value, isFirst: index == 0) }
        close()
    }

    /// `,"set":{…}`
    mutating func set(_ writes: [FieldWrite]) {
        member("set")
        append(UInt8(ascii: "{"))
        for (index, write) in writes.enumerated() { field(write.name, write.value, isFirst: index == 0) }
        close()
    }

    /// A field's name needs no escaping.
    private mutating func field(_ name: String, _ value: Value?, isFirst: Bool) {
        if !isFirst { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        append(contentsOf: name.utf8)
        raw("\":")
        switch value {
        case .text(let text): self.text(text)
        case .number(let number): self.number(number)
        case nil: raw("null")
        }
    }
}

/// Appends an album as snapshots and `/api` have it: `{"id":"a1","title":"…",…}`.
public func encodeAlbum(_ id: AlbumID, _ fields: [Field], into bytes: inout [UInt8]) { bytes.album(id, fields) }
