/// The five stages of a request, and what is timed of each.
enum Stage: String, CaseIterable {
    /// How long a message waits until it is read: not at all, unless its client asks for too much.
    case receive
    /// Parsing a message, in the worker when it is large.
    case decode
    /// Making an append durable.
    case order
    /// Carrying out what one append made durable.
    case apply
    /// Sending what one turn has for everybody.
    case broadcast
}

/// How long each stage took, for `/metrics`.
struct StageTimes: Sendable {
    private var histograms = Stage.allCases.map { _ in DurationHistogram() }

    subscript(stage: Stage) -> DurationHistogram { histograms[index(stage)] }

    mutating func add(_ nanoseconds: Int, to stage: Stage) { histograms[index(stage)].add(nanoseconds) }

    private func index(_ stage: Stage) -> Int {
        switch stage {
        case .receive: 0
        case .decode: 1
        case .order: 2
        case .apply: 3
        case .broadcast: 4
        }
    }
}

/// Counts durations in fixed buckets.
struct DurationHistogram: Sendable {
    /// Where buckets end, in microseconds; what is longer counts only in all.
    static let bounds = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 10_000_000]

    /// How many durations ended in each bucket, not in those before it.
    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var nanoseconds = 0
    /// The longest.
    private(set) var max = 0

    var count: Int { counts.reduce(0, +) }

    mutating func add(_ nanoseconds: Int) {
        counts[Self.bounds.firstIndex { nanoseconds <= $0 * 1_000 } ?? Self.bounds.count] += 1
        self.nanoseconds += nanoseconds
        max = Swift.max(max, nanoseconds)
    }
}

extension StageTimes {
    /// As Prometheus reads it: buckets count all that is shorter, in seconds.
    var prometheusText: String {
        let name = "backspin_stage_seconds"
        var text = "# HELP \(name) How long each stage of a request took.\n# TYPE \(name) histogram\n"
        for stage in Stage.allCases { text += self[stage].prometheusLines(name, label: "stage=\"\(stage.rawValue)\"") }
        return text
    }
}

extension DurationHistogram {
    func prometheusLines(_ name: String, label: String? = nil) -> String {
        let (before, labels) = (label.map { $0 + "," } ?? "", label.map { "{\($0)}" } ?? "")
        var (text, shorter) = ("", 0)
        for (bound, count) in zip(Self.bounds, counts) {
            shorter += count
            text += "\(name)_bucket{\(before)le=\"\(Double(bound) / 1e6)\"} \(shorter)\n"
        }
        text += "\(name)_bucket{\(before)le=\"+Inf\"} \(count)\n"
        text += "\(name)_sum\(labels) \(Double(nanoseconds) / 1e9)\n"
        text += "\(name)_count\(labels) \(count)\n"
        return text
    }
}

extension Hub {
    /// Does a part of a stage, and notes how long it took.
    func timed<Result>(_ stage: Stage, _ body: () -> Result) -> Result {
        let begun = surroundings.stopwatch
        defer { times.add(surroundings.stopwatch - begun, to: stage) }
        return body()
    }
}
