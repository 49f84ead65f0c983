import Glibc
import Sockets

/// Hours of coming and going: does a server stay as it was? Visitors come at a fixed rate, ask, undo, and go; shelves are opened and left.
final class Soak {
    let plan: SoakPlan
    let server: TrialServer
    private let loop: EventLoop
    let dialer: Dialer
    var random = SystemRandomNumberGenerator()
    private let hot: [SoakShelf]
    private let cold: [SoakShelf]
    /// The cold shelves that are open: so many from here on, around the end.
    private var firstOpen = 0
    private let begun = monotonicNanoseconds()

    private(set) var connects = 0
    var requests = 0
    var outcomes = 0
    var complaints = Complaints()
    private var cameBack = 0
    private var stayed = 0
    private var differing = Complaints()
    private var logLines = 0
    private var samples: [Sample] = []
    private var timers: [Timer] = []
    /// How long people came and went; shorter than planned after a Ctrl-C.
    private var churned = 0.0

    init(_ plan: SoakPlan) throws {
        self.plan = plan
        server = try TrialServer(flags: plan.flags)
        loop = try EventLoop()
        dialer = try Dialer(loop: loop, host: "127.0.0.1", port: server.port, subprotocol: "backspin.v1")
        hot = (0..<plan.hotShelves).map { SoakShelf("hot-\($0)", regulars: plan.regularsOfHotShelf, albums: plan.albums) }
        cold = (0..<plan.coldShelves).map { SoakShelf("cold-\($0)", regulars: plan.regularsOfColdShelf, albums: plan.albums) }
    }

    private var elapsed: Double { Double(monotonicNanoseconds() - begun) / 1e9 }
    private var all: [SoakShelf] { hot + cold }
    private var visitors: Int { all.reduce(0) { $0 + $1.visitors } }

    /// - Returns: whether all is well.
    func run() throws -> Bool {
        _ = try server.get("/readyz")
        let descriptors = server.descriptors
        try churn()
        let isEmpty = try turnLoop(atMost: 60) { [unowned self] in visitors == 0 }
        let isClosed = try turnLoop(atMost: 30) { [unowned self] in server.descriptors <= descriptors }
        var findings = Findings()
        findings.check(isEmpty, "everybody could leave")
        findings.check(isClosed, "files and sockets: \(descriptors) before, \(server.descriptors) after")
        try unloadAll()
        judge(&findings)
        let trouble = try server.stop()
        findings.check(trouble == nil, trouble ?? "the server ended with 0, and its journal is whole")
        return findings.isGood
    }

    // MARK: - Coming and going

    private func churn() throws {
        var failure: (any Error)?
        var isInterrupted = false
        loop.onSignal(SIGINT) { isInterrupted = true }
        func every(_ seconds: Double, _ body: @escaping () throws -> Void) {
            timers.append(loop.timer(after: Int(seconds * 1000), repeating: Int(seconds * 1000)) { [unowned self] in
                do { try body() } catch {
                    failure = error
                    loop.stop()
                }
            })
        }
        every(0.05) { [unowned self] in try letIn() }
        every(plan.secondsPerTurn) { [unowned self] in try turn() }
        every(0.5) { [unowned self] in try noteLeft() }
        every(1) { [unowned self] in try sample() }
        try turnLoop(atMost: plan.seconds) { failure != nil || isInterrupted }
        churned = elapsed
        for timer in timers { timer.cancel() }
        if let failure { throw failure }
    }

    /// As many as are due, whatever became of those before.
    private func letIn() throws {
        let due = Int(elapsed * Double(plan.connectsPerSecond))
        while connects < due {
            connects += 1
            let shelf = Bool.random(using: &random) ? hot.randomElement(using: &random)! : openShelf()
            // Three of ten are strangers.
            let regular = Int.random(in: 0..<10, using: &random) < 3 ? nil : shelf.regular(using: &random)
            try Visitor(self, on: shelf, as: regular).come()
        }
    }

    private func openShelf() -> SoakShelf { cold[(firstOpen + Int.random(in: 0..<plan.openColdShelves, using: &random)) % cold.count] }

    func left(_ shelf: SoakShelf) {
        shelf.visitors -= 1
        shelf.emptySince = monotonicNanoseconds()
    }

    func after(milliseconds: Int, _ body: @escaping () -> Void) { loop.timer(after: milliseconds, body) }

    /// Leaves one cold shelf, and opens the next.
    private func turn() throws {
        let next = cold[(firstOpen + plan.openColdShelves) % cold.count]
        firstOpen = (firstOpen + 1) % cold.count
        try compare(next)
    }

    /// Shelves that nobody visits any more: how they were left.
    private func noteLeft() throws {
        let open = Set((0..<plan.openColdShelves).map { (firstOpen + $0) % cold.count })
        let now = monotonicNanoseconds()
        for (index, shelf) in cold.enumerated() where !open.contains(index) && shelf.emptySince > 0 && shelf.leftAs == nil && shelf.visitors == 0 {
            if Double(now - shelf.emptySince) / 1e9 >= plan.quietSeconds { shelf.leftAs = try list(shelf) }
        }
    }

