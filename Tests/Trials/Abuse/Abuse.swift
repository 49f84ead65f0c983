import Glibc
import ShelfCore
import ShelfLoad
import ShelfWire
import Sockets
import TestSupport

/// Everything that is not meant well at once, and what it does to those who mean well.
final class Abuse {
    private static let shelf = "busy"
    /// Joining and leaving beside the abuse itself.
    private static let calmSeconds = 5.0

    private let plan: AbusePlan
    private let server: TrialServer
    private let crowd: Crowd
    private let good: TestProcess
    private var clients: [ScriptedClient] = []
    private var editing: Timer?
    private var memory = (calm: 0, highest: 0)
    private var logLines: [Int: Int] = [:]
    private var log: [Substring] = []
    private let begun = monotonicNanoseconds()

    init(_ plan: AbusePlan) throws {
        self.plan = plan
        try raiseDescriptors(to: plan.crowd + plan.rogues.reduce(0) { $0 + $1.count } + 300)
        server = try TrialServer(flags: plan.flags)
        good = try spawn("good", ["\(server.port)", Self.shelf])
        stepBack()
        crowd = try Crowd(ServerAddress(host: "127.0.0.1", port: server.port, shelf: "main"))
    }

    private var elapsed: Double { Double(monotonicNanoseconds() - begun) / 1e9 }

    /// - Returns: whether all is well.
    func run() throws -> Bool {
        var findings = Findings()
        let descriptors = server.descriptors
        let watch = crowd.loop.timer(after: 200, repeating: 200) { [unowned self] in look() }
        findings.check(gather(), "\(clients.count) clients joined \(plan.crowdShelves) shelves in \(fixed(elapsed, 1)) s")
        pass(Self.calmSeconds)
        memory.calm = server.memory

        let abuseBegan = monotonicNanoseconds()
        let cpuBefore = server.cpu
        let rogues = try plan.rogues.map { try spawn("rogues", [$0.kind.rawValue, "\($0.count)", "\(server.port)", Self.shelf, "\(plan.messageBytes)", "\(plan.seconds)"]) }
        pass(plan.seconds / 2)
        let outage = cutEverybody()
        findings.check(outage.map { $0 <= 10 || !plan.isTimed } ?? false, "\(clients.count) clients cut at once were all back after \(outage.map { fixed($0, 2) } ?? "more than 60") s")
        pass(plan.seconds / 2 - (outage ?? 0))
        let abuseEnded = monotonicNanoseconds()
        say("      the server's loop took \(fixed(Double(server.cpu - cpuBefore) / Double(abuseEnded - abuseBegan) * 100, 0)) % of a processor")
        for process in rogues { while let line = try process.readLine(timeout: 60_000) { say("      \(line)") } }
        try judge(from: abuseBegan, to: abuseEnded, &findings)
        try compare(&findings)
        for client in clients { client.leave() }
        findings.check(crowd.run(atMost: 30) { [unowned self] in server.descriptors <= descriptors }, "files and sockets: \(descriptors) before, \(server.descriptors) after")
        watch.cancel()
        editing?.cancel()
        look()
        judgeLog(&findings)
        findings.check(memory.highest <= plan.memoryLimit, "memory: \(mebibytes(memory.calm)) before, \(mebibytes(memory.highest)) at most, \(mebibytes(server.memory)) after; "
            + "bound \(mebibytes(plan.memoryLimit))")
        let lag = try server.metrics()["loop_lag_max_seconds"] ?? 0
        say("      the loop's lag was at most \(fixed(lag * 1000, 1)) ms")
        let trouble = try server.stop()
        findings.check(trouble == nil, trouble ?? "the server ended with 0, and its journal is whole")
        return findings.isGood
    }

    private func pass(_ seconds: Double) { crowd.run(atMost: max(0.1, seconds)) { false } }

    // MARK: - Those who mean well

    /// Everybody joins, a few at a time, and on each shelf somebody edits now and then.
    private func gather() -> Bool {
        let joined = crowd.run(atMost: 120) { [unowned self] in
            while clients.count < plan.crowd, clients.suffix(64).filter({ !$0.isLive }).count < 64 {
                clients.append(crowd.client("", on: "crowd-\(clients.count % plan.crowdShelves)"))
            }
            return clients.count == plan.crowd && clients.allSatisfy(\.isLive)
        }
        for client in clients.prefix(plan.crowdShelves) { client.request(.do([.insert("a", at: .before(nil), fields: [])])) }
        // Each shelf twice a second, one after the other, as people who do not know of each other do.
        var turn = 0
        editing = crowd.loop.timer(after: 500, repeating: max(1, 500 / plan.crowdShelves)) { [unowned self] in
            edit(with: clients[turn % plan.crowdShelves])
            turn += 1
        }
        return joined
    }

