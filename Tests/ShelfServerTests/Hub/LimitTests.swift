import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Limits")
struct LimitTests {
    private func bench(_ change: (inout Limits) -> Void) -> Bench {
        var limits = Limits()
        limits.requestsPerSecond = 0
        change(&limits)
        return Bench(limits)
    }

    @Test("X Beyond 64 open requests a client's messages are read later, and none is lost")
    func openRequests() {
        let bench = bench { _ in }
        let probe = bench.join(1)
        for number in 1...70 { probe.say(inserting(number, "a\(number)")) }
        #expect(probe.isPaused)
        #expect(probe.session.openRequests == 64)
        bench.commit()
        #expect(bench.requests(in: bench.entriesUnderWay) == Array(2...64), "the next are read when these were handed over")
        bench.settle()
        #expect(!probe.isPaused)
        #expect(bench.replayed().mark(of: testKey(1).client) == 70)
        #expect(bench.appends.flatMap(bench.requests) == Array(1...70))
    }

    @Test("X Another client is read meanwhile")
    func othersAreRead() {
        let bench = bench { _ in }
        let one = bench.join(1), two = bench.join(2)
        for number in 1...70 { one.say(inserting(number, "a\(number)")) }
        two.say(inserting(1, "b"))
        #expect(!two.isPaused)
        bench.settle()
        #expect(two.take("ev").count == 71)
    }

    @Test("X Beyond its rate a client is read later, and nothing is refused")
    func rate() {
        let bench = bench {
            $0.requestsPerSecond = 10
            $0.requestBurst = 20
        }
        let probe = bench.join(1)
        for number in 1...60 { probe.say(inserting(number, "a\(number)")) }
        bench.settle()
        let atOnce = probe.take("ev").count
        #expect(15...21 ~= atOnce)
        #expect(probe.isPaused)
        for _ in 0..<10 {
            bench.pass(100)
            bench.settle()
        }
        #expect(8...12 ~= probe.take("ev").count)
        for _ in 0..<40 {
            bench.pass(100)
            bench.settle()
        }
        #expect(bench.replayed().seq == 60)
        #expect(probe.take("nack").isEmpty)
        #expect(!probe.isPaused)
    }

