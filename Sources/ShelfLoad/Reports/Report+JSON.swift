extension Report {
    /// For scripts: one JSON object, durations in microseconds.
    public var json: String {
        object([
            ("url", quoted("\(plan.server)")), ("clients", "\(plan.clients)"), ("watchers", "\(plan.watchers + plan.slow)"),
            ("shelves", "\(plan.shelves)"), ("albums", "\(plan.albums)"), ("mix", quoted("\(plan.mix)")), ("seed", "\(plan.seed)"),
            ("rate", plan.window == nil ? decimal(plan.rate) : "null"), ("window", plan.window.map(String.init) ?? "null"),
            ("seconds", decimal(Double(figures.elapsed) / 1e9)),
            ("requests", "\(figures.requests)"), ("events", "\(figures.events)"), ("nothing", "\(figures.nothings)"),
            ("refused", object(figures.refusals.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") })),
            ("requests_per_second", decimal(figures.perSecond(figures.requests))),
            ("deliveries", "\(figures.deliveries)"), ("deliveries_per_second", decimal(figures.perSecond(figures.deliveries))),
            ("sent_bytes", "\(figures.sentBytes)"), ("received_bytes", "\(figures.receivedBytes)"),
            ("reconnects", "\(figures.reconnects)"), ("cuts", "\(figures.cuts)"),
            ("acknowledgement_us", percentiles(figures.acknowledgement)), ("delivery_us", percentiles(figures.delivery)),
            ("tool_cpu_us", micros(figures.ownCPU)),
            ("server_cpu_us", figures.serverCPU.map(micros) ?? "null"), ("server_loop_cpu_us", figures.serverLoopCPU.map(micros) ?? "null"),
            ("server_memory_bytes", figures.serverMemory.map(String.init) ?? "null"),
            ("good", "\(isGood)"),
            ("checks", list(verdict.checks.map { check in
                object([("claim", quoted(check.claim)), ("good", "\(check.isGood)"), ("findings", list(check.findings.sentences.map(quoted)))])
            })),
            ("limits", list(limits.sentences.map(quoted))),
        ]) + "\n"
    }

    private func percentiles(_ histogram: Histogram) -> String {
        object([("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999)].map { ($0.0, micros(histogram.percentile($0.1))) }
            + [("max", micros(histogram.max)), ("count", "\(histogram.count)")])
    }

    private func micros(_ nanoseconds: Int) -> String { decimal(Double(nanoseconds) / 1_000) }
    private func object(_ members: [(String, String)]) -> String { "{" + members.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}" }
    private func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}

/// Three digits behind the point.
private func decimal(_ number: Double) -> String { "\((number * 1_000).rounded() / 1_000)" }

private func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        default: scalar.value < 0x20 ? " " : String(scalar)
        }
    }.joined() + "\""
}
