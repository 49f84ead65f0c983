/// What a run found out.
public struct Report: Sendable {
    public let plan: LoadPlan
    public let figures: Figures
    public let verdict: Verdict
    /// What this machine or the server did not allow.
    public let limits: Findings

    public var isGood: Bool { verdict.isGood && limits.count == 0 }

    /// For people.
    public var text: String {
        let figures = figures
        var lines = [
            "\(plan.server): \(plan.clients) clients, \(plan.watchers + plan.slow) watchers, \(plan.shelves) shelves of about \(plan.albums) albums",
            "",
            "requests     \(grouped(figures.requests)) in \(duration(figures.elapsed)): \(grouped(Int(figures.perSecond(figures.requests))))/s"
                + "  (\(figures.events) carried out, \(figures.nothings) had nothing to do, \(figures.refused) refused\(refusals))",
            "deliveries   \(grouped(figures.deliveries)): \(grouped(Int(figures.perSecond(figures.deliveries))))/s",
            "bytes        \(grouped(figures.sentBytes)) sent, \(grouped(figures.receivedBytes)) received",
            "reconnects   \(figures.reconnects)\(figures.cuts > 0 ? ", \(figures.cuts) of them cut by us" : "")",
            "",
            "latency" + ["p50", "p90", "p99", "p99.9", "max"].map { right($0, 12) }.joined(),
            "  ack  " + row(figures.acknowledgement),
            "  event" + row(figures.delivery),
            "",
        ]
        lines += usage
        lines += verdict.checks.flatMap { check in
            ["\(check.isGood ? "good" : "BAD ")  \(check.claim)"] + check.findings.sentences.map { "      \($0)" } + more(check.findings)
        }
        lines += limits.sentences.map { "LIMIT \($0)" }
        return lines.joined(separator: "\n")
    }

    private var refusals: String {
        figures.refusals.isEmpty ? "" : ": " + figures.refusals.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }

    private var usage: [String] {
        let share = figures.elapsed == 0 ? 0 : figures.ownCPU * 100 / figures.elapsed
        var lines = ["CPU    this tool \(share) % of a core\(share > 85 ? ": what it measures may be its own limit" : "")"]
        if let server = figures.serverCPU, figures.elapsed > 0 {
            lines.append("       server \(server * 100 / figures.elapsed) %, \(perUnit(server, figures.deliveries, "delivery")), "
                + "\(perUnit(server, figures.requests, "request")), \(grouped((figures.serverMemory ?? 0) / 1024)) KiB of memory")
        }
        return lines + [""]
    }

    private func perUnit(_ total: Int, _ count: Int, _ unit: String) -> String { "\(count == 0 ? "-" : duration(total / count)) a \(unit)" }

    private func row(_ histogram: Histogram) -> String {
        let values = [0.5, 0.9, 0.99, 0.999].map(histogram.percentile) + [histogram.max]
        return values.map { right(histogram.count == 0 ? "-" : duration($0), 12) }.joined()
    }

    private func more(_ findings: Findings) -> [String] {
        let more = findings.count - findings.sentences.count
        return more > 0 ? ["      and \(more) more"] : []
    }
}

/// A duration with a unit that suits it: `870 ns`, `1.25 ms`.
func duration(_ nanoseconds: Int) -> String {
    let units = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)]
    guard let (unit, size) = units.first(where: { nanoseconds >= $0.1 }) else { return "\(nanoseconds) ns" }
    let hundredths = nanoseconds * 100 / size
    let whole = hundredths / 100
    if whole >= 100 { return "\(whole) \(unit)" }
    let fraction = hundredths % 100
    return whole >= 10 ? "\(whole).\(fraction / 10) \(unit)" : "\(whole).\(fraction < 10 ? "0" : "")\(fraction) \(unit)"
}

/// `12,345,678`
func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
    }
    return text
}

private func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
