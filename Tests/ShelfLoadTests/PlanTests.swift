import Testing
@testable import ShelfLoad

@Suite struct PlanTests {
    @Test("A mix is read as it is written")
    func mix() throws {
        #expect(try Mix("delete=4,insert=3,move=2,edit=2,undo=3,redo=1") == .everyday)
        #expect(try Mix("edit=1").description == "edit=1")
    }

    @Test("A mix that makes no sense is refused", arguments: ["", "delete", "delete=", "delete=x", "delete=-1", "dance=1", "edit=0", "edit=1=2"])
    func badMix(text: String) {
        #expect(throws: PlanError.self) { try Mix(text) }
    }

    @Test("Kinds are picked by their weights")
    func weights() throws {
        let mix = try Mix("edit=1,delete=3,undo=0")
        var random = SeededRandom(seed: 2)
        var counts: [Mix.Kind: Int] = [:]
        for _ in 0..<4_000 { counts[mix.pick(using: &random), default: 0] += 1 }
        #expect(counts[.undo] == nil)
        #expect((900...1_100).contains(counts[.edit]!))
    }

    @Test("An open loop's requests are due at their times, whatever became of those before")
    func schedule() {
        let schedule = Schedule(start: 1_000, rate: 1_000, seconds: 2)
        #expect(schedule.count == 2_000)
        #expect(schedule.planned(0) == 1_000)
        #expect(schedule.planned(1_500) == 1_000 + 1_500_000_000)
        #expect(schedule.due(at: 999) == 0)
        #expect(schedule.due(at: 1_000) == 1)
        #expect(schedule.due(at: 1_000 + 999_999) == 1)
        #expect(schedule.due(at: 1_000 + 1_000_000) == 2)
        #expect(schedule.due(at: .max / 2_000) == 2_000)
    }

    @Test("Due and planned agree at rates that do not divide a second", arguments: [0.3, 7, 999, 33_333.3])
    func rates(rate: Double) {
        let schedule = Schedule(start: 5, rate: rate, seconds: 10)
        for number in 0..<min(schedule.count, 5_000) {
            let due = schedule.due(at: schedule.planned(number))
            #expect(due >= number + 1 && schedule.planned(due - 1) <= schedule.planned(number))
        }
    }

    @Test("A server's URL names its shelf", arguments: [
        ("http://127.0.0.1:8420", "127.0.0.1", 8420, "main"), ("http://127.0.0.1:8420/", "127.0.0.1", 8420, "main"),
        ("http://localhost:1/s/jazz", "localhost", 1, "jazz"), ("ws://[::1]:9/ws/jazz", "[::1]", 9, "jazz"),
        ("example.org/s/x-1", "example.org", 80, "x-1"), ("[::1]", "[::1]", 80, "main"), ("http://h:2/jazz", "h", 2, "jazz"),
    ])
    func url(text: String, host: String, port: UInt16, shelf: String) throws {
        #expect(try ServerAddress(text) == ServerAddress(host: host, port: port, shelf: shelf))
    }

    @Test("A URL that is none is refused", arguments: ["", "https://x", "wss://x/ws/a", "http://:1", "http://x:y", "http://x/s/a/b"])
    func badURL(text: String) {
        #expect(throws: PlanError.self) { try ServerAddress(text) }
    }

    @Test("Durations and numbers read well", arguments: [
        (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 us"), (12_345, "12.3 us"), (999_999, "999 us"), (1_050_000, "1.05 ms"), (61_000_000_000, "61.0 s"),
    ])
    func durations(nanoseconds: Int, text: String) { #expect(duration(nanoseconds) == text) }

    @Test("Large numbers are grouped", arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
    func grouping(number: Int, text: String) { #expect(grouped(number) == text) }
}
