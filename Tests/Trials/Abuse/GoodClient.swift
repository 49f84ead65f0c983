import Glibc
import ShelfCore
import ShelfLoad
import Sockets

/// Somebody who means well: edits at a calm pace, and notes how long each answer takes. A process of its own (`trials good`).
final class GoodClient {
    private static let requestsPerSecond = 20.0

    /// PORT SHELF, until SIGTERM. Prints a line for each request: when it was due (nanoseconds of the monotonic clock), and microseconds to its
    /// outcome; at last how many have none.
    static func run(_ words: [String]) throws {
        guard words.count == 2, let port = UInt16(words[0]) else { throw TrialError("good: wrong words") }
        let crowd = try Crowd(ServerAddress(host: "127.0.0.1", port: port, shelf: words[1]))
        let client = crowd.client("good", on: words[1])
        guard crowd.run(atMost: 30, until: { client.isLive }) else { throw TrialError("good: not welcomed") }
        client.request(.do([.insert("good", at: .after(nil), fields: [])]))
        crowd.run(atMost: 10) { client.fate(of: 1) != .open }
        let begun = monotonicNanoseconds()
        var (asked, concluded) = (1, 1)
        var isAsking = true
        func due(_ number: Int) -> Int { begun + Int(Double(number) / requestsPerSecond * 1e9) }
        crowd.loop.onSignal(SIGTERM) { isAsking = false }
        crowd.loop.timer(after: 5, repeating: 5) {
            while isAsking, monotonicNanoseconds() >= due(asked + 1) {
                asked += 1
                client.request(.do([.edit("good", set: [FieldWrite(name: "title", value: .text("title \(asked)"))])]))
            }
        }
        crowd.run(atMost: 3_600) {
            while concluded < asked, client.fate(of: concluded + 1) != .open {
                concluded += 1
                print("\(due(concluded)) \((monotonicNanoseconds() - due(concluded)) / 1000)")
            }
            return !isAsking
        }
        crowd.run(atMost: 30) { (1...asked).allSatisfy { client.fate(of: $0) != .open } }
        say("open \((1...asked).count { client.fate(of: $0) == .open })")
    }
}
