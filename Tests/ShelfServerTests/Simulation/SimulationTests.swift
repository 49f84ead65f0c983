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
        if world.trace.hash != again.trace.hash { Issue.record("another world from the same seed\n\(Self.difference(seed))") }
    }

    @Test("Whatever is said to go wrong in these worlds does")
    func mischief() {
        var counts: [Mischief: Int] = [:]
        for seed in 1...24 { counts.merge(Self.happened(seed).mischief, uniquingKeysWith: +) }
        for what in Mischief.allCases { #expect(counts[what, default: 0] > 0, "\(what) never happens") }
        print("in 24 worlds: " + Mischief.allCases.map { "\($0) \(counts[$0, default: 0])" }.joined(separator: ", "))
    }

    private static func happened(_ seed: Int, keepsLines: Bool = false) -> World {
        let world = World(seed: UInt64(seed), requests: requests, keepsLines: keepsLines)
        world.run()
        return world
    }

    /// How to repeat it, and its last lines: the world happens once more, and is written down.
    private static func report(_ seed: Int) -> Comment {
        let world = happened(seed, keepsLines: true)
        let tail = world.trace.lines.suffix(number("BACKSPIN_LINES") ?? 60).joined(separator: "\n")
        return "BACKSPIN_SEED=\(seed) swift test --filter Simulation\n\(tail)"
    }

    /// Where two worlds of a seed part, if they do so again.
    private static func difference(_ seed: Int) -> Comment {
        let first = happened(seed, keepsLines: true).trace.lines
        let other = (0..<50).lazy.map { _ in happened(seed, keepsLines: true).trace.lines }.first { Set($0) != Set(first) }
        let worlds = [first, other ?? first]
        let (one, two) = (Set(worlds[0]), Set(worlds[1]))
        let only = [worlds[0].filter { !two.contains($0) }.prefix(5), worlds[1].filter { !one.contains($0) }.prefix(5)]
        return "BACKSPIN_SEED=\(seed) swift test --filter Simulation\n\(only.map { $0.joined(separator: "\n") }.joined(separator: "\n--\n"))"
    }

    private static func number(_ variable: String) -> Int? { getenv(variable).flatMap { Int(String(cString: $0)) } }
}
