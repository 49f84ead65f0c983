/// How much a client may ask for (X): a request costs one token and more when it is large; below zero its messages wait.
struct TokenBucket {
    private let ratePerSecond: Double
    private let burst: Double
    private var tokens: Double
    private var filledAt: Int

    /// A rate of 0 lifts the limit. Times are monotonic milliseconds.
    init(ratePerSecond: Int, burst: Int, now: Int) {
        self.ratePerSecond = Double(ratePerSecond)
        self.burst = Double(burst)
        self.tokens = Double(burst)
        self.filledAt = now
    }

    mutating func take(_ cost: Double) {
        guard ratePerSecond > 0 else { return }
        tokens -= cost
    }

    /// What is large costs the more.
    mutating func take(bytes: Int) { take(Double(bytes) / (16 * 1024)) }

    mutating func isOverdrawn(now: Int) -> Bool {
        guard ratePerSecond > 0 else { return false }
        tokens = min(burst, tokens + Double(now - filledAt) / 1000 * ratePerSecond)
        filledAt = now
        return tokens < 0
    }
}
