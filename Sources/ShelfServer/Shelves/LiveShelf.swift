import ShelfCore
import ShelfJournal
import ShelfWire

/// A shelf in memory with those who are connected to it.
final class LiveShelf {
    let name: String
    private var value: Shelf
    /// What was true of the shelf when it went to the worker; nil while it is here.
    private var away: (epoch: String, seq: Int)?
    /// Those who wait for it to be back.
    var waiting: [(LiveShelf) -> Void] = []
    /// How many jobs of the worker hold a copy of it: while they do, the first change of each of its parts copies that part.
    var readers = 0
    /// What a shelf that is not born yet (J8) will begin with, told to those who wait on it.
    private let firstEpoch: String

    /// The newest entry that was made; it may be on its way to the journal.
    var head: Head
    /// The newest entry that is on disk: applied, save for what is due.
    var durable: Head
    var open = OpenBatch()
    /// Entries that are on their way to the disk, the next one last.
    var inFlight: [PendingEntry] = []
    /// Acts that are durable and too much for the loop: the worker is to apply them.
    var due: [Ordered] = []
    private var hasOrderedBeginning: Bool

    private(set) var log: EventLog
    var turn = TurnEvents()
    var isDirty = false
    var isUntold = false

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
    /// Who waits for a list that is being made.
    var awaitingLists: [ListOrder: [(Body) -> Void]] = [:]
    var snapshot: SnapshotFrames? { didSet { snapshotBytes = snapshot?.byteCount ?? snapshotBytes } }
    /// Of the newest snapshot, also when it is no longer kept.
    private(set) var snapshotBytes = 0
    /// Monotonic milliseconds when somebody was last given it.
    var snapshotGivenAt = 0
    var isEncodingSnapshot = false
    var storedSnapshotBytes = 0
    var awaitingSnapshot: [(Session, SnapshotPart.Why)] = []
    var journalBytesSinceSnapshot = 0
    /// Monotonic milliseconds when a snapshot is stored in place of one that could not be.
    var storesAgainAt: Int?
    /// Monotonic milliseconds since when nobody has used it.
    var unusedSince: Int?

    init(name: String, stored: StoredShelf, firstEpoch: String) {
        self.name = name
        self.value = stored.shelf
        self.head = stored.head
        self.durable = stored.head
        self.storedSnapshotBytes = stored.snapshotBytes
        self.journalBytesSinceSnapshot = stored.entryBytes
        self.firstEpoch = firstEpoch
        self.hasOrderedBeginning = false
        self.log = stored.log
    }

    var isAway: Bool { away != nil }

    /// The shelf, while it is here.
    var shelf: Shelf {
        _read {
            precondition(!isAway, "a shelf was asked for that the worker has")
            yield value
        }
    }

    /// While the shelf is away, what it was before.
    var epoch: String {
        let epoch = away?.epoch ?? value.epoch
        return epoch.isEmpty ? firstEpoch : epoch
    }
    var seq: Int { away?.seq ?? value.seq }
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

    /// Applies what is durable; its event is the turn's.
    func apply(_ act: Act) -> Effect { value.apply(act, into: &turn) }

    /// The shelf with all that is due, for the worker. Nobody else may hold the value, or changing it would copy it.
    func leave() -> (errand: Errand, senders: [Session?]) {
        away = (value.epoch, value.seq)
        let errand = Errand(shelf: Self.take(&value), acts: due.map(\.act))
        let senders = due.map(\.session)
        due = []
        return (errand, senders)
    }

    func comeBack(_ errand: Errand, with events: TurnEvents) {
        value = errand.takeShelf()
        away = nil
        turn = events
    }

    /// The shelf for whoever frees its memory, which may take long.
    func takeApart() -> Shelf { Self.take(&value) }

    private static func take(_ value: inout Shelf) -> Shelf {
        var taken = Shelf()
        swap(&taken, &value)
        return taken
    }

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
