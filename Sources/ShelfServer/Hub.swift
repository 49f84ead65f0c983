import ShelfCore
import ShelfJournal
import ShelfWire

/// What the hub asks of its surroundings: real threads, files and clocks when serving, simulated ones in the simulation.
public protocol HubSurroundings: AnyObject {
    /// Milliseconds since 1970.
    var wallClock: Int { get }
    /// Milliseconds that never jump.
    var monotonicClock: Int { get }
    /// Nanoseconds that never jump, to tell how long something takes. They decide what is told in which turn, and nothing else.
    var stopwatch: Int { get }
    /// Lets a turn follow at once.
    func goOn()
    /// Makes the entries durable and says so with `Hub.durable`. At most one append is under way.
    func append(_ entries: [Entry])
    /// Reads a shelf from the journal, then calls `then` in a later turn.
    func load(_ shelf: String, then: @escaping (Result<StoredShelf, LoadError>) -> Void)
    /// Stores a snapshot and drops the entries that it stands for; nobody waits for it (J6).
    func store(_ snapshot: Snapshot)
    /// Runs `job` off the loop, then `then` in a later turn. What is awaited does not stand behind what may take seconds.
    func work<Answer: Sendable>(_ patience: Patience, _ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void)
}

/// How long work may wait for other work.
public enum Patience: Sendable {
    /// Somebody waits for it: a message to be decoded, a request to be applied.
    case awaited
    /// Snapshots and lists of whole shelves.
    case patient
}

extension HubSurroundings {
    public var stopwatch: Int { monotonicClock * 1_000_000 }
}

/// Why a shelf cannot be served.
public struct LoadError: Error, Sendable, CustomStringConvertible {
    public let sentence: String
    /// Whether it may be gone when the shelf is next asked for, as a disk that fails for a while; damage stays.
    public let mayPass: Bool
    public var description: String { sentence }

    public init(_ sentence: String, mayPass: Bool = false) {
        self.sentence = sentence
        self.mayPass = mayPass
    }
}

/// Every shelf and session of one server: receive, decode, order, apply, broadcast. Confined to one thread; knows neither sockets,
/// files nor clocks, so that the simulation runs the same code.
public final class Hub {
    let surroundings: any HubSurroundings
    let limits: Limits
    let settings: Settings
    var options: HubOptions
    public internal(set) var counters = Counters()
    var times = StageTimes()
    var loopLag = DurationHistogram()
    /// The last beat, by the stopwatch.
    var beatAt: Int?
    /// When the append under way was handed over, by the stopwatch.
    var appendBegan = 0

    var shelves: [String: LiveShelf] = [:]
    var loading: [String: [(Result<LiveShelf, LoadError>) -> Void]] = [:]
    /// The newest entry of every shelf in the journal when the hub started, and of those unloaded since.
    var stored: Set<String>
    /// Shelves that could not be read when they were last asked for.
    public internal(set) var unreadable: [String: LoadError] = [:]
    /// How many shelves have not been read since the start; for the metrics.
    public var unverified = 0

    /// How many entries the append under way has yet to make durable.
    var appending = 0
    var withOpenBatch: [LiveShelf] = []
    public internal(set) var trouble: String?

    /// Sessions that are not live yet.
    var greeting = Roster()
    /// Shelves that go to the worker at the end of the turn, and how many it has.
    var departing: [LiveShelf] = []
    var shelvesAway = 0
    var dirtyShelves: [LiveShelf] = []
    /// Their log has more than their sessions were sent.
    var untoldShelves: [LiveShelf] = []
    var dirtySessions: [Session] = []
    /// Sessions that are read on when their rate allows it, and their answers are taken.
    var heldBack: [Session] = []
    var sessionCount = 0
    /// Bytes of all messages that wait to be decoded.
    var unreadBytes = 0
    var births: [String: BirthCount] = [:]
    public internal(set) var isDraining = false
    var scratch: [UInt8] = []
    var presenceDue: [LiveShelf] = []

    public init(surroundings: any HubSurroundings, limits: Limits, options: HubOptions, stored: [String]) {
        self.surroundings = surroundings
        self.limits = limits
        self.settings = limits.settings
        self.options = options
        self.stored = Set(stored)
    }

    var now: Int { surroundings.monotonicClock }
}

/// How the hub presents itself.
public struct HubOptions {
    public var server: String
    public var webCovers: Bool
    public var durability = Durability.disk
    /// Where it is nil, everybody may edit.
    public var gate: Gate?
    /// What is longer is done by the worker. The simulation sets these so low that it happens in small worlds, too.
    public var bytesDecodedOnTheLoop = 64 * 1024
    public var albumsEncodedOnTheLoop = 4_000
    /// For all that one append carried; see `Shelf.weight`. A thousand take a few milliseconds.
    public var registersAppliedOnTheLoop = 1_000
    /// A snapshot is stored when the journal behind the last one has at least this.
    public var journalBytesPerSnapshot = 4 * 1024 * 1024
    /// Random when serving, seeded in the simulation.
    public var newEpoch: () -> String
    public var newKey: () -> ClientKey
    /// Told in a sentence whom the hub sends away, and why.
    public var refused: (String) -> Void = { _ in }

    public init(server: String, webCovers: Bool = false, newEpoch: @escaping () -> String, newKey: @escaping () -> ClientKey) {
        self.server = server
        self.webCovers = webCovers
        self.newEpoch = newEpoch
        self.newKey = newKey
    }
}
