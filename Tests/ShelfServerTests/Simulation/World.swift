import ShelfCore
import ShelfJournal
@testable import ShelfServer
import ShelfWire

/// A server that is killed and started again, clients that come and go, connections that break, a journal that fails, and a clock that
/// waits for nothing: all from one seed.
final class World {
    /// How long after the last request everything may take to come to rest.
    private static let patience = 240_000

    let seed: UInt64
    let faults = Faults()
    let journal: MemoryJournal
    let limits: Limits
    private(set) var truths: [String: Truth] = [:]
    private(set) var server: SimulatedServer?
    private(set) var editors: [Editor] = []
    private var agenda = Agenda()
    private(set) var trace: Trace
    private(set) var violation: String?
    private(set) var mischief: [Mischief: Int] = [:]
    /// Counts what clients send; and the newest of it that a server has read.
    private var posted = 0
    private var newestRead = 0
    /// No more requests, faults, cuts and kills.
    private(set) var isCalm = false
    private var budget: Int
    private var calmSince = 0
    private var isOver = false
    private var players = 0
    private var chance: Player!

    init(seed: UInt64, requests: Int, keepsLines: Bool = false) {
        self.seed = seed
        budget = requests
        journal = MemoryJournal(faults: faults)
        trace = Trace(keepsLines: keepsLines)
        var limits = Limits()
        limits.backlogBytes = 8 * 1024
        limits.snapshotPartBytes = 1024
        self.limits = limits
        chance = newPlayer()
        let shelves = chance.chance(0.3) ? ["main", "other"] : ["main"]
        for shelf in shelves { truths[shelf] = Truth(shelf) }
        for index in 0..<chance.draw(2...8) { editors.append(Editor(self, shelf: shelves[index % shelves.count])) }
        startServer()
        interfere()
        watch()
    }

    /// Lets it all happen.
    func run() {
        while !isOver, violation == nil, let item = agenda.next() { item.body() }
        // Everybody holds on to the world's parts by what is still planned.
        agenda = Agenda()
        for head in (try? journal.heads().sorted { $0.key < $1.key }) ?? [] { note(chance, .ends, head.value.hash.hashValueForTrace, "the journal of \(head.key) ends with \(head.value)") }
    }

    // MARK: - What its parts ask

    var now: Int { agenda.now }

    func newPlayer() -> Player {
        players += 1
        return Player(players, seed: seed)
    }

    func later(_ player: Player, at time: Int, _ body: @escaping () -> Void) {
        agenda.add(Agenda.Item(time: max(time, now), player: player.number, serial: player.nextSerial(), body: body))
    }

    func note(_ player: Player, _ what: Trace.What, _ number: Int, _ line: @autoclosure () -> String) {
        trace.note(now, player, what, number, line)
    }

    func fail(_ sentence: String) {
        guard violation == nil else { return }
        note(chance, .ends, 0, sentence)
        violation = sentence
    }

    func count(_ what: Mischief) { mischief[what, default: 0] += 1 }

    func post() -> Int {
        posted += 1
        return posted
    }

    /// A server reads what was sent as the `number`th: has something overtaken it that was sent later?
    func read(_ number: Int) {
        if number < newestRead { count(.reordered) }
        newestRead = max(newestRead, number)
    }

    /// Whether there is something left to be asked for.
    func takeTurn() -> Bool {
        guard budget > 0 else { return false }
        budget -= 1
        return true
    }

    /// Something has become durable.
    func follow() {
        for truth in truths.values { truth.follow(journal) }
    }

    func holds(_ entry: Entry) -> Bool {
        (try? journal.read(entry.shelf, from: entry.number, atMost: 1))?.first == entry
    }

    func read(_ shelf: String) throws(LoadError) -> StoredShelf {
        guard let snapshot = try? journal.snapshot(of: shelf),
              let entries = try? journal.read(shelf, from: snapshot.title.after.number + 1, atMost: .max)
        else {
            let entries = (try? journal.read(shelf, from: 1, atMost: .max)) ?? []
            return try StoredShelf(snapshot: nil, entries: entries)
        }
        return try StoredShelf(snapshot: snapshot, entries: entries)
    }

    // MARK: - Kills and faults

    private func startServer() {
        note(chance, .starts, 0, "a server starts")
        if chance.chance(0.15) { beginEpochs() }
        server = nil
        server = SimulatedServer(self)
    }

    /// What was stored is given another epoch, as after a repair (J7).
    private func beginEpochs() {
        guard !isCalm, (try? journal.reopen()) != nil, let heads = try? journal.heads() else { return }
        if !heads.isEmpty { count(.newEpoch) }
        for (shelf, head) in heads.sorted(by: { $0.key < $1.key }) {
            try? journal.append([Entry(shelf: shelf, after: head, body: entryBody([.epoch("again-\(chance.draw(0...999_999))")]))])
        }
    }

    func serverDied(_ server: SimulatedServer) {
        guard server === self.server || self.server == nil else { return }
        later(chance, at: now + chance.draw(10...600)) { [self] in startServer() }
    }

    private func interfere() {
        later(chance, at: now + chance.draw(100...2_000)) { [self] in
            guard !isCalm else { return }
            switch chance.draw(1...10) {
            case 1...2: server?.kill()
            case 3: faults.planAppends([Faults.Fault(.io("planned"), takesEffect: true)])
            case 4: faults.planAppends([Faults.Fault(.diskFull("planned"))])
            case 5:
                faults.planAppends([nil, Faults.Fault(.io("planned"), takesEffect: chance.chance(0.5))])
                faults.planReopens([Faults.Fault(.io("planned")), nil])
            default: break
            }
            interfere()
        }
    }

    // MARK: - Coming to rest

    private func watch() {
        later(chance, at: now + 100) { [self] in
            if !isCalm, budget == 0 || now > 600_000 {
                isCalm = true
                calmSince = now
            }
            if isCalm { finishIfAtRest() }
            watch()
        }
    }

    private func finishIfAtRest() {
        let unrest = server?.unrest ?? editors.lazy.compactMap(\.unrest).first
        if let unrest, now - calmSince > Self.patience { return fail("it does not come to rest: \(unrest)") }
        guard unrest == nil else { return }
        checkAtRest()
        isOver = true
    }
}
