import Glibc
import ShelfJournal
import TestSupport
import Testing

/// The power goes at every moment of a server's work; what may then be on the disk is put together again and opened.
@Suite(.enabled(if: TortureDisk.library != nil, Comment(rawValue: TortureDisk.isMissing)))
struct TortureCutTests {
    /// How a server lives whose power is cut: what its story is called, the size of its albums, what its disk does to it.
    static let stories: [(name: String, noteBytes: Int, plan: TortureDisk.Plan?)] =
        [("small", 0, nil), ("large", 4000, nil)] + failedSyncs.map {
            ("sync \($0) failed", 600, TortureDisk.Plan(kind: "sync", call: $0, error: EIO))
        }

    private static var failedSyncs: [Int] {
        var random = RandomNumbers(seed: Torture.seed)
        return Torture.isLong ? Array(1...24) : [11, .random(in: 1...14, using: &random)] + (0..<2).map { _ in .random(in: 15...24, using: &random) }
    }

    @Test("J2 J4 J5 The power is cut at any moment: all that was acknowledged is there, as it was", arguments: stories)
    func powerCut(name: String, noteBytes: Int, plan: TortureDisk.Plan?) throws {
        let log = try record(requests: plan == nil && Torture.isLong ? 200 : 60, noteBytes: noteBytes, plan)
        let truth = try Truth(log)
        var cuts = PowerCuts(log, truth, states: !Torture.isLong ? 300 : plan == nil ? 4000 : 500, seed: Torture.seed)
        try cuts.run(name)
        #expect(cuts.states > 100)
        #expect(truth.entries.count > 10)
        for failure in cuts.failures.prefix(5) { Issue.record("\(name), \(failure); \(Torture.command)") }
        Torture.tell("\(cuts.states) states after power cuts (\(name)): \(cuts.failures.count) broken; \(Torture.command)")
    }

    /// With 3,200 requests the log is also moved into the file while a server serves.
    static let relaxed: [(requests: Int, noteBytes: Int, states: Int)] =
        Torture.isLong ? [(200, 0, 4000), (200, 4000, 4000), (3200, 4000, 300)] : [(60, 0, 300), (60, 4000, 300)]

    @Test("J2 J5 J7 The power is cut under relaxed durability: what was forced to disk is there, and if anything else is not, a new epoch is due",
          arguments: relaxed)
    func relaxedPowerCut(requests: Int, noteBytes: Int, states: Int) throws {
        let log = try record(relaxedRequests: requests, noteBytes: noteBytes)
        let truth = try Truth(log)
        var cuts = PowerCuts(log, truth, states: states, seed: Torture.seed)
        try cuts.run("relaxed")
        #expect(cuts.states > 100)
        #expect(cuts.losses > 10, "there was something to lose")
        for failure in cuts.failures.prefix(5) { Issue.record("\(failure); \(Torture.command)") }
        Torture.tell("\(cuts.states) states after power cuts (relaxed, \(requests) requests): \(cuts.losses) lack what was told, \(cuts.failures.count) broken; "
            + Torture.command)
    }

