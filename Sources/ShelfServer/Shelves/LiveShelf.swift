import ShelfCore
import ShelfJournal
import ShelfWire

/// A shelf in memory with those who are connected to it.
final class LiveShelf {
    let name: String
    private(set) var shelf: Shelf
    /// What a shelf that is not born yet (J8) will begin with, told to those who wait on it.
    private let firstEpoch: String

    /// The newest entry that was made; it may be on its way to the journal.
    var head: Head
    /// The newest entry that was applied.
    var applied: Head
    var open = OpenBatch()
    /// Entries that are on their way to the disk.
    var inFlight: ArraySlice<PendingEntry> = []
    private var hasOrderedBeginning: Bool

    private(set) var log: EventLog
    var turn = TurnEvents()
    var isDirty = false

    private(set) var sessions = Roster()
    var byClient: [ClientID: Session] = [:]
    /// Sessions that have ended with requests that have no outcome yet.
    var settling: [ClientID: Session] = [:]
    /// Counts the changes of who is here.
    var presenceVersion = 0
    var isPresenceDue = false
    /// Monotonic milliseconds.
    var presenceToldAt = -1000
    /// What was last told of who is here.
    var whoFrame: [UInt8]?

    /// What was last told by HTTP.
    var lists: [ListFormat: Body] = [:]
    var snapshot: SnapshotFrames? { didSet { snapshotBytes = snapshot?.byteCount ?? snapshotBytes } }
    /// Of the newest snapshot, also when it is no longer kept.
    private(set) var snapshotBytes = 0
    /// Monotonic milliseconds when somebody was last given it.
    var snapshotGivenAt = 0
    var isEncodingSnapshot = false
    var storedSnapshotBytes = 0
    var awaitingSnapshot: [(Session, SnapshotPart.Why)] = []
    var journalBytesSinceSnapshot = 0
    /// Monotonic milliseconds since when nobody has used it.
    var unusedSince: Int?

    init(name: String, stored: StoredShelf, firstEpoch: String) {
        self.name = name
        self.shelf = stored.shelf
        self.head = stored.head
        self.applied = stored.head
        self.storedSnapshotBytes = stored.snapshotBytes
        self.journalBytesSinceSnapshot = stored.entryBytes
        self.firstEpoch = firstEpoch
        self.hasOrderedBeginning = false
        self.log = stored.log
    }

    var epoch: String { shelf.epoch.isEmpty ? firstEpoch : shelf.epoch }
    var seq: Int { shelf.seq }
    /// Born with its first accepted step (J8).
    var isBorn: Bool { seq > 0 }

    /// It is in the journal, or on its way there.
    var hasBegun: Bool { head.number > 0 || !open.isEmpty }

    /// What must be ordered in front of the first request since the shelf was loaded: its epoch, and settings that differ.
    func takeBeginning(settings: Settings) -> [Act] {
        guard !hasOrderedBeginning else { return [] }
        hasOrderedBeginning = true
        var acts: [Act] = []
        if shelf.epoch.isEmpty { acts.append(.epoch(firstEpoch)) }
        if shelf.epoch.isEmpty || shelf.settings != settings { acts.append(.settings(settings)) }
        return acts
    }

    func apply(_ act: Act) -> Outcome? { shelf.apply(act) }

    func endTurn(keeping bytes: Int) {
        log.append(turn, keeping: bytes)
        turn = TurnEvents()
    }

    func add(_ session: Session) {
        sessions.add(session)
        byClient[session.client] = session
        unusedSince = nil
    }

    func remove(_ session: Session) {
        sessions.remove(session)
        if byClient[session.client] === session { byClient[session.client] = nil }
    }
}

/// The events of the turn under way, each encoded and framed once (B1).
struct TurnEvents {
    private var firstSeq = 0
    private var starts: [Int] = []
    private var bytes: [UInt8] = []

    mutating func append(_ event: Event) {
        if starts.isEmpty { firstSeq = event.seq }
        starts.append(bytes.count)
        frame(.event(event), into: &bytes)
    }

    /// Nil when there are none.
    var batch: EventLog.Batch? { starts.isEmpty ? nil : EventLog.Batch(firstSeq: firstSeq, starts: starts, bytes: bytes) }
}
