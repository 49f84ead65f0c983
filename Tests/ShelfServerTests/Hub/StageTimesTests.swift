@testable import ShelfServer
import Testing

@Suite("Times of the five stages")
struct StageTimesTests {
    @Test("Each stage of a request is timed, in the metrics too")
    func stages() {
        let bench = Bench()
        let probe = bench.join(1)
        let before = bench.hub.times
        probe.say(inserting(1, "a1"))
        bench.settle()
        for stage in Stage.allCases { #expect(bench.hub.times[stage].count > before[stage].count, "\(stage)") }
        #expect(bench.hub.times[.order].count == before[.order].count + 1)
        #expect(bench.hub.times[.apply].count == before[.apply].count + 1)
        let text = String(decoding: bench.hub.metrics(), as: UTF8.self)
        #expect(text.contains("backspin_stage_seconds_count{stage=\"apply\"} \(bench.hub.times[.apply].count)\n"))
    }

    @Test("A loop that comes round late says by how much")
    func lag() {
        let bench = Bench()
        bench.pass(300)
        #expect(bench.hub.loopLag.counts[0] == 2, "in time, from the second beat on")
        bench.letTimePass(170)
        bench.pass(100)
        bench.pass(200)
        #expect(bench.hub.loopLag.count == 5)
        let text = String(decoding: bench.hub.metrics(), as: UTF8.self)
        #expect(text.contains("\nbackspin_loop_lag_max_seconds 0.17\n"))
        #expect(text.contains("\nbackspin_loop_lag_seconds_bucket{le=\"0.1\"} 4\n"))
        #expect(text.contains("\nbackspin_loop_lag_seconds_bucket{le=\"0.25\"} 5\n"))
        #expect(text.contains("\nbackspin_loop_lag_seconds_count 5\n"))
    }

    @Test("H1 /metrics tells what memory is allocated")
    func allocatedMemory() throws {
        func told() throws -> Int {
            let line = String(decoding: Bench().hub.metrics(), as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("backspin_allocated_bytes ") }
            return try #require(line.flatMap { Int($0.dropFirst("backspin_allocated_bytes ".count)) })
        }
        let before = try told()
        // More than what tests beside this one let go of meanwhile.
        let memory = [UInt8](repeating: 1, count: 1 << 28)
        #expect(try told() > before + memory.count / 2)
        withExtendedLifetime(memory) {}
    }

    @Test("Buckets count whatever is not longer, as Prometheus wants them")
    func buckets() {
        var times = StageTimes()
        for nanoseconds in [0, 10_000, 10_001, 2_000_000, 60_000_000_000] { times.add(nanoseconds, to: .decode) }
        let lines = times.prometheusText.split(separator: "\n").filter { $0.contains("\"decode\"") }
        #expect(lines.contains("backspin_stage_seconds_bucket{stage=\"decode\",le=\"1e-05\"} 2"))
        #expect(lines.contains("backspin_stage_seconds_bucket{stage=\"decode\",le=\"2.5e-05\"} 3"))
        #expect(lines.contains("backspin_stage_seconds_bucket{stage=\"decode\",le=\"0.0025\"} 4"))
        #expect(lines.contains("backspin_stage_seconds_bucket{stage=\"decode\",le=\"10.0\"} 4"))
        #expect(lines.contains("backspin_stage_seconds_bucket{stage=\"decode\",le=\"+Inf\"} 5"))
        #expect(lines.contains("backspin_stage_seconds_sum{stage=\"decode\"} 60.002020001"))
        #expect(lines.contains("backspin_stage_seconds_count{stage=\"decode\"} 5"))
    }
}