    /// Three relaxed servers after each other, the first killed, the second ended, the third killed; and one that waits for the disk.
    private func record(relaxedRequests requests: Int, noteBytes: Int) throws -> DiskLog {
        let story = try TortureStory(seed: Torture.seed, noteBytes: noteBytes)
        let path = story.place.folder("disk")
        for life in 0..<4 {
            let server = try story.start(log: path, flags: life < 3 ? ["--durability", "relaxed"] : [])
            try story.write(requests: requests / 8, on: server)
            // Until all of that was forced to disk.
            if life < 3 { usleep(1_300_000) }
            try story.write(requests: requests / 8, on: server)
            if life == 1 { try #require(try server.stop() == 0) } else { server.kill() }
            story.hearTheRest()
        }
        return try DiskLog(path, of: story.place.data)
    }

    /// Three servers after each other, the first killed, the second ended, the third killed.
    private func record(requests: Int, noteBytes: Int, _ plan: TortureDisk.Plan?) throws -> DiskLog {
        let story = try TortureStory(seed: Torture.seed, noteBytes: noteBytes)
        let path = story.place.folder("disk")
        for life in 0..<3 {
            let server = try start(story, life == 0 ? plan : nil, log: path)
            try story.write(requests: requests / 3, on: server)
            if life == 1 { try #require(try server.stop() == 0) } else { server.kill() }
            story.hearTheRest()
        }
        return try DiskLog(path, of: story.place.data)
    }

    /// Once more when the disk failed so early that the server did not start.
    private func start(_ story: TortureStory, _ plan: TortureDisk.Plan?, log: String) throws -> LiveServer {
        do {
            return try story.start(plan, log: log)
        } catch let ending as LiveServer.NeverListened where plan != nil && ending.status == 1 {
            return try story.start(nil, log: log)
        }
    }
}

/// Takes states of a disk along its log, and opens each.
private struct PowerCuts {
    private let log: DiskLog
    private let truth: Truth
    private let wanted: Int
    private var random: RandomNumbers
    private(set) var states = 0
    /// States that lack something that was told.
    private(set) var losses = 0
    private(set) var failures: [String] = []

    init(_ log: DiskLog, _ truth: Truth, states: Int, seed: UInt64) {
        (self.log, self.truth, wanted) = (log, truth, states)
        random = RandomNumbers(seed: seed)
    }

    mutating func run(_ name: String) throws {
        var disk = CutDisk()
        var told = Told()
        let unit = Double(wanted) / log.records.reduce(0) { $0 + $1.weight }
        for (index, record) in log.records.enumerated() {
            disk.take(record)
            told.take(record)
            let share = unit * record.weight
            let count = Int(share) + (random.chance(share - share.rounded(.down)) ? 1 : 0)
            for _ in 0..<count { try open(disk.cut(&random), told, "a cut after call \(index + 1)") }
        }
    }

    private mutating func open(_ files: [String: [UInt8]], _ told: Told, _ moment: String) throws {
        states += 1
        if states.isMultiple(of: 500) { Torture.tell("\(states) states, \(failures.count) broken") }
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try writeFile(folder(name), bytes) }
        do {
            if try truth.check(folder.path, told, goesOn: states.isMultiple(of: 4)) { losses += 1 }
        } catch {
            failures.append("\(moment): \(error)")
        }
    }
}

extension DiskLog.Record {
    /// How often the power is cut behind it: what is rare deserves more.
    fileprivate var weight: Double {
        switch self {
        case .write, .sync, .tell: 1
        case .open, .truncate, .unlink, .rename, .failedSync: 10
        }
    }
}

/// What clients had been told by a moment.
struct Told {
    struct Outcomes {
        fileprivate(set) var seq = 0
        /// The last request of each client that has its outcome.
        fileprivate(set) var requests: [String: Int] = [:]
    }

    private(set) var all = Outcomes()
    /// Before the log was forced to disk the last time.
    private(set) var forced = Outcomes()
    private var clients: [Int32: String] = [:]
    private var log: Int32?

    mutating func take(_ record: DiskLog.Record) {
        if case .open("journal.sqlite-wal", _, let descriptor) = record { log = descriptor }
        if case .sync(let descriptor) = record, descriptor == log { forced = all }
        guard case .tell(let descriptor, let text) = record else { return }
        for found in text.matches(of: #/"t":"welcome","client":"([^"]+)"/#) { clients[descriptor] = String(found.1) }
        for found in text.matches(of: #/"seq":(\d+)/#) { all.seq = max(all.seq, Int(found.1) ?? 0) }
        guard let client = clients[descriptor] else { return }
        for found in text.matches(of: #/"t":"n?ack","req":(\d+)/#) { all.requests[client] = max(all.requests[client] ?? 0, Int(found.1) ?? 0) }
    }
}
