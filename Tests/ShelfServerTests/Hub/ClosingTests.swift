import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Closing")
struct ClosingTests {
    @Test("W10 The server says why before it closes, and when to come back")
    func bye() {
        let bench = Bench()
        let probe = bench.join(1)
        _ = probe.take()
        bench.turn { bench.hub.end(probe.session, code: .slow, reason: "slow") }
        #expect(probe.take() == [#"{"t":"bye","code":4001,"reason":"slow","reconnect":true,"after":[200,4000]}"#])
        #expect(probe.closedWith == 4001)
    }

    @Test("W10 Who is to stop is told no time")
    func stop() {
        let bench = Bench()
        let probe = bench.join(1)
        _ = probe.take()
        probe.say("{")
        let bye = probe.take().first ?? ""
        #expect(bye.contains(#""reconnect":false"#) && !bye.contains("after"))
    }

    @Test("W10 Nothing is sent behind bye")
    func nothingBehind() {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2)
        one.say("{")
        _ = one.take()
        two.say(inserting(1, "a"))
        bench.settle()
        bench.pass(30_000)
        #expect(one.writes.isEmpty)
    }

    // MARK: - B3

    @Test("B3 Not ready comes first; what was ordered is finished and told, what comes later is not read; then bye 1012")
    func drain() {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2)
        one.say(inserting(1, "a"))
        _ = (one.take(), two.take())
        bench.turn { bench.hub.drain() }
        #expect(bench.hub.unreadiness?.hasPrefix("draining") == true)
        #expect(one.isPaused && two.isPaused)
        #expect(!bench.hub.isDrained)
        two.say(inserting(1, "b"))
        bench.settle()
        #expect(bench.hub.isDrained)
        #expect(one.takeNames() == ["ev", "you"])
        #expect(bench.replayed().seq == 1)
        _ = two.take()
        bench.turn { bench.hub.sayGoodbye() }
        for probe in [one, two] {
            #expect(probe.takeNames() == ["bye"])
            #expect(probe.closedWith == 1012)
        }
    }

    @Test("B3 Everybody is sent away, also who has not said hello, and who waits for a shelf or a predecessor")
    func goodbyeToAll() {
        let bench = Bench()
        bench.join(1, "old").say(inserting(1, "a"))
        bench.settle()
        let again = Bench(on: bench)
        let silent = again.open()
        let loading = again.open("old")
        loading.hello(2)
        let first = again.join(3)
        first.say(inserting(1, "b"))
        let second = again.open()
        second.hello(3)
        again.turn { again.hub.drain() }
        again.turn { again.hub.sayGoodbye() }
        for probe in [silent, second] { #expect(probe.closedWith == 1012) }
        #expect(loading.closedWith == 1012)
    }

    @Test("B3 The windows spread those who come back over a time that grows with their number")
    func windows() {
        func window(of count: Int) -> String {
            let bench = Bench()
            let probes = (1...count).map { bench.join($0) }
            bench.turn { bench.hub.sayGoodbye() }
            return String((probes[0].take("bye").first ?? "").suffix(12))
        }
        #expect(window(of: 3).hasSuffix("[200,1200]}"))
        #expect(window(of: 1_500).hasSuffix("[200,1700]}"))
    }

    @Test("B3 A session that waits for its predecessor when the server drains reads nothing any more")
    func successorWhileDraining() {
        let bench = Bench()
        let first = bench.join(1)
        first.say(inserting(1, "a"))
        let second = bench.open()
        second.say(#"[{"t":"hello","key":"\#(testKey(1).text)"},\#(inserting(2, "b"))]"#)
        bench.turn { bench.hub.drain() }
        bench.settle()
        #expect(bench.appends.flatMap(bench.requests) == [1])
    }
}
