import Glibc
import ShelfJournal
import ShelfWire
import Sockets

/// A whole server: the hub with real sockets, threads, files and clocks. Confined to the thread that runs it.
public final class Server {
    private static let drainMilliseconds = 5_000
    private static let farewellMilliseconds = 500

    let configuration: ServerConfiguration
    let log: Log
    let loop: EventLoop
    let journal: JournalThread
    let worker: Worker
    /// For what is awaited.
    let promptWorker: Worker
    let memory: Memory
    var hub: Hub!
    var router: Router!
    var listener: Listener!
    var loads: [String: (Result<StoredShelf, LoadError>) -> Void] = [:]
    /// Shelves that are still to be verified.
    var unverified: [String]
    private var door: BackupDoor?
    private var isStopping = false

    /// Opens the journal, then the port. Throws what ends in one sentence: `LoadError`, `AccessFileError`, `JournalError`, `ListenerError`.
    public init(_ configuration: ServerConfiguration) throws {
        self.configuration = configuration
        keepFreedMemory()
        log = Log(level: configuration.logLevel) { milliseconds(of: CLOCK_MONOTONIC) }
        memory = Memory(mebibytes: configuration.limits.memoryMebibytes)
        let gate = try configuration.access.map(Gate.init)
        let files = try StaticFiles(folder: configuration.web, webCovers: configuration.webCovers)
        loop = try EventLoop()
        let store = try SQLiteJournal(folder: configuration.data, isRelaxed: configuration.durability == .relaxed)
        if store.isEpochDue {
            try store.beginEpochs(newEpochs)
            log.info("the last server was cut off under relaxed durability, so what it acknowledged last may be lost: a new epoch began for every shelf")
        }
        let stored = try Array(store.heads().keys)
        unverified = stored
        let waker = loop.waker
        journal = JournalThread(store) { waker.wake() }
        worker = Worker { waker.wake() }
        promptWorker = Worker { waker.wake() }
        var options = HubOptions(server: configuration.server, webCovers: configuration.webCovers, newEpoch: randomEpoch, newKey: ClientKey.random)
        options.durability = configuration.durability
        options.gate = gate
        options.refused = { [log] in log.refused($0) }
        hub = Hub(surroundings: self, limits: configuration.limits, options: options, stored: stored)
        router = Router(hub: hub, files: files)
        listener = try Listener(loop: loop, configuration: ListenerConfiguration(configuration), handler: self)
        url = "\(configuration.certificate == nil ? "http" : "https")://\(configuration.host):\(listener.port)"
        openDoor(in: configuration.data)
        setUp()
    }

    public private(set) var url = ""

    /// Serves until SIGTERM or SIGINT, then drains (B3). `ready` is called when `main` is there, or waits for the disk (J4, J8).
    public func run(ready: @escaping () -> Void) {
        log.info("\(configuration.server) serves the shelves of \(configuration.data) at \(url)")
        hub.plantSamples()
        if !unverified.isEmpty { verifyNext() }
        waitUntil { [unowned self] in hub.isDrained || hub.trouble != nil } then: { ready() }
        loop.run()
        (loop.endOfTurn, loop.woken) = (nil, nil)
        listener.close()
        journal.join()
        log.info("ended")
    }

    /// A folder whose disk knows no sockets can be served all the same.
    private func openDoor(in folder: String) {
        do throws(JournalError) {
            door = try BackupDoor(folder: folder, journal: journal)
        } catch {
            log.error("no backup can be made while this server runs: \(error)")
        }
    }

    private func setUp() {
        loop.endOfTurn = { [unowned self] in hub.endOfTurn() }
        loop.woken = { [unowned self] in collect() }
        loop.timer(after: Hub.beatMilliseconds, repeating: Hub.beatMilliseconds) { [unowned self] in hub.beat() }
        loop.timer(after: 1_000, repeating: 1_000) { [unowned self] in hub.everySecond() }
        loop.onSignal(SIGHUP) { [unowned self] in reload() }
        loop.timer(after: 30_000, repeating: 30_000) { [unowned self] in worker.run { giveBackFreedMemory() } then: { _ in } }
        for signal in [SIGTERM, SIGINT] { loop.onSignal(signal) { [unowned self] in stop() } }
    }

    private func collect() {
        promptWorker.collect()
        worker.collect()
        for report in journal.take() { handle(report) }
    }

    /// The first time, finishes what there is; the second time, ends at once.
    private func stop() {
        guard !isStopping else { _exit(1) }
        isStopping = true
        listener.stopAccepting()
        hub.drain()
        let deadline = monotonicClock + Self.drainMilliseconds
        waitUntil { [unowned self] in hub.isDrained || monotonicClock > deadline } then: { [unowned self] in sayGoodbye() }
    }

    private func sayGoodbye() {
        hub.sayGoodbye()
        let deadline = monotonicClock + Self.farewellMilliseconds
        waitUntil { [unowned self] in listener.connectionCount == 0 || monotonicClock > deadline } then: { [unowned self] in
            door?.close()
            worker.stop()
            promptWorker.stop()
            journal.stop()
        }
    }

    private func waitUntil(_ condition: @escaping () -> Bool, then body: @escaping () -> Void) {
        guard !condition() else { return body() }
        loop.timer(after: 10) { [unowned self] in waitUntil(condition, then: body) }
    }
}

extension ListenerConfiguration {
    fileprivate init(_ configuration: ServerConfiguration) {
        self.init(host: configuration.host, port: configuration.port)
        let limits = configuration.limits
        maxConnections = limits.sessions
        maxConnectionsPerAddress = limits.sessionsPerAddress
        allowedOrigins = Set(configuration.allowedOrigins)
        certificate = configuration.certificate.map { Certificate(certificatePath: $0.path, keyPath: $0.keyPath) }
        trustedProxy = configuration.trustedProxy
        maxHeaderBytes = limits.httpHeaderBytes
        maxMessageBytes = limits.messageBytes
        maxUnfinishedBytes = limits.undecodedBytes
    }
}

func randomEpoch() -> String {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<12).map { _ in letters.randomElement(using: &generator)! })
}
