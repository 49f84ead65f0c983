import Glibc
import Testing

/// Random worlds. `BACKSPIN_WORLDS` says how many, `BACKSPIN_SEED` which one alone.
@Suite("Simulation")
struct Simulation {
    private static let requests = 200
    static let worlds = number("BACKSPIN_WORLDS") ?? 100
    static let seeds = number("BACKSPIN_SEED").map { $0...$0 } ?? 1...worlds

    @Test("J2 W3 W4 W5 Whatever breaks, all lists, outcomes and targets are those of the journal", arguments: seeds)
    func everythingIsWhatTheJournalSays(seed: Int) {
        let world = World(seed: UInt64(seed), requests: Self.requests)
        world.run()
        guard let violation = world.violation else { return }
        Issue.record("\(violation)\n\(Self.report(seed))")
    }

    @Test("S5 A seed leads to the same world again", arguments: 1...8)
    func repeats(seed: Int) {
        let hashes = (0..<2).map { _ in
            let world = World(seed: UInt64(seed), requests: Self.requests)
            world.run()
            return world.trace.hash
        }
        #expect(hashes[0] == hashes[1])
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