    private func edit(with client: ScriptedClient) {
        guard client.openRequests < 5 else { return }
        client.request(.do([.edit("a", set: [FieldWrite(name: "title", value: .text("\(client.requestCount)"))])]))
    }

    /// - Returns: the seconds until all were back and had seen all; nil when that took too long.
    private func cutEverybody() -> Double? {
        let cut = monotonicNanoseconds()
        for client in clients { client.cut() }
        let areBack = crowd.run(atMost: 60) { [unowned self] in
            clients.allSatisfy { $0.isLive && $0.seq == $0.transcript.lastSeq }
        }
        return areBack ? Double(monotonicNanoseconds() - cut) / 1e9 : nil
    }

    /// Everybody's list is the server's.
    private func compare(_ findings: inout Findings) throws {
        var differing = Complaints()
        let settled = crowd.run(atMost: 30) { [unowned self] in clients.allSatisfy { $0.isLive && $0.openRequests == 0 && $0.seq == $0.transcript.lastSeq } }
        if !settled { differing.add("somebody is still behind") }
        for index in 0..<plan.crowdShelves {
            let transcript = crowd.transcript(of: "crowd-\(index)")
            guard let list = ToldList(try server.get("/api/shelves/\(transcript.shelf)").body) else { throw TrialError("no list of \(transcript.shelf)") }
            if list.seq != transcript.lastSeq || Replica(list.albums) != transcript.list { differing.add("\(transcript.shelf): \(list.seq), not \(transcript.lastSeq)") }
        }
        for sentence in crowd.limits.sentences { differing.add(sentence) }
        differing.tell(to: &findings, "all lists are the server's")
    }

    private func judge(from begin: Int, to end: Int, _ findings: inout Findings) throws {
        var (calm, abused) = (Histogram(), Histogram())
        var open = "not known"
        good.signal(SIGTERM)
        while let line = try good.readLine(timeout: 120_000) {
            let words = line.split(separator: " ")
            if words.first == "open" { open = String(words[1]); continue }
            guard words.count == 2, let due = Int(words[0]), let took = Int(words[1]) else { continue }
            if due < begin { calm.add(took * 1000) } else if due < end { abused.add(took * 1000) }
        }
        func milliseconds(_ share: Double, _ histogram: Histogram) -> String { fixed(Double(histogram.percentile(share)) / 1e6, 1) }
        let p99 = abused.percentile(0.99)
        findings.check(abused.count > 0 && (p99 < 50_000_000 || !plan.isTimed), "a good client's p99: \(milliseconds(0.99, abused)) ms (p50 \(milliseconds(0.5, abused)), longest \(milliseconds(1, abused)), "
            + "\(abused.count) requests); before, \(milliseconds(0.99, calm)) ms")
        findings.check(open == "0", "requests of the good client without an outcome: \(open)")
    }

    // MARK: - The server

    private func look() {
        memory.highest = max(memory.highest, server.memory)
        let lines = server.newLogLines()
        log += lines.prefix(max(0, 1_000 - log.count))
        logLines[monotonicNanoseconds() / 1_000_000_000, default: 0] += lines.count
    }

    private func judgeLog(_ findings: inout Findings) {
        let most = logLines.values.max() ?? 0
        // A second of the server's may be spread over two of ours.
        findings.check(most <= 10 || !plan.isTimed && most <= 20, "log lines: \(logLines.values.reduce(0, +)) in all, at most \(most) a second")
        for (sentence, count) in kindsOfLines().prefix(12) { say("      \(count) × \(sentence)") }
        let errors = log.filter { $0.contains(" error: ") }
        findings.check(errors.isEmpty, "no error is logged\(errors.first.map { ": \($0)" } ?? "")")
    }
}

extension Abuse {
    /// The lines without what differs between those of a kind, the most frequent first.
    private func kindsOfLines() -> [(key: String, value: Int)] {
        log.reduce(into: [String: Int]()) { kinds, line in kinds[String(line.map { $0.isNumber ? "#" : $0 }), default: 0] += 1 }.sorted { $0.value > $1.value }
    }
}

private func spawn(_ name: String, _ words: [String]) throws -> TestProcess { try TestProcess(readLink("/proc/self/exe"), [name] + words) }

/// Lets this process, and those that it starts, have so many files and sockets.
private func raiseDescriptors(to needed: Int) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur < rlim_t(needed) else { return }
    guard limit.rlim_max >= rlim_t(needed) else { throw TrialError("this needs \(needed) open files, and may have \(limit.rlim_max): ulimit -n \(needed), as root") }
    limit.rlim_cur = rlim_t(needed)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
