import Glibc
import TestSupport
import Testing

/// A server that is killed at each of the calls by which it writes and tells: before it, in the middle of it, after it.
@Suite(.enabled(if: TortureDisk.library != nil, Comment(rawValue: TortureDisk.isMissing)))
struct TortureKillTests {
    private static let requests = Torture.isLong ? 200 : 40

    @Test("J2 J5 W3 U10 Killed at any call that writes or tells: all that was acknowledged is there once, every Undo as it was told",
          arguments: ["before", "half", "after"])
    func killed(kind: String) throws {
        var random = RandomNumbers(seed: Torture.seed)
        var call = 1
        var points = 0
        while try isKilled(at: TortureDisk.Plan(kind: kind, call: call)) {
            points += 1
            if points.isMultiple(of: 100) { Torture.tell("killed \(kind) call \(call)") }
            call += Torture.isLong ? 1 : Int.random(in: 1...30, using: &random)
        }
        Torture.tell("\(points) kill points (\(kind) each call): 0 lost, 0 double; \(Torture.command)")
        #expect(points > 5)
    }

    private func isKilled(at plan: TortureDisk.Plan) throws -> Bool {
        let story = try TortureStory(seed: Torture.seed &+ UInt64(plan.call))
        do {
            let wasKilled = try story.isKilled(plan) { try story.write(requests: Self.requests, on: $0) }
            if wasKilled { try story.checkAll() }
            return wasKilled
        } catch {
            Issue.record("killed \(plan.kind) call \(plan.call): \(error); \(Torture.command)")
            return true
        }
    }
}
