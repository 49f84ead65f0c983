import Glibc
import ShelfCore
import TestSupport
import Testing

/// A real server under relaxed durability: what a kill, a cut of the power and a clean end leave of what was acknowledged.
struct RelaxedTests {
    private static let relaxed = TortureStory.flags + ["--durability", "relaxed"]

    private let place: LiveServer.Place
    private let ann = LiveClient("Ann")

    init() throws { place = try LiveServer.Place() }

    private func start(_ flags: [String] = relaxed) throws -> LiveServer {
        let server = try LiveServer(at: place, flags: flags)
        try ann.connect(to: server.port)
        return server
    }

    private func kill(_ server: LiveServer) {
        server.kill()
        ann.hearTheRest()
    }

    private func insert(_ number: Int) -> ShelfCore.Operation {
        .insert("n\(number)", at: .before(nil), fields: [FieldWrite(name: "note", value: .text(String(repeating: "long ", count: 200)))])
    }

    /// The client came back and was told that it may have seen what is not there.
    private func expectNewEpoch(after epoch: String) {
        #expect(ann.welcome["resumed"] == false)
        #expect(ann.epoch != epoch)
        #expect(ann.snapshots.last == "epoch")
    }

    @Test("J2 W2 Relaxed durability is said aloud: to clients, on standard error, by --help")
    func isSaid() throws {
        let server = try start()
        #expect(ann.welcome["durable"] == "relaxed")
        let warning = "warning: relaxed: what is acknowledged is on disk only within a second"
        #expect(server.log.contains(warning))
        try #require(try server.stop() == 0)
        let strict = try start(TortureStory.flags)
        #expect(ann.welcome["durable"] == "disk")
        #expect(strict.log.ranges(of: warning).count == 1, "only the first one said so")
        #expect(try Backspin.run("serve", "--help").output.contains("--durability disk|relaxed"))
        for word in ["memory", "none"] { #expect(try Backspin.run("serve", "--durability", word).status == 2) }
    }

    @Test("J2 J7 W3 Killed again and again under relaxed durability: all that was acknowledged is there once, in a new epoch each time")
    func kills() throws {
        var random = RandomNumbers(seed: Torture.seed)
        var asked = 0
        for round in 1...8 {
            let (epoch, acknowledged) = (ann.epoch, ann.outcomes.count)
            let server = try start()
            if round > 1 { expectNewEpoch(after: epoch) }
            #expect(ann.welcome["req"].int ?? 0 >= acknowledged, "\(Torture.command)")
            for _ in 0..<40 {
                asked += 1
                try ann.request(insert(asked))
                try ann.hearWhatIsThere()
            }
            usleep(.random(in: 0...20_000, using: &random))
            kill(server)
        }
        let last = try start()
        try ann.finish()
        try ann.catchUp()
        #expect(try last.stop() == 0)
        #expect(ann.list.ids.suffix(asked) == (1...asked).map { "n\($0)" }[...], "\(Torture.command)")
        #expect(ann.list.ids.count == asked + 5)
        #expect(ann.seq == asked + 1, "each was carried out once")
    }

    @Test("J4 J2 Under relaxed durability a sync that fails for a while is told, loses nothing, and ends nothing",
          .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)))
    func failingSync() throws {
        let server = try start()
        try ann.carryOut(insert(1))
        let disk = try Strace(server, calls: "fdatasync", inject: "error=EIO:when=1..3")
        var reasons: [String] = []
        ann.onTrouble = { if let reason = $0.text { reasons.append(reason) } }
        for number in 2...6 { try ann.carryOut(insert(number)) }
        try ann.wait { !reasons.isEmpty && ann.trouble.isNull }
        #expect(reasons == ["io_error"])
        try ann.carryOut(insert(7))
        kill(server)
        withExtendedLifetime(disk) {}
        let next = try start()
        #expect(ann.list.ids.suffix(7) == (1...7).map { "n\($0)" }[...])
        #expect(try next.stop() == 0)
    }

    @Test("J7 W3 After a cut of the power, a client that saw more than is there gets a snapshot, and goes on", arguments: [[], ["--durability", "relaxed"]])
    func cut(next: [String]) throws {
        let server = try start()
        for number in 1...30 { try ann.carryOut(insert(number)) }
        let (epoch, seq) = (ann.epoch, ann.seq)
        kill(server)
        // What had not been forced to disk is not there.
        let log = readBytes("\(place.data)/journal.sqlite-wal")
        try writeFile("\(place.data)/journal.sqlite-wal", log.prefix(log.count * 2 / 3))
        let check = try Backspin.run("check", "--data", place.data)
        #expect(check.status == 0)
        #expect(check.output.contains("the last server was cut off under relaxed durability"))

        let again = try start(TortureStory.flags + next)
        expectNewEpoch(after: epoch)
        #expect(again.log.contains("a new epoch began for every shelf"))
        #expect(ann.seq < seq)
        let kept = ann.list.ids
        #expect(kept.count > 5 && kept.dropFirst(5) == (1...kept.count - 5).map { "n\($0)" }[...])
        try ann.carryOut(insert(99))
        #expect(ann.list.ids == kept + ["n99"])
        let begun = ann.epoch
        #expect(try again.stop() == 0)

        _ = try start()
        #expect(ann.welcome["resumed"] == true && ann.epoch == begun, "a clean end keeps the epoch")
    }

    @Test("J5 J7 A server that waits for the disk is strict again, once the new epoch has begun")
    func strictAgain() throws {
        let server = try start()
        try ann.carryOut(insert(1))
        kill(server)
        let strict = try start(TortureStory.flags)
        for number in 2...30 { try ann.carryOut(insert(number)) }
        let epoch = ann.epoch
        kill(strict)
        var log = readBytes("\(place.data)/journal.sqlite-wal")
        try #require(log.count > 60_000)
        log[log.count / 2] ^= 1
        try writeFile("\(place.data)/journal.sqlite-wal", log)
        let refusal = try Backspin.run(LiveServer.arguments(place, ["--durability", "relaxed"]))
        #expect(refusal.status == 1)
        #expect(refusal.sentence?.contains("is damaged") == true, "\(refusal.errors)")
        log[log.count / 2] ^= 1
        try writeFile("\(place.data)/journal.sqlite-wal", log)
        _ = try start(TortureStory.flags)
        #expect(ann.welcome["resumed"] == true && ann.epoch == epoch, "a kill is no loss where nothing was relaxed")
    }
}
