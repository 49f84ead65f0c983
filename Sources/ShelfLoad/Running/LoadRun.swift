import Glibc
import ShelfCore
import ShelfWire
import Sockets

/// One run of the load tool: everybody joins, the shelves are filled, requests are made, what is open is waited for, and then the
/// verdict.
public final class LoadRun {
    enum Phase { case joining, filling, loading, draining }

    let plan: LoadPlan
    let crowd: Crowd
    public internal(set) var figures = Figures()
    var phase = Phase.joining
    private var makers: [RequestMaker]
    var random: SeededRandom
    /// Those that make requests, and those that read slowly.
    private(set) var writers: [ScriptedClient] = []
    private(set) var slow: [ScriptedClient] = []
    private var waitingToJoin: [ScriptedClient] = []
    private var joining = 0
    private(set) var live = 0
    private(set) var openRequests = 0
    private(set) var start = 0
    private var schedule: Schedule?
    private var nextRequest = 0
    private var alarm: Alarm!
    var isInterrupted = false
    var ticks = 0
    var timers: [Timer] = []
    var deliveriesTold = 0
    /// Which event each client's connection had to catch up to: those until there are no deliveries.
    private var caughtUp: [Int] = []

    /// Called each second with a line that tells how it goes.
    public var progress: ((String) -> Void)?

    /// - Throws: `PlanError` with what is in the way, `DialError`.
    public init(_ plan: LoadPlan) throws {
        try checkDescriptors(for: plan)
        self.plan = plan
        crowd = try Crowd(plan.server)
        random = SeededRandom(seed: plan.seed)
        makers = (0..<plan.shelves).map { RequestMaker(mix: plan.mix, albums: plan.albums, seed: plan.seed &+ UInt64($0) &* 7919) }
        crowd.observer = self
        alarm = try Alarm(loop: crowd.loop) { [unowned self] in makeDueRequests() }
        gather()
    }

    /// Runs it all, and checks what the server did.
    /// - Throws: `PlanError` when nobody could join.
    public func run() throws -> Report {
        let signals = [SIGINT, SIGTERM]
        for signal in signals { crowd.loop.onSignal(signal) { [unowned self] in interrupt() } }
        defer { finish() }
        try join()
        try fill()
        load()
        let isDrained = drain()
        return Report(plan: plan, figures: figures, verdict: Verdict(of: self, isDrained: isDrained), limits: crowd.limits)
    }

    // MARK: - Joining

    private func gather() {
        let names = plan.shelfNames
        for index in 0..<plan.clients { writers.append(crowd.newClient("client \(index + 1)", on: names[index % names.count])) }
        for index in 0..<plan.watchers { _ = crowd.newClient("", on: names[index % names.count]) }
        for index in 0..<plan.slow {
            let client = crowd.newClient("slow \(index + 1)", on: names[index % names.count])
            client.receiveBuffer = 4_096
            slow.append(client)
        }
        caughtUp = Array(repeating: 0, count: crowd.clients.count)
        waitingToJoin = crowd.clients.reversed()
    }

    private func join() throws {
        joinSome()
        var last = (live: 0, at: monotonicNanoseconds())
        let done = crowd.run(atMost: 600) { [unowned self] in
            joinSome()
            if live > last.live { last = (live, monotonicNanoseconds()) }
            return live == crowd.clients.count || isInterrupted || crowd.limits.count > 0 || monotonicNanoseconds() - last.at > 60_000_000_000
        }
        guard live > 0 else { throw PlanError(crowd.limits.sentences.first ?? "\(plan.server): nobody could join; is a server there?") }
        if !done || live < crowd.clients.count { crowd.limitMet("only \(live) of \(crowd.clients.count) clients could join") }
    }

    /// A few at a time: the queue of a listening socket is short.
    private func joinSome() {
        while joining < 64, crowd.limits.count == 0, let client = waitingToJoin.popLast() {
            joining += 1
            client.connect()
        }
    }

    // MARK: - Filling

    private func fill() throws {
        phase = .filling
        for (index, name) in plan.shelfNames.enumerated() {
            let transcript = crowd.transcript(of: name)
            transcript.reserve(events: plan.window == nil ? Int(plan.rate * plan.seconds) / plan.shelves : 1_000_000 / plan.shelves)
            guard let writer = writers.first(where: { $0.transcript === transcript }) else { continue }
            let missing = plan.albums - transcript.list.count
            for done in stride(from: 0, to: max(0, missing), by: 1_000) { ask(writer, makers[index].fill(missing - done)) }
        }
        guard crowd.run(atMost: 120, until: { [unowned self] in openRequests == 0 || isInterrupted }) else {
            throw PlanError("\(plan.server): filling the shelves took longer than two minutes")
        }
        if figures.refused > 0 { crowd.limitMet("filling the shelf was refused: \(figures.refusals.keys.sorted().joined(separator: ", "))") }
        figures = Figures()
    }

