import ShelfCore
@testable import ShelfJournal
@testable import ShelfServer
@testable import ShelfWire

/// A hub on the bench: its clock, journal and worker do one step at a time, when the test says so.
final class Bench: HubSurroundings {
    let faults: Faults
    let journal: MemoryJournal
    private(set) var hub: Hub!
    var wallClock = 1_790_000_000_000
    private(set) var monotonicClock = 1_000_000
    /// What each append carried, how many acts and for which shelves.
    private(set) var appends: [[Entry]] = []
    private var underWay: [Entry] = []
    /// How far the stopwatch goes each time that the hub looks at it.
    var nanosecondsPerLook = 0
    private var nanoseconds = 0
    /// The hub wants another turn.
    private(set) var goesOn = false
    private var jobs: [Patience: [() -> Void]] = [:]
    private var loads: [() -> Void] = []
    /// What the next loads end with.
    var loadErrors: [LoadError] = []
    private(set) var storedSnapshots: [Snapshot] = []

    /// A server that starts on `journal`; it has no samples, so that `seq` begins with 1.
    init(_ limits: Limits = Limits(), on other: Bench? = nil, adjust: (inout HubOptions) -> Void = { _ in }) {
        faults = other?.faults ?? Faults()
        journal = other?.journal ?? MemoryJournal(faults: faults)
        var options = HubOptions(server: "bench 1", newEpoch: { "epoch1" }, newKey: { testKey(4000) })
        adjust(&options)
        let stored = try! journal.heads().keys.sorted()
        hub = Hub(surroundings: self, limits: limits, options: options, stored: stored)
    }

    // MARK: - Turns

    func turn(_ body: () -> Void) {
        goesOn = false
        body()
        hub.endOfTurn()
    }

    /// Makes the append under way durable, and tells the hub.
    func commit() {
        turn { report(underWay) }
    }

    /// Tells the hub, within a turn, that these entries of the append under way are durable.
    func report(_ entries: [Entry]) {
        underWay.removeAll(where: entries.contains)
        try! journal.append(entries)
        hub.durable(entries)
    }

    /// Does everything that the hub has asked for until it asks for nothing more.
    func settle() {
        while true {
            if !underWay.isEmpty {
                commit()
            } else if !loads.isEmpty {
                doLoad()
            } else if hasJobs(.awaited) {
                doJob(.awaited)
            } else if hasJobs() {
                doJob()
            } else if goesOn {
                turn {}
            } else {
                return
            }
        }
    }

    func doJob(_ patience: Patience = .patient) {
        let job = jobs[patience]!.removeFirst()
        turn(job)
    }

    func doLoad() {
        let load = loads.removeFirst()
        turn(load)
    }

    var isAppending: Bool { !underWay.isEmpty }
    var entriesUnderWay: [Entry] { underWay }
    func hasJobs(_ patience: Patience = .patient) -> Bool { jobs[patience]?.isEmpty == false }

    /// Time passes, with the hub's beats; nothing else happens.
    func pass(_ milliseconds: Int) {
        for _ in 0..<milliseconds / 100 {
            monotonicClock += 100
            wallClock += 100
            turn { hub.beat() }
            if monotonicClock % 1000 == 0 { turn { hub.everySecond() } }
        }
    }

    /// Time passes, and the hub does not look at the clock.
    func letTimePass(_ milliseconds: Int) { monotonicClock += milliseconds }

    // MARK: - What the hub asks

    var stopwatch: Int {
        nanoseconds += nanosecondsPerLook
        return monotonicClock * 1_000_000 + nanoseconds
    }

    func goOn() { goesOn = true }

    func append(_ entries: [Entry]) {
        precondition(underWay.isEmpty, "two appends at once")
        appends.append(entries)
        underWay = entries
    }

    func load(_ shelf: String, then: @escaping (Result<StoredShelf, LoadError>) -> Void) {
        loads.append { [self] in
            then(Result { () throws(LoadError) in
                if !loadErrors.isEmpty { throw loadErrors.removeFirst() }
                let snapshot = (try? journal.snapshot(of: shelf)) ?? nil
                let first = (snapshot?.title.after.number ?? 0) + 1
                return try StoredShelf(snapshot: snapshot, entries: (try? journal.read(shelf, from: first, atMost: .max)) ?? [])
            })
        }
    }

    func store(_ snapshot: Snapshot) { storedSnapshots.append(snapshot) }

    func work<Answer: Sendable>(_ patience: Patience, _ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
        jobs[patience, default: []].append { then(job()) }
    }

    // MARK: - Clients

    /// A connection on which nothing was said yet.
    func open(_ shelf: String = "main", address: String = "127.0.0.1") -> Probe {
        let probe = Probe(self, address: address)
        turn { probe.session = hub.opened(probe, shelf: shelf) }
        return probe
    }

    /// A client that has said hello and has got all that follows.
    func join(_ client: Int, _ shelf: String = "main", at: Position? = nil) -> Probe {
        let probe = open(shelf)
        probe.hello(client, at: at)
        settle()
        return probe
    }

    /// What the journal says of a shelf.
    func replayed(_ shelf: String = "main") -> Shelf {
        let truth = Truth(shelf)
        truth.follow(journal)
        return truth.shelf
    }

    func requests(in entries: [Entry]) -> [Int] {
        entries.flatMap(Truth.acts).compactMap { if case .request(let request) = $0 { request.number } else { nil } }
    }
}

/// The key of a client that is named by a number.
func testKey(_ number: Int) -> ClientKey {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return ClientKey(String(letters[number / 64]) + String(letters[number % 64]) + String(repeating: "A", count: 41))!
}