    /// Nil for a shelf that is not born.
    private func list(_ shelf: SoakShelf) throws -> [UInt8]? {
        let answer = try server.get("/api/shelves/\(shelf.name)")
        return answer.status == 404 ? nil : answer.body
    }

    /// A shelf that was left comes back from the journal as it was.
    private func compare(_ shelf: SoakShelf) throws {
        guard let leftAs = shelf.leftAs else { return }
        shelf.leftAs = nil
        let before = try server.metrics()["shelves_read_total"] ?? 0
        let now = try list(shelf) ?? []
        if try server.metrics()["shelves_read_total"] ?? 0 > before { cameBack += 1 } else { stayed += 1 }
        if now != leftAs { differing.add("\(shelf.name) was \(String(decoding: leftAs.prefix(80), as: UTF8.self)) and is \(String(decoding: now.prefix(80), as: UTF8.self))") }
    }

    /// At the end all shelves leave memory and come back.
    private func unloadAll() throws {
        for shelf in all { shelf.leftAs = try list(shelf) }
        var loaded = 1.0
        try turnLoop(atMost: 120) { [unowned self] in
            loaded = (try? server.metrics()["shelves_loaded"]) ?? 1
            return loaded == 0
        }
        if loaded > 0 { differing.add("\(Int(loaded)) shelves stay in memory though nobody uses them") }
        for shelf in all { try compare(shelf) }
    }

    @discardableResult
    private func turnLoop(atMost seconds: Double, until condition: @escaping () -> Bool) throws -> Bool {
        var isMet = condition()
        let poll = loop.timer(after: 100, repeating: 100) { [unowned self] in
            isMet = condition()
            if isMet { loop.stop() }
        }
        let deadline = loop.timer(after: Int(seconds * 1000)) { [unowned self] in loop.stop() }
        if !isMet { loop.run() }
        poll.cancel()
        deadline.cancel()
        return isMet
    }

    // MARK: - What is seen

    private func sample() throws {
        let metrics = try server.metrics()
        func metric(_ name: String) throws -> Double {
            guard let value = metrics[name] else { throw TrialError("/metrics does not tell \(name)") }
            return value
        }
        let new = Sample(
            seconds: elapsed, memory: server.memory, allocated: Int(try metric("allocated_bytes")), descriptors: server.descriptors,
            lag: try metric("loop_lag_max_seconds"), shelves: Int(try metric("shelves_loaded")))
        samples.append(new)
        for line in server.newLogLines() {
            logLines += 1
            if line.contains("error") || line.contains("warning") { complaints.add("logged: \(line)") }
        }
        guard samples.count % (plan.seconds > 120 ? 10 : 1) == 0 else { return }
        say("\(Int(new.seconds)) s  \(connects) connects  \(requests) requests  \(visitors) here  \(new.shelves) shelves in memory  "
            + "\(mebibytes(new.memory)), \(mebibytes(new.allocated)) allocated  \(new.descriptors) files  lag at most \(fixed(new.lag * 1000, 1)) ms  \(complaints.count) complaints")
    }

    private func judge(_ findings: inout Findings) {
        complaints.tell(to: &findings, "\(connects) connections, \(requests) requests, \(outcomes) outcomes told, nobody sent away, no error logged")
        differing.tell(to: &findings, "lists are as they were left")
        findings.check(plan.isTimed ? stayed == 0 : cameBack > 0, "\(cameBack) times a shelf came back from the journal, \(stayed) times from memory")
        let kept = samples.filter { $0.seconds >= min(plan.settlingSeconds, churned / 2) }
        for (what, figure) in [("memory as the system counts it", \Sample.memory), ("memory that is allocated", \.allocated)] {
            // In less than half an hour it has not come to rest.
            findings.check(Slope(kept, of: figure).perHour < 1_048_576 || churned < 1_800, what + tell(kept, figure))
        }
        let lag = samples.last?.lag ?? 0
        findings.check(lag <= 0.25 || !plan.isTimed, "the loop's lag was at most \(fixed(lag * 1000, 1)) ms")
        let rate = Double(connects) / churned
        findings.check(rate >= 0.98 * Double(plan.connectsPerSecond) || !plan.isTimed, "\(fixed(rate, 1)) connections a second")
        if let path = plan.samples { write(to: path) }
    }

    private func tell(_ samples: [Sample], _ figure: KeyPath<Sample, Int>) -> String {
        let figures = samples.map { $0[keyPath: figure] }
        return " from \(Int(samples.first?.seconds ?? 0)) s on: \(mebibytes(figures.min() ?? 0)) to \(mebibytes(figures.max() ?? 0)), "
            + "slope \(fixed(Slope(samples, of: figure).perHour / 1_048_576, 2)) MiB an hour"
    }

    private func write(to path: String) {
        guard let file = fopen(path, "w") else { return }
        fputs("seconds,memory,allocated,files,lag\n", file)
        for sample in samples { fputs("\(fixed(sample.seconds, 1)),\(sample.memory),\(sample.allocated),\(sample.descriptors),\(fixed(sample.lag, 4))\n", file) }
        fclose(file)
    }
}
