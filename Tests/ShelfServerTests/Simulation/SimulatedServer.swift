import ShelfCore
import ShelfJournal
@testable import ShelfServer
@testable import ShelfWire

/// One life of the server's process: a hub in surroundings whose every answer comes at a random later moment, and which may end between
/// any two stages of a request.
final class SimulatedServer: HubSurroundings {
    /// The moments at which the process may end, besides any moment at which nothing happens.
    enum Stage: Int, CaseIterable {
        /// The entries were handed over and are not on disk.
        case appending
        /// They are on disk, and the hub does not know it.
        case durable
        /// They were applied, and nobody was told.
        case applied
        /// Some sessions were told.
        case tellingSome
        /// A snapshot was stored, and the entries that it stands for are still there.
        case stored
    }

    unowned let world: World
    let player: Player
    private(set) var hub: Hub!
    private(set) var isDown = false
    private var links: [SimulatedLink] = []
    /// Which stage ends this life, and how often it passes before.
    private var end: (stage: Stage, countdown: Int)?
    private var isDead = false
    private var isInNoOrder = false
    private var stopwatchNow = 0
    /// Why nothing is written now.
    var reason: String?
    /// Where each client was last welcomed in this life.
    var welcomed: [ClientID: SimulatedLink] = [:]

    init(_ world: World) {
        self.world = world
        player = world.newPlayer()
        if !world.isCalm, player.chance(0.8), let stage = Stage.allCases.randomElement(using: &player.random) {
            end = (stage, stage == .stored ? 1 : player.draw(1...60))
        }
        let stored = (try? world.journal.heads().keys.sorted()) ?? []
        hub = Hub(surroundings: self, limits: world.limits, options: options, stored: stored)
        world.follow()
        turn { hub.plantSamples() }
        beat()
        second()
    }

    private var options: HubOptions {
        let player = player
        var options = HubOptions(
            server: "simulated",
            newEpoch: { "e\(player.number)-\(player.draw(0...999_999))" },
            newKey: { Editor.key(player.draw(0...Int.max), player) })
        options.bytesDecodedOnTheLoop = 400
        options.albumsEncodedOnTheLoop = 8
        options.journalBytesPerSnapshot = 1_500
        options.registersAppliedOnTheLoop = 6
        return options
    }

    // MARK: - Turns

    /// One turn of the loop.
    func turn(_ body: () -> Void) {
        if !isDown { body() }
        if !isDown { hub.endOfTurn() }
        if isDown, !isDead { die() }
    }

    /// A turn that walks the shelves in no fixed order: within it nobody is killed, for what was told by then would be another's each time.
    func turnInNoOrder(_ body: () -> Void) {
        isInNoOrder = true
        turn(body)
        isInNoOrder = false
    }

    private func beat() {
        world.later(player, at: world.now + 100) { [self] in
            guard !isDown else { return }
            // Presence is due in the order in which the second before it found the shelves.
            turnInNoOrder { hub.beat() }
            beat()
        }
    }

    private func second() {
        world.later(player, at: world.now + 1_000) { [self] in
            guard !isDown else { return }
            turnInNoOrder { hub.everySecond() }
            second()
        }
    }

    // MARK: - The end

    /// Ends this life if it is planned for this stage. Within a turn nothing more leaves the process.
    func mayCrash(_ stage: Stage) {
        guard let end, end.stage == stage, !isDown, !isInNoOrder else { return }
        self.end?.countdown -= 1
        guard end.countdown <= 1 else { return }
        world.count(Mischief(stage))
        world.note(player, .dies, stage.rawValue, "the server is killed while \(stage)")
        isDown = true
    }

    func kill() {
        guard !isDown else { return }
        world.count(.killed)
        world.note(player, .dies, -1, "the server is killed")
        die()
    }

    private func die() {
        isDown = true
        isDead = true
        for link in links { link.serverDied() }
        links = []
        world.serverDied(self)
    }

    func adopt(_ link: SimulatedLink) { links.append(link) }
    func forget(_ link: SimulatedLink) { links.removeAll { $0 === link } }

    /// The links that lead to this life.
    var openLinks: [SimulatedLink] { links }

    // MARK: - What the hub asks

    var wallClock: Int { 1_790_000_000_000 + world.now }
    var monotonicClock: Int { world.now }

    /// Now and then it takes long to tell everybody, so that the rest is told in later turns.
    var stopwatch: Int {
        if !isInNoOrder, player.chance(0.02) { stopwatchNow += 10_000_000 }
        return stopwatchNow
    }

    func goOn() { later(player.draw(0...5)) { $0.turn {} } }

    func append(_ entries: [Entry]) {
        world.inspect(entries, of: self)
        mayCrash(.appending)
        let delay = player.chance(0.05) ? player.draw(50...400) : player.draw(1...15)
        later(delay) { $0.commit(entries) }
    }

    func load(_ shelf: String, then: @escaping (Result<StoredShelf, LoadError>) -> Void) {
        later(player.draw(1...50)) { server in
            let found = Result { () throws(LoadError) in try server.world.read(shelf) }
            server.turn { then(found) }
        }
    }

    func store(_ snapshot: Snapshot) {
        later(player.draw(1...60)) { $0.storeNow(snapshot) }
    }

    func work<Answer: Sendable>(_ patience: Patience, _ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
        let answer = job()
        later(player.draw(1...60)) { $0.turn { then(answer) } }
    }

    /// Something happens later in this life, in a turn or not.
    func later(_ delay: Int, _ body: @escaping (SimulatedServer) -> Void) {
        world.later(player, at: world.now + delay) { [self] in
            if !isDown { body(self) }
        }
    }
}
