import ShelfCore
import ShelfJournal

/// An act on its way into the journal, with the session that waits for its outcome.
struct Ordered {
    let act: Act
    let session: Session?
}

/// Acts that go to the journal as one entry, and what is to be applied once it is durable.
struct PendingEntry {
    let entry: Entry
    let ordered: [Ordered]
}

/// The acts of one shelf that arrived since its last hand-over (J3), cut into entries.
struct OpenBatch {
    private static let actsPerEntry = 64
    private static let bytesPerEntry = 16 * 1024

    private var ordered: [Ordered] = []

    var isEmpty: Bool { ordered.isEmpty }

    mutating func append(_ act: Act, for session: Session?) { ordered.append(Ordered(act: act, session: session)) }

    /// Empties the batch into entries that follow `head`, which moves along.
    mutating func take(shelf: String, head: inout Head) -> [PendingEntry] {
        var entries: [PendingEntry] = []
        var next = ordered[...]
        while !next.isEmpty { entries.append(Self.cut(from: &next, shelf: shelf, head: &head)) }
        ordered.removeAll(keepingCapacity: true)
        return entries
    }

    private static func cut(from rest: inout ArraySlice<Ordered>, shelf: String, head: inout Head) -> PendingEntry {
        var writer = ByteWriter()
        writer.count(Shelf.rulesVersion)
        var taken: [Ordered] = []
        while taken.count < actsPerEntry, let one = rest.first {
            let before = writer.bytes.count
            one.act.encode(into: &writer)
            guard taken.isEmpty || writer.bytes.count <= bytesPerEntry else {
                writer.truncate(to: before)
                break
            }
            taken.append(one)
            rest.removeFirst()
        }
        let entry = Entry(shelf: shelf, after: head, body: writer.bytes)
        head = entry.head
        return PendingEntry(entry: entry, ordered: taken)
    }
}
