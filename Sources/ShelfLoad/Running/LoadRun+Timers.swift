import Glibc
import Sockets

/// What happens by the clock while requests are made.
extension LoadRun {
    func startTimers() {
        timers.append(crowd.loop.timer(after: 1_000, repeating: 1_000) { [unowned self] in tellProgress() })
        if plan.cutsPerSecond > 0 {
            let interval = max(1, Int(1_000 / plan.cutsPerSecond))
            timers.append(crowd.loop.timer(after: interval, repeating: interval) { [unowned self] in cutSomebody() })
        }
        if !slow.isEmpty {
            timers.append(crowd.loop.timer(after: 100, repeating: 100) { [unowned self] in for client in slow { client.resumeReading() } })
        }
    }

    func stopTimers() {
        for timer in timers { timer.cancel() }
        timers = []
        for client in slow { client.resumeReading() }
    }

    private func cutSomebody() {
        guard let client = crowd.clients.randomElement(using: &random), client.isLive else { return }
        figures.cuts += 1
        client.cut()
    }

    /// The first time, ends the run early; the second time, the program.
    func interrupt() {
        guard !isInterrupted else { _exit(130) }
        isInterrupted = true
        crowd.loop.stop()
    }

    private func tellProgress() {
        guard let progress else { return }
        let second = max(0, self.second - 1)
        figures.growSeconds(to: second)
        let last = figures.seconds[second].acknowledgement
        let deliveries = figures.deliveries - deliveriesTold
        deliveriesTold = figures.deliveries
        progress("\(second + 1) s  \(last.count) requests/s  \(deliveries) deliveries/s  ack p50 \(duration(last.percentile(0.5))) "
            + "p99 \(duration(last.percentile(0.99)))  \(openRequests) open  \(live) of \(crowd.clients.count) connected")
    }

    // MARK: - Draining

    /// Waits until everybody was told everything. A `tick` comes behind all that was sent before; a second one behind what the first
    /// turn had to tell.
    func drain() -> Bool {
        phase = .draining
        guard crowd.run(atMost: 30, until: { [unowned self] in live == crowd.clients.count || crowd.limits.count > 0 }) else { return false }
        for _ in 0..<2 {
            ticks = 0
            for client in crowd.clients where client.isLive { client.ping() }
            guard crowd.run(atMost: 60, until: { [unowned self] in ticks >= live }) else { return false }
        }
        return true
    }
}

/// What was used between two moments.
struct Meter {
    private let dialer: Dialer
    private let process: Int?
    private let sent: Int
    private let received: Int
    private let own: Int
    private let server: ProcessUsage?

    init(_ dialer: Dialer, process: Int?) {
        self.dialer = dialer
        self.process = process
        sent = dialer.sentBytes
        received = dialer.receivedBytes
        own = ProcessUsage(of: Int(getpid()))?.cpu ?? 0
        server = process.flatMap { ProcessUsage(of: $0) }
    }

    func read(into figures: inout Figures) {
        figures.sentBytes = dialer.sentBytes - sent
        figures.receivedBytes = dialer.receivedBytes - received
        figures.ownCPU = (ProcessUsage(of: Int(getpid()))?.cpu ?? 0) - own
        guard let server, let now = process.flatMap({ ProcessUsage(of: $0) }) else { return }
        figures.serverCPU = now.cpu - server.cpu
        figures.serverLoopCPU = now.loop - server.loop
        figures.serverMemory = now.memory
    }
}

/// Makes sure that the process may open as many sockets as the plan needs.
func checkDescriptors(for plan: LoadPlan) throws(PlanError) {
    let needed = rlim_t(plan.clients + plan.watchers + plan.slow + 32)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur < needed else { return }
    guard limit.rlim_max >= needed else {
        throw PlanError("\(needed) connections need more open files than the \(limit.rlim_max) this process may have; raise the limit: ulimit -n \(needed), "
            + "or LimitNOFILE= in a systemd unit")
    }
    limit.rlim_cur = needed
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
