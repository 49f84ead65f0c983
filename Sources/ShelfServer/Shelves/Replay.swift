import ShelfCore
import ShelfJournal

/// A shelf as the journal gives it back (J5).
public struct StoredShelf: Sendable {
    public var shelf: Shelf
    public var head: Head

    /// Applies entries in their order; the journal has checked their hashes and numbers.
    public mutating func replay(_ entries: [Entry]) throws(CodingError) {
        for entry in entries {
            for act in try acts(of: entry) { _ = shelf.apply(act) }
            head = Head(number: entry.number, hash: entry.hash)
        }
    }

    public init(snapshot: Snapshot?) throws(CodingError) {
        if let snapshot {
            shelf = try Shelf(decoding: snapshot.body)
            head = snapshot.after
        } else {
            shelf = Shelf()
            head = Head(number: 0, hash: .zero)
        }
    }
}

/// What an entry says. A version of the rules that this program does not know is refused (S5).
public func acts(of entry: Entry) throws(CodingError) -> [Act] {
    var reader = ByteReader(entry.body)
    let version = try reader.count()
    guard version == Shelf.rulesVersion else {
        throw CodingError("entry \(entry.number) of shelf \"\(entry.shelf)\" was written under version \(version) of the rules; "
            + "this program knows version \(Shelf.rulesVersion): start a newer one")
    }
    var acts: [Act] = []
    while !reader.isAtEnd { acts.append(try Act(from: &reader)) }
    return acts
}