    private func ask(_ client: ScriptedClient, _ action: Action, planned: Int = monotonicNanoseconds()) {
        openRequests += 1
        client.request(action, planned: planned)
    }

    // MARK: - Loading

    private func load() {
        guard !isInterrupted else { return }
        phase = .loading
        startTimers()
        let meter = Meter(crowd.dialer, process: plan.process)
        start = monotonicNanoseconds()
        if let window = plan.window {
            for client in writers { for _ in 0..<window { askNext(client) } }
        } else if !writers.isEmpty, plan.rate > 0 {
            schedule = Schedule(start: start, rate: plan.rate, seconds: plan.seconds)
            makeDueRequests()
        }
        crowd.run(atMost: plan.seconds) { [unowned self] in isInterrupted }
        phase = .draining
        stopTimers()
        crowd.run(atMost: 30) { [unowned self] in openRequests == 0 }
        figures.elapsed = monotonicNanoseconds() - start
        meter.read(into: &figures)
    }

    private func makeDueRequests() {
        guard let schedule, phase == .loading else { return }
        let due = schedule.due(at: monotonicNanoseconds())
        while nextRequest < due {
            askNext(writers[Int(random.next() % UInt64(writers.count))], planned: schedule.planned(nextRequest))
            nextRequest += 1
        }
        if nextRequest < schedule.count { alarm.ring(at: schedule.planned(nextRequest)) }
    }

    private func askNext(_ client: ScriptedClient, planned: Int = monotonicNanoseconds()) {
        ask(client, makers[client.index % plan.shelves].next(for: client), planned: planned)
    }

    var second: Int { max(0, (monotonicNanoseconds() - start) / 1_000_000_000) }

    private func finish() {
        alarm.close()
        stopTimers()
        for client in crowd.clients { client.leave() }
        crowd.run(atMost: 1) { [unowned self] in live == 0 }
    }
}

extension LoadRun: ClientObserver {
    func welcomed(_ client: ScriptedClient) {
        live += 1
        if joining > 0 { joining -= 1 }
        caughtUp[client.index] = client.welcome?.seq ?? 0
        if let undoDepth = client.welcome?.limits.settings.undoDepth { client.transcript.undoDepth = undoDepth }
    }

    func told(_ client: ScriptedClient, after seq: Int) {
        let now = monotonicNanoseconds()
        for seq in seq + 1...client.seq {
            let line = client.transcript.line(seq)
            if line.author == client.index { client.conclude(line.request, .event(seq: seq)) } else { delivered(line, seq, to: client, now) }
        }
        if client.receiveBuffer != nil, phase == .loading { client.pauseReading() }
    }

    private func delivered(_ line: Transcript.Line, _ seq: Int, to client: ScriptedClient, _ now: Int) {
        figures.deliveries += 1
        guard line.planned >= start, start > 0, seq > caughtUp[client.index], client.receiveBuffer == nil else { return }
        figures.delivery.add(now - line.planned)
    }

    func concluded(_ client: ScriptedClient, request: Int, fate: Fate) {
        openRequests -= 1
        figures.conclude(fate, after: monotonicNanoseconds() - client.planned[request - 1], second: start == 0 ? 0 : second)
        if phase == .loading, plan.window != nil, client.index < plan.clients { askNext(client) }
    }

    func ticked(_ client: ScriptedClient, seq: Int) { ticks += 1 }

    func ended(_ client: ScriptedClient, _ ending: Ending, bye: Told?, wasLive: Bool) -> Int? {
        if wasLive { live -= 1 }
        if client.hasLeft { return nil }
        if case .lost(let reason) = ending, phase == .joining, live == 0 {
            crowd.limitMet("\(plan.server): \(reason)")
            return nil
        }
        figures.reconnects += 1
        let delay = delay(before: ending, bye: bye, random: Int(random.next() % 200))
        if delay == nil { crowd.limitMet(sentence(for: ending, bye: bye)) }
        return delay
    }

    private func sentence(for ending: Ending, bye: Told?) -> String {
        if case .bye(let code, let reason, _, _)? = bye { return "the server sent a client away for good: \(code), \(reason)" }
        return switch ending {
        case .refused(let status): "the server refused a connection with \(status); --max-sessions and --max-sessions-per-address are its limits"
        case .closed(let code): "the server closed a connection with \(code)"
        case .lost(let reason), .broken(let reason): "a connection was lost: \(reason)"
        case .byUs: "a connection was cut"
        }
    }
}
