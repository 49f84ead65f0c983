import ShelfCore
import ShelfJournal

/// A shelf as the journal gives it back (J5).
public struct StoredShelf: Sendable {
    public private(set) var shelf: Shelf
    /// The newest entry that is in it.
    public private(set) var head: Head
    public let snapshotBytes: Int
    /// The bytes of the entries behind the snapshot.
    public private(set) var entryBytes = 0
    /// The newest events, for clients that were away while the shelf was not in memory (W2).
    private(set) var log: EventLog

    /// A shelf that is not born yet.
    public init() {
        shelf = Shelf()
        head = .none
        snapshotBytes = 0
        log = EventLog(seq: 0)
    }

    /// A snapshot, if there is one, and the entries behind it, whose hashes and numbers the journal has checked.
    public init(snapshot: Snapshot?, entries: [Entry]) throws(LoadError) {
        do {
            try self.init(snapshot)
            var bytesBehind = entries.reduce(0) { $0 + $1.body.count }
            for entry in entries {
                bytesBehind -= entry.body.count
                if bytesBehind < EventLog.bytesKept { try applyAndLog(entry) } else { try apply(entry) }
            }
        } catch {
            throw LoadError("\(error.reason); keep a copy of the data folder as it is, and run backspin check")
        }
    }

    private init(_ snapshot: Snapshot?) throws(CodingError) {
        shelf = try snapshot.map { snapshot throws(CodingError) in try Shelf(decoding: snapshot.body) } ?? Shelf()
        head = snapshot?.title.after ?? .none
        snapshotBytes = snapshot?.body.count ?? 0
        log = EventLog(seq: shelf.seq)
    }

    /// Applies one more entry.
    public mutating func apply(_ entry: Entry) throws(CodingError) {
        for act in try acts(of: entry) { _ = shelf.apply(act) }
        passed(entry)
        log = EventLog(seq: shelf.seq)
    }

    private mutating func applyAndLog(_ entry: Entry) throws(CodingError) {
        var turn = TurnEvents()
        for act in try acts(of: entry) {
            if case .event(let event) = shelf.apply(act) { turn.append(event) }
        }
        passed(entry)
        guard let batch = turn.take() else { return }
        log.append(batch)
        log.trim(to: EventLog.bytesKept)
    }

    private mutating func passed(_ entry: Entry) {
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
