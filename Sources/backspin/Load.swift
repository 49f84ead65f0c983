import Glibc
import ShelfLoad
import ShelfScenarios

let load = Subcommand(
    name: "load", summary: "try a server with many scripted clients",
    usage: """
        Usage: backspin load URL [options]

        Lets scripted clients work on a shelf, as http://127.0.0.1:8420/s/main, and tells how quick the server was and whether it kept its
        promises: every client has the server's list, each request has its one outcome, no event is missing, and every Undo is lit exactly
        when an independent replay says so. Ends with status 1 when something was not so, or a limit was met. Ctrl-C ends the run early,
        with the same report.

          --clients N           clients that make requests (10)
          --rate R              requests a second of all together, each at its planned time, from which its latency counts (100)
          --window W            instead of a rate: each client keeps W requests open
          --for 30s             how long, in s, m or ms (10s)
          --mix KIND=WEIGHT,…   how often each kind is made: \(Mix.everyday)
          --albums N            fills each shelf up to N albums first (100)
          --watchers N          further clients that only read
          --slow N              further clients that read slowly
          --cut 5/s             connections cut each second; their clients come back
          --shelves N           spreads the clients over SHELF-1 to SHELF-N
          --seed S              the same seed makes the same choices (1)
          --server-pid PID      tells the CPU time and memory of that process too
          --json FILE           writes the report as JSON; - prints it instead of the text
          --plot FILE.svg       draws the latency of each second
          --script FILE         plays a table of scenarios instead, each on a new shelf SHELF-…, and shows where the server differs

        A server lets each client make 50 requests a second: for more, use more clients, or start it with --max-request-rate 0.
        """,
    run: { arguments in
        let script = try arguments.option("--script")
        let json = try arguments.option("--json")
        let plot = try arguments.option("--plot")
        let plan = try LoadPlan(from: &arguments)
        try arguments.finish()
        if let script { return try play(script, on: plan.server) }
        let run = try LoadRun(plan)
        if isatty(STDERR_FILENO) == 1 { run.progress = { printNow("\r\u{1B}[K\($0)") } }
        let report = try run.run()
        if isatty(STDERR_FILENO) == 1 { printNow("\r\u{1B}[K") }
        if json == "-" { print(report.json, terminator: "") } else { print(report.text) }
        if let json, json != "-" { try save(report.json, as: json) }
        if let plot { try save(report.plot, as: plot) }
        if !report.isGood { exit(1) }
    })

private func play(_ path: String, on server: ServerAddress) throws {
    let results = try ScenarioPlay(server).play(Scenario.read(try text(of: path)))
    for result in results {
        if let reason = result.skipped { print("skipped  \(result.title) (\(reason))"); continue }
        print(result.differences.isEmpty ? "good     \(result.title)" : "DIFFERS  \(result.title)")
        for difference in result.differences { print("    \(difference)") }
    }
    let differing = results.count { !$0.differences.isEmpty }
    if differing > 0 { throw Failure("\(differing) of \(results.count) scenarios differ") }
}

private func text(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}

private func save(_ text: String, as path: String) throws {
    let bytes = Array(text.utf8)
    guard let file = fopen(path, "w") else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
}

private func printNow(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

extension LoadPlan {
    fileprivate init(from arguments: inout Arguments) throws {
        let clients = try arguments.number("--clients", in: 0...1_000_000)
        let watchers = try arguments.number("--watchers", in: 0...1_000_000)
        let slow = try arguments.number("--slow", in: 0...1_000_000)
        let albums = try arguments.number("--albums", in: 0...10_000_000)
        let shelves = try arguments.number("--shelves", in: 1...1_000_000)
        let window = try arguments.number("--window", in: 1...1_000_000)
        let seed = try arguments.number("--seed", in: 0...Int.max)
        let process = try arguments.number("--server-pid", in: 1...Int.max)
        let rate = try arguments.option("--rate").map { try perSecond("--rate", $0) }
        let cuts = try arguments.option("--cut").map { try perSecond("--cut", $0) }
        let seconds = try arguments.option("--for").map(duration)
        let mix = try arguments.option("--mix").map { try Mix($0) }
        self.init(server: try ServerAddress(try arguments.operand("URL")))
        self.clients = clients ?? self.clients
        self.watchers = watchers ?? 0
        self.slow = slow ?? 0
        self.albums = albums ?? self.albums
        self.shelves = shelves ?? 1
        self.window = window
        self.seed = UInt64(seed ?? 1)
        self.process = process
        self.rate = rate ?? self.rate
        self.cutsPerSecond = cuts ?? 0
        self.seconds = seconds ?? self.seconds
        self.mix = mix ?? self.mix
    }
}

/// `5/s`, or only `5`.
private func perSecond(_ name: String, _ text: String) throws -> Double {
    guard let rate = Double(text.hasSuffix("/s") ? String(text.dropLast(2)) : text), rate >= 0, rate.isFinite else {
        throw Failure("\(name) \(text): must be a number a second, as 5/s", status: 2)
    }
    return rate
}

/// `30s`, `5m`, `500ms`, or only seconds.
private func duration(_ text: String) throws -> Double {
    let (suffix, factor) = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)].first { text.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(text.dropLast(suffix.count)), number > 0, number.isFinite else {
        throw Failure("--for \(text): must be a time, as 30s or 5m", status: 2)
    }
    return number * factor
}
