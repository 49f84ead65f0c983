import ShelfCore
import ShelfJournal
import ShelfWire

/// A shelf as the journal gives it back (J5).
public struct StoredShelf: Sendable {
    public private(set) var shelf: Shelf
    /// The newest entry that is in it.
    public private(set) var head: Head
    public let snapshotBytes: Int
    /// The bytes of the entries behind the snapshot.
    public private(set) var entryBytes = 0
    /// The events of these entries: those who saw the last of them before a restart need no snapshot (W2).
    private(set) var log: EventLog
    private let backlogBytes: Int

    /// A shelf that is not born yet.
    public init() {
        shelf = Shelf()
        head = .none
        snapshotBytes = 0
        log = EventLog(seq: 0)
        backlogBytes = Limits().backlogBytes
    }

    /// A snapshot, if there is one, and the entries behind it, whose hashes and numbers the journal has checked.
    /// - Parameter backlogBytes: how much is kept of the events of these entries.
    public init(snapshot: Snapshot?, entries: [Entry], backlogBytes: Int = Limits().backlogBytes) throws(LoadError) {
        do {
            try self.init(snapshot, backlogBytes)
            for entry in entries { try apply(entry) }
            if entryBytes > snapshotBytes { try compact() }
        } catch {
            throw LoadError("\(error.reason); keep a copy of the data folder as it is, and run backspin check")
        }
    }

    private init(_ snapshot: Snapshot?, _ backlogBytes: Int) throws(CodingError) {
        shelf = try snapshot.map { snapshot throws(CodingError) in try Shelf(decoding: snapshot.body) } ?? Shelf()
        head = snapshot?.title.after ?? .none
        snapshotBytes = snapshot?.body.count ?? 0
        log = EventLog(seq: shelf.seq)
        self.backlogBytes = backlogBytes
    }

    /// Builds the shelf anew. One that has grown act by act has room for steps that are long settled, about as much again as it needs.
    private mutating func compact() throws(CodingError) {
        let body = shelf.encoded()
        // Its memory is free before the new one takes some.
        shelf = Shelf()
        shelf = try Shelf(decoding: body)
    }

    /// Applies one more entry.
    public mutating func apply(_ entry: Entry) throws(CodingError) {
        var events = TurnEvents()
        for act in try acts(of: entry) {
            if case .event(let event) = shelf.apply(act) { events.append(event) }
        }
        log.append(events, keeping: backlogBytes)
        head = entry.head
        entryBytes += entry.body.count
    }
}

/// What an entry says. A version of the rules that this program does not know is refused (S5).
private func acts(of entry: Entry) throws(CodingError) -> [Act] {
    var reader = ByteReader(entry.body)
    let version = try reader.count()
    guard version == Shelf.rulesVersion else {
        throw CodingError("entry \(entry.number) of shelf \"\(entry.shelf)\" was written under version \(version) of the rules, "
            + "and this program knows version \(Shelf.rulesVersion): start a newer one")
    }
    var acts: [Act] = []
    while !reader.isAtEnd { acts.append(try Act(from: &reader)) }
    return acts
}
