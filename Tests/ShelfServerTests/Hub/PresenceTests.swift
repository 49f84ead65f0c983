import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Presence, ticks, history, bin")
struct PresenceTests {
    @Test("W8 Who is here is told to everybody, at most once a second")
    func coalesced() {
        let bench = Bench()
        let one = bench.join(1)
        let two = bench.join(2)
        bench.pass(3_000)
        _ = (one.take(), two.take())
        for hue in 1...5 {
            two.say(#"{"t":"here","name":"Bo","person":"p1","hue":\#(hue),"on":"a"}"#)
            bench.pass(100)
        }
        bench.pass(2_000)
        let told = one.take("who")
        #expect(told.count <= 2)
        let last = told.last ?? ""
        #expect(last.contains(#""count":2"#))
        #expect(last.contains(#"{"client":"\#(testKey(2).client)","name":"Bo","person":"p1","hue":5,"on":"a"}"#))
        bench.pass(10_000)
        #expect(one.take("who").isEmpty, "nothing changed")
    }

    @Test("W8 The last here counts whole")
    func whole() {
        let bench = Bench()
        let one = bench.join(1)
        one.say(#"{"t":"here","person":"p1","edits":"a"}"#)
        one.say(#"{"t":"here","hue":7}"#)
        bench.pass(2_000)
        #expect(one.take("who").last?.contains(#"{"client":"\#(testKey(1).client)","name":"c1","hue":7}"#) == true)
    }

    @Test("W8 Who left is not told any more")
    func left() {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2)
        bench.pass(2_000)
        _ = one.take()
        two.hangUp()
        bench.pass(2_000)
        #expect(one.take("who").last?.contains(#""count":1"#) == true)
    }

    @Test("W8 Above 100 clients only their number is told")
    func many() {
        let bench = Bench()
        let probes = (1...101).map { bench.join($0) }
        bench.pass(2_000)
        #expect(probes[0].take("who").last == #"{"t":"who","count":101}"#)
        probes[100].hangUp()
        bench.pass(2_000)
        #expect(probes[0].take("who").last?.contains(#""count":100,"clients":[{"#) == true)
    }

    @Test("W8 Presence is not journaled")
    func notJournaled() {
        let bench = Bench()
        bench.join(1).say(#"{"t":"here","on":"a"}"#)
        bench.pass(5_000)
        #expect(bench.appends.isEmpty)
    }

    // MARK: - W9

    @Test("W9 Every 25 seconds a tick tells the last event sent")
    func ticks() {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say(inserting(1, "a"))
        bench.settle()
        _ = probe.take()
        bench.pass(24_000)
        #expect(probe.take("tick").isEmpty)
        bench.pass(2_000)
        #expect(probe.take("tick") == [#"{"t":"tick","seq":1}"#])
        bench.pass(25_000)
        #expect(probe.take("tick").count == 1)
    }

    @Test("W9 A ping is answered by a tick behind all that was sent before, which it tells")
    func ping() throws {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say(inserting(1, "a"))
        _ = probe.take()
        bench.turn {
            probe.put(#"{"t":"ping"}"#)
            bench.report(bench.entriesUnderWay)
        }
        let messages = probe.take()
        try #require(messages.map(name) == ["ev", "tick", "you"])
        #expect(messages[1] == #"{"t":"tick","seq":1}"#)
    }

    @Test("W9 Each ping has its tick")
    func pings() {
        let bench = Bench()
        let probe = bench.join(1)
        _ = probe.take()
        probe.say(#"[{"t":"ping"},{"t":"ping"}]"#)
        #expect(probe.takeNames() == ["tick", "tick"])
    }

    // MARK: - W12, W13

    @Test("W12 The history is told in pages, newest first, with what the asking client could do")
    func history() {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2)
        one.say([inserting(1, "a"), inserting(2, "b")])
        two.say(inserting(1, "c"))
        bench.settle()
        _ = one.take()
        one.say(#"{"t":"history","count":2}"#)
        let page = one.take("history").first ?? ""
        #expect(page.hasPrefix(#"{"t":"history","seq":3,"events":[{"seq":3,"by":"\#(testKey(2).client)""#))
        #expect(page.hasSuffix(#""can":"undo"}],"more":true}"#))
        one.say(#"{"t":"history","before":2}"#)
        #expect(one.take("history").first?.hasSuffix(#""more":false}"#) == true)
    }

    @Test("W13 The bin tells the latest deleted first, and where the next page begins")
    func bin() {
        let bench = Bench()
        let one = bench.join(1)
        one.say([inserting(1, "a"), inserting(2, "b")])
        one.say(#"{"t":"do","req":3,"ops":[{"op":"delete","id":"a"},{"op":"delete","id":"b"}]}"#)
        bench.settle()
        _ = one.take()
        one.say(#"{"t":"bin","count":1}"#)
        let page = one.take("bin").first ?? ""
        #expect(page.hasPrefix(#"{"t":"bin","seq":3,"total":2,"albums":[{"id":"b","fields":{"title":"T"},"by":"\#(testKey(1).client)""#))
        #expect(page.contains(#""before":"#))
        #expect(bench.appends.count == 2, "asking is not journaled")
    }
}
