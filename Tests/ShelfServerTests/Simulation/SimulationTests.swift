import Glibc
import Testing

/// Random worlds. `BACKSPIN_WORLDS` says how many, `BACKSPIN_SEED` which one alone.
@Suite("Simulation")
struct Simulation {
    private static let requests = 200
    static let worlds = number("BACKSPIN_WORLDS") ?? 100
    static let seeds = number("BACKSPIN_SEED").map { $0...$0 } ?? 1...worlds

    @Test("J2 W3 W4 W5 Whatever breaks, all lists, outcomes and targets are those of the journal, and a seed leads to the same world again", arguments: seeds)
    func everythingIsWhatTheJournalSays(seed: Int) {
        let (world, again) = (Self.happened(seed), Self.happened(seed))
        if let violation = world.violation { Issue.record("\(violation)\n\(Self.report(seed))") }
        #expect(world.trace.hash == again.trace.hash, "seed \(seed)")
    }

    @Test("Whatever is said to go wrong in these worlds does")
    func mischief() {
        var counts: [Mischief: Int] = [:]
        for seed in 1...24 { counts.merge(Self.happened(seed).mischief, uniquingKeysWith: +) }
        for what in Mischief.allCases { #expect(counts[what, default: 0] > 0, "\(what) never happens") }
        print("in 24 worlds: " + Mischief.allCases.map { "\($0) \(counts[$0, default: 0])" }.joined(separator: ", "))
    }

    private static func happened(_ seed: Int) -> World {
        let world = World(seed: UInt64(seed), requests: requests)
        world.run()
        return world
    }

    /// How to repeat it, and its last lines: the world happens once more, and is written down.
    private static func report(_ seed: Int) -> Comment {
        let world = World(seed: UInt64(seed), requests: requests, keepsLines: true)
        world.run()
        let tail = world.trace.lines.suffix(number("BACKSPIN_LINES") ?? 60).joined(separator: "\n")
        return "BACKSPIN_SEED=\(seed) swift test --filter Simulation\n\(tail)"
    }

    private static func number(_ variable: String) -> Int? { getenv(variable).flatMap { Int(String(cString: $0)) } }
}
