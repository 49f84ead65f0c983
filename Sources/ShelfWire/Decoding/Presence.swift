import ShelfCore

/// Who is there and where. Only a key that is wrong is refused: nobody loses a connection over a name, a colour, or a position,
/// which only spares a snapshot. What is not as it should be is as if it were not there.
func hello(_ object: JSON, _ limits: Limits) throws(Violation) -> Hello {
    Hello(key: try key(object), at: object["at"].flatMap(position), name: name(object, limits), token: object["token"]?.string)
}

func here(_ object: JSON, _ limits: Limits) -> Here {
    Here(
        name: name(object, limits),
        person: object["person"]?.id,
        hue: object["hue"]?.integer.flatMap { 0...359 ~= $0 ? $0 : nil },
        on: object["on"]?.id,
        edits: object["edits"]?.id
    )
}

private func key(_ object: JSON) throws(Violation) -> ClientKey? {
    let key = try object["key"].map { text throws(Violation) in
        guard let key = text.string.flatMap({ ClientKey($0) }) else {
            throw Violation(.badRequest, "hello.key: must be 32 bytes in base64url")
        }
        return key
    }
    if let client = object["client"] {
        guard let client = client.string, key?.fits(client) == true else {
            throw Violation(.notSignedIn, "hello.client: does not fit the key")
        }
    }
    return key
}

private func position(_ object: JSON) -> Position? {
    guard let epoch = object["epoch"]?.string, let seq = object["seq"]?.integer, seq >= 0 else { return nil }
    return Position(epoch: epoch, seq: seq)
}

private func name(_ object: JSON, _ limits: Limits) -> String? {
    object["name"]?.utf8.map { Text.cleaned($0, limit: limits.nameCharacters) }
}
