import Glibc
import TestSupport
import Testing

/// Every call to the disk fails once, in every way: the server says so and goes on, or does not start and says why.
@Suite(.enabled(if: TortureDisk.library != nil, Comment(rawValue: TortureDisk.isMissing)))
struct TortureFaultTests {
    /// How a call fails: as kinds of plans, with the system's error.
    static let faults: [(name: String, kind: String, error: Int32)] = [
        ("EIO", "fail", EIO), ("ENOSPC", "fail", ENOSPC), ("EFBIG", "fail", EFBIG), ("a short write, then ENOSPC", "short", ENOSPC),
    ]
    private static let requests = Torture.isLong ? 120 : 16

    @Test("J4 J5 Any call to the disk fails: the server says so, loses and doubles nothing, and goes on", arguments: faults)
    func fails(name: String, kind: String, error: Int32) throws {
        var random = RandomNumbers(seed: Torture.seed)
        var call = 1
        var (points, refusals, troubles) = (0, 0, 0)
        // Behind the last call the fault does not come about any more.
        while case let ending = survive(TortureDisk.Plan(kind: kind, call: call, error: error)), ending != .untouched {
            points += 1
            if ending == .refused { refusals += 1 }
            if ending == .troubled { troubles += 1 }
            if points.isMultiple(of: 50) { Torture.tell("\(name) at call \(call)") }
            call += Torture.isLong ? 1 : Int.random(in: 1...30, using: &random)
        }
        Torture.tell("\(points) calls that failed (\(name)): \(refusals) starts refused, \(troubles) times trouble, 0 lost, 0 double; \(Torture.command)")
        #expect(points > 3)
    }

    private enum Ending { case untouched, unnoticed, refused, troubled }

    /// What came of a fault. A server that ends where it should go on is a failure.
    private func survive(_ plan: TortureDisk.Plan) -> Ending {
        do {
            let story = try TortureStory(seed: Torture.seed &+ UInt64(plan.call))
            let ending = try live(story, plan)
            try story.checkAll()
            return ending
        } catch {
            Issue.record("call \(plan.call), \(plan.kind) \(plan.error): \(error); \(Torture.command)")
            return .unnoticed
        }
    }

    private func live(_ story: TortureStory, _ plan: TortureDisk.Plan) throws -> Ending {
        let mark = story.place.folder("failed")
        let server: LiveServer
        do {
            server = try story.start(plan, mark: mark)
        } catch let ending as LiveServer.NeverListened {
            guard ending.status == 1, ending.log.hasPrefix("backspin: "), ending.log.split(separator: "\n").count == 1 else { throw ending }
            return .refused
        }
        try story.write(requests: Self.requests, on: server)
        defer { server.kill(); story.hearTheRest() }
        guard fileExists(mark) else { return .untouched }
        return server.log.contains("writing has stopped") && server.log.contains("writing goes on") ? .troubled : .unnoticed
    }
}
