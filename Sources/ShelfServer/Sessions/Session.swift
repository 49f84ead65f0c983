import ShelfCore
import ShelfWire

/// One connection of one client. Confined to the hub; everybody else only hands it back.
public final class Session {
    enum Phase {
        /// Waits for `hello`, until this monotonic millisecond.
        case greeting(until: Int)
        /// Waits for its shelf, or until every request of the session that it replaces has its outcome.
        case joining
        case live
        case ended
    }

    // What broadcasting looks at stands together: it visits thousands of sessions a turn, and each line of memory that it touches costs.
    let link: any Link
    var phase: Phase
    /// The `seq` of the last event sent.
    var position = 0
    /// Framed messages for this session alone: in front of the events, and behind them.
    var front: [UInt8] = []
    var outbox: [UInt8] = []
    /// How many ticks are due, behind the events that it has yet to get (W9).
    var ticksDue = 0
    var targetsDue = false
    var whoDue = false
    /// The snapshot that it is to read is being encoded.
    var isAwaitingSnapshot = false
    /// Is on the hub's list of sessions that have something to be sent.
    var isDirty = false
    var snapshot: SnapshotReading?

    let shelfName: String
    var shelf: LiveShelf?
    /// Its place in the roster that it is on.
    var index = 0

    var hello = Hello()
    /// What it may do; settled by its `hello`.
    var pass = Pass.open
    /// The key that the server made for a client that had none.
    var newKey: ClientKey?
    var client: ClientID = ""
    var here = Here()
    var bucket: TokenBucket

    /// The version of `LiveShelf.presenceVersion` that it was told.
    var toldPresence = 0

    /// Requests that were ordered and have no outcome yet.
    var openRequests = 0
    /// When an act that says it was seen was last ordered.
    var seenOrderedAt = 0
    /// Seconds until it is sent the next `tick`.
    var ticksIn = 0
    /// The session that takes over when `openRequests` is 0 (W1).
    var successor: Session?

    /// What stood behind `hello`, or behind a question, in its frame.
    var early: [Arrival] = []
    /// Messages that wait: for `welcome`, behind one that the worker decodes, or because the client has asked for too much.
    var unread: [(bytes: [UInt8], isText: Bool, arrived: Int)] = []
    /// The size of the message that the worker decodes.
    var decodingBytes = 0
    var isDecoding: Bool { decodingBytes > 0 }
    /// Is on the hub's list of sessions that are held back.
    var isHeldBack = false
    /// Set while the reader is behind.
    var stall: Stall?

    init(link: any Link, shelfName: String, greetUntil deadline: Int, bucket: TokenBucket) {
        self.link = link
        self.shelfName = shelfName
        self.phase = .greeting(until: deadline)
        self.bucket = bucket
    }

    var name: String { pass.name ?? here.name ?? hello.name ?? "" }
    var present: Present {
        var here = here
        here.name = name
        return Present(client: client, here: here)
    }

    var unreadBytes: Int { unread.reduce(decodingBytes) { $0 + $1.bytes.count } }

    /// Nothing but the newest events is due: it can be sent the bytes that all others get.
    var wantsOnlyEvents: Bool {
        !targetsDue && !whoDue && ticksDue == 0 && outbox.isEmpty && front.isEmpty && snapshot == nil && !isAwaitingSnapshot
    }

    /// Whether answers of that many bytes wait for it.
    func hasUntaken(_ bytes: Int) -> Bool { outbox.count >= bytes }

    func takeEarly() -> Arrival? { early.isEmpty ? nil : early.removeFirst() }

    /// Its shelf is at the worker: nothing can be answered until it is back.
    var awaitsShelf: Bool { shelf?.isAway ?? false }

    var mayAct: Bool { pass.role != .view }
    var isGreeting: Bool { if case .greeting = phase { true } else { false } }
    /// Whether its hello is overdue.
    func isUnheard(at now: Int) -> Bool { if case .greeting(let deadline) = phase { now >= deadline } else { false } }
    var isJoining: Bool { if case .joining = phase { true } else { false } }
    var isLive: Bool { if case .live = phase { true } else { false } }
    var hasEnded: Bool { if case .ended = phase { true } else { false } }
}

/// How much a reader that is behind had taken, and since when (monotonic milliseconds) it has taken nothing more.
struct Stall {
    let bytesTaken: UInt64
    let since: Int
}