    @Test("X A request counts 1, a hundredth of its operations, and a sixteenth of its KiB")
    func cost() {
        let bench = bench {
            $0.requestsPerSecond = 1
            $0.requestBurst = 20
        }
        let probe = bench.join(1)
        let ops = (0..<1000).map { #"{"op":"insert","id":"a\#($0)","before":null,"fields":{}}"# }.joined(separator: ",")
        let message = #"{"t":"do","req":1,"ops":[\#(ops)]}"#
        probe.say(message)
        bench.settle()
        // hello has cost 1 and little more.
        let spent = 1 + 1 + 10 + Double(message.utf8.count) / 16_384
        for number in 2...20 { probe.say(inserting(number, "b\(number)")) }
        bench.settle()
        #expect(Double(bench.replayed().seq - 1) == (20 - spent).rounded(.up))
    }

    @Test("X A message that means nothing counts, too")
    func nonsenseCosts() {
        let bench = bench {
            $0.requestsPerSecond = 10
            $0.requestBurst = 20
        }
        let probe = bench.join(1)
        for _ in 0..<30 { probe.say(#"{"t":"?"}"#) }
        #expect(probe.isPaused)
        probe.say(inserting(1, "a"))
        bench.settle()
        #expect(bench.replayed().seq == 0)
        bench.pass(2_000)
        bench.settle()
        #expect(bench.replayed().seq == 1)
    }

    @Test("X A rate of 0 lifts the limit")
    func noRate() {
        let bench = bench { _ in }
        let probe = bench.join(1)
        for number in 1...500 {
            probe.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        #expect(probe.take("ev").count == 500)
    }

    @Test("X What a client asks for while it takes no answers is read later, also within a frame, and in its order")
    func untakenAnswers() {
        let bench = bench { $0.answerBytes = 2_000 }
        let probe = bench.join(1)
        for number in 1...50 { probe.say(inserting(number, "a\(number)")) }
        bench.settle()
        _ = probe.take()
        probe.isBehind = true
        let questions = Array(repeating: #"{"t":"history"}"#, count: 20).joined(separator: ",")
        probe.say("[\(questions),\(inserting(51, "b"))]")
        probe.say(inserting(52, "c"))
        bench.settle()
        #expect(probe.isPaused)
        #expect(probe.session.outbox.count < 20_000, "one answer is as large as half of this")
        probe.catchUp()
        for _ in 0..<30 {
            bench.pass(100)
            bench.settle()
        }
        #expect(probe.take("history").count == 20)
        #expect(bench.replayed().albums().map(\.id).suffix(2) == ["b", "c"])
        #expect(!probe.isPaused)
    }

    @Test("X An answer counts a sixteenth of its KiB")
    func costOfAnswers() {
        let bench = bench {
            $0.requestsPerSecond = 1
            $0.requestBurst = 20
        }
        let probe = bench.join(1)
        let note = String(repeating: "x", count: 4_000)
        let ops = (1...40).map { #"{"op":"insert","id":"a\#($0)","before":null,"fields":{"note":"\#(note)"}}"# }
        probe.say(#"{"t":"do","req":1,"ops":[\#(ops.joined(separator: ","))]}"#)
        bench.settle()
        probe.say(#"{"t":"undo","req":2}"#)
        bench.settle()
        for _ in 1...5 { probe.say(#"{"t":"bin"}"#) }
        #expect(probe.take("bin").count == 1, "it has cost 10, and nothing is left")
        bench.pass(15_000)
        #expect(probe.take("bin").count == 1)
    }

    @Test("X When undecoded messages are too many, the session that holds the most is closed")
    func undecoded() {
        let bench = bench {
            $0.requestsPerSecond = 1
            $0.requestBurst = 1
            $0.undecodedBytes = 10_000
        }
        let one = bench.join(1), two = bench.join(2), three = bench.join(3)
        let padding = String(repeating: " ", count: 1_000)
        for number in 1...3 { one.say(inserting(number, "a\(number)") + padding) }
        for number in 1...7 { two.say(inserting(number, "b\(number)") + padding) }
        #expect(two.closedWith == 4003)
        #expect(two.take("bye").first?.contains(#""reconnect":true"#) == true)
        #expect(one.closedWith == nil && three.closedWith == nil)
        for number in 4...8 { one.say(inserting(number, "a\(number)") + padding) }
        #expect(one.closedWith == nil, "what the closed one held does not count any more")
    }

    @Test("X Undecoded are also what waits for a predecessor, and what the worker decodes")
    func undecodedElsewhere() {
        let waiting = bench { $0.undecodedBytes = 10_000 }
        let first = waiting.join(1)
        first.say(inserting(1, "a"))
        let second = waiting.open()
        second.hello(1)
        for number in 2...9 { second.say(inserting(number, "b\(number)") + String(repeating: " ", count: 2_000)) }
        #expect(second.closedWith == 4003)

        let decoding = bench { $0.undecodedBytes = 150_000 }
        let probes = (1...3).map { decoding.join($0) }
        for probe in probes { probe.say(inserting(1, "a") + String(repeating: " ", count: 70_000)) }
        #expect(probes.filter { $0.closedWith == 4003 }.count == 1)
        decoding.settle()
        #expect(decoding.replayed().mark(of: testKey(3).client) + decoding.replayed().mark(of: testKey(2).client)
            + decoding.replayed().mark(of: testKey(1).client) == 2)
        #expect(decoding.hub.unreadBytes == 0)
    }

    @Test("X A large message is decoded by the worker, and what its client sends meanwhile waits behind it")
    func largeMessage() {
        let bench = bench { _ in }
        let one = bench.join(1), two = bench.join(2)
        one.say(inserting(1, "a") + String(repeating: " ", count: 70_000))
        one.say(inserting(2, "b"))
        two.say(inserting(1, "c"))
        #expect(bench.appends.flatMap(bench.requests) == [1], "the other's")
        bench.settle()
        #expect(bench.replayed().albums().map(\.id) == ["c", "a", "b"])
    }

    @Test("X One address begins 20 shelves an hour at most; the machine itself as many as it likes")
    func newShelves() {
        let bench = bench { _ in }
        func begin(_ shelf: String, from address: String) -> Bool {
            let probe = bench.open(shelf, address: address)
            probe.hello(1)
            probe.say(inserting(1, "a"))
            bench.settle()
            return probe.take("nack").isEmpty
        }
        for number in 1...20 { #expect(begin("a\(number)", from: "192.0.2.1")) }
        #expect(!begin("a21", from: "192.0.2.1"))
        #expect(begin("b1", from: "192.0.2.2"), "another address")
        #expect(begin("a1", from: "192.0.2.1"), "a shelf that is there")
        for number in 1...30 { #expect(begin("c\(number)", from: "127.0.0.1")) }
        bench.pass(3_600_000)
        #expect(begin("a21", from: "192.0.2.1"), "an hour later")
    }

    @Test("X There are at most so many shelves")
    func shelves() {
        let bench = bench { $0.shelves = 2 }
        for name in ["a", "b"] {
            bench.join(1, name).say(inserting(1, "x"))
            bench.settle()
        }
        let probe = bench.join(1, "c")
        probe.say(inserting(1, "x"))
        bench.settle()
        #expect(probe.take("nack").first?.contains(#""code":"full""#) == true)
        let known = bench.join(1, "a")
        _ = known.take()
        known.say(inserting(2, "y"))
        bench.settle()
        #expect(known.take("ev").count == 1)
    }

    @Test("X A shelf that nobody uses leaves memory, and is there again, equal, when somebody comes")
    func unloading() {
        let bench = bench { $0.unusedSeconds = 20 }
        let probe = bench.join(1)
        probe.say(inserting(1, "a"))
        probe.hangUp()
        bench.pass(21_000)
        #expect(bench.hub.shelves["main"] != nil, "its request is still open")
        bench.settle()
        weak let live = bench.hub.shelves["main"]
        let before = live!.shelf.encoded()
        bench.pass(21_000)
        #expect(bench.hub.shelves.isEmpty)
        #expect(live == nil, "nobody holds it any more")
        let again = bench.join(1)
        #expect(again.take("welcome").first?.contains(#""seq":1,"req":1"#) == true)
        #expect(bench.hub.shelves["main"]?.shelf.encoded() == before)
        bench.pass(40_000)
        #expect(bench.hub.shelves["main"] != nil, "it is in use")
        again.hangUp()
        bench.pass(18_000)
        #expect(bench.hub.shelves["main"] != nil, "its time is not over")
    }

    @Test("B2 X Of the events of a shelf that is read, no more are kept than while serving")
    func backlogOfStored() throws {
        let bench = bench { _ in }
        let probe = bench.join(1)
        for number in 1...20 {
            probe.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        let entries = try bench.journal.read("main", from: 1, atMost: .max)
        #expect(try StoredShelf(snapshot: nil, entries: entries).log.firstPosition == 0)
        let log = try StoredShelf(snapshot: nil, entries: entries, backlogBytes: 1_000).log
        #expect((10...19).contains(log.firstPosition))
        #expect(log.bytes(after: log.firstPosition) <= 1_000)
    }

    @Test("X A shelf leaves memory only when nothing of it is on its way")
    func unloadingUnderWay() {
        let bench = bench { _ in }
        bench.turn { bench.hub.plantSamples() }
        bench.pass(70_000)
        #expect(bench.isAppending && bench.hub.shelves["main"] != nil)
        bench.settle()
        #expect(bench.join(1).take("snapshot").first?.contains("bowie") == true)
    }

    @Test("X Who comes while the shelf is read waits, and misses nothing")
    func comesWhileLoading() {
        let before = bench { _ in }
        before.join(1).say(inserting(1, "a"))
        before.settle()
        let bench = Bench(on: before)
        let one = bench.open(), two = bench.open()
        one.say(#"[{"t":"hello","key":"\#(testKey(1).text)"},\#(inserting(2, "b"))]"#)
        two.hello(2)
        #expect(one.take().isEmpty)
        bench.settle()
        #expect(one.takeNames().filter { $0 == "ev" || $0 == "snapshot" } == ["snapshot", "ev"])
        #expect(two.takeNames().filter { $0 == "ev" || $0 == "snapshot" } == ["snapshot", "ev"])
    }
}
