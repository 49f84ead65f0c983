/// What a run of the load tool does.
public struct LoadPlan: Sendable {
    public var server: ServerAddress
    /// Clients that make requests.
    public var clients = 10
    /// Requests a second of all together, each at its planned time whatever the server does (an open loop).
    public var rate = 100.0
    /// Instead of a rate: how many requests each client keeps open (a closed loop).
    public var window: Int?
    public var seconds = 10.0
    public var mix = Mix.everyday
    /// How many albums each shelf is filled up to before the run; it stays near that.
    public var albums = 100
    /// Clients that only read.
    public var watchers = 0
    /// Connections that are cut each second, to come back at once.
    public var cutsPerSecond = 0.0
    /// Further clients that only read, and slowly.
    public var slow = 0
    /// Over how many shelves the clients are spread: SHELF-1, SHELF-2, … when more than one.
    public var shelves = 1
    public var seed: UInt64 = 1
    /// A server's process on this machine, whose CPU time and memory are told too.
    public var process: Int?

    public init(server: ServerAddress) { self.server = server }

    var shelfNames: [String] { shelves == 1 ? [server.shelf] : (1...shelves).map { "\(server.shelf)-\($0)" } }
}

/// When the requests of an open loop are due: evenly, and whatever became of those before.
struct Schedule: Equatable {
    /// Nanoseconds of the monotonic clock.
    let start: Int
    let rate: Double
    let count: Int

    init(start: Int, rate: Double, seconds: Double) {
        self.start = start
        self.rate = rate
        count = Int((rate * seconds).rounded(.down))
    }

    func planned(_ number: Int) -> Int { start + Int(Double(number) * 1e9 / rate) }

    /// How many are due by then.
    func due(at time: Int) -> Int {
        guard time >= start else { return 0 }
        var due = min(count, Int(Double(time - start) * rate / 1e9))
        // Rounding may have lost one.
        while due < count, planned(due) <= time { due += 1 }
        return due
    }
}

/// SplitMix64: the same seed makes the same requests.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
