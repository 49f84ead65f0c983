import ShelfCore

/// The acts of a journal entry, as they lie behind its number of the rules: they are read as they were written or refused, and a shelf
/// survives them, whatever they say.
func tryOutEntry(_ body: [UInt8]) {
    var reader = ByteReader(body)
    var shelf = Shelf()
    while !reader.isAtEnd {
        let start = body.count - reader.remaining
        guard let act = try? Act(from: &reader) else { return }
        var writer = ByteWriter()
        act.encode(into: &writer)
        precondition(writer.bytes[...] == body[start..<body.count - reader.remaining], "\(act) is written in other bytes")
        _ = shelf.apply(act)
    }
    shelf.checkInvariants()
    let bytes = shelf.encoded()
    do {
        let again = try Shelf(decoding: bytes)
        precondition(again.encoded() == bytes, "the shelf is read back as another one")
    } catch {
        fatalError("the shelf cannot be read back: \(error.reason)")
    }
}
