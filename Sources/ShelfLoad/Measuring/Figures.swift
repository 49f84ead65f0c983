/// What a run has measured.
public struct Figures: Sendable {
    /// From when a request was due to its outcome at its client.
    public internal(set) var acknowledgement = Histogram()
    /// From when a request was due to its event at any other client.
    public internal(set) var delivery = Histogram()
    public internal(set) var events = 0
    public internal(set) var nothings = 0
    public internal(set) var refusals: [String: Int] = [:]
    public internal(set) var deliveries = 0
    public internal(set) var reconnects = 0
    public internal(set) var cuts = 0
    /// From the first request to the last outcome that was waited for, in nanoseconds.
    public internal(set) var elapsed = 0
    public internal(set) var sentBytes = 0
    public internal(set) var receivedBytes = 0
    public internal(set) var seconds: [Second] = []
    /// Nanoseconds of CPU: of this process, and of the server's where that was asked for.
    public internal(set) var ownCPU = 0
    public internal(set) var serverCPU: Int?
    public internal(set) var serverLoopCPU: Int?
    public internal(set) var serverMemory: Int?

    /// One second of the run.
    public struct Second: Sendable {
        public var acknowledgement = Histogram()
        public var deliveries = 0
    }

    public var refused: Int { refusals.values.reduce(0, +) }
    /// Requests that have an outcome.
    public var requests: Int { events + nothings + refused }

    mutating func conclude(_ fate: Fate, after nanoseconds: Int, second: Int) {
        switch fate {
        case .open: return
        case .event: events += 1
        case .nothing: nothings += 1
        case .refused(let code): refusals[code, default: 0] += 1
        }
        acknowledgement.add(nanoseconds)
        growSeconds(to: second)
        seconds[second].acknowledgement.add(nanoseconds)
    }

    mutating func growSeconds(to second: Int) {
        while seconds.count <= second { seconds.append(Second()) }
    }

    func perSecond(_ count: Int) -> Double { elapsed == 0 ? 0 : Double(count) * 1e9 / Double(elapsed) }
}
