import ShelfCore
import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Outcomes")
struct OutcomeTests {
    private static let deletingNothing = #"{"t":"do","req":2,"ops":[{"op":"edit","id":"a","set":{"title":"T"}}]}"#
    private static let refused = #"{"t":"do","req":3,"ops":[{"op":"delete","id":"nobody"}]}"#

    /// A client whose three requests were carried out, had nothing to do, and was refused.
    private func settled() -> (Bench, Probe) {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say([inserting(1, "a"), Self.deletingNothing, Self.refused])
        bench.settle()
        return (bench, probe)
    }

    @Test("W3 W6 A request has one outcome: its event, an ack or a nack")
    func outcomes() throws {
        let (_, probe) = settled()
        let messages = probe.take().filter { ["ev", "ack", "nack"].contains(name($0)) }
        try #require(messages.map(name) == ["ev", "ack", "nack"])
        #expect(messages[1] == #"{"t":"ack","req":2,"effect":"none"}"#)
        #expect(messages[2].hasPrefix(#"{"t":"nack","req":3,"code":"unknown_album","#))
    }

    @Test("W3 A repeated request is told its outcome again, and not journaled again")
    func repeated() throws {
        let (bench, probe) = settled()
        let first = probe.take()
        let appends = bench.appends.count
        probe.say([inserting(1, "a"), Self.deletingNothing, Self.refused])
        bench.settle()
        let again = probe.take()
        try #require(again.map(name) == ["ack", "ack", "nack"])
        #expect(again[0] == #"{"t":"ack","req":1,"effect":"done","seq":1}"#)
        #expect(again[1] == #"{"t":"ack","req":2,"effect":"none"}"#)
        #expect(first.contains(again[2]), "the same nack")
        #expect(bench.appends.count == appends)
    }

    @Test("W3 A request that is sent again before it has its outcome is carried out once")
    func repeatedWhileOpen() {
        let bench = Bench()
        let probe = bench.join(1)
        _ = probe.take()
        probe.say(inserting(1, "a"))
        probe.say(inserting(1, "a"))
        bench.settle()
        #expect(probe.takeNames().filter { $0 != "you" } == ["ev", "ack"])
        #expect(bench.replayed().seq == 1)
    }

    @Test("W3 Outcomes are told again after a restart")
    func repeatedAfterRestart() {
        let (bench, _) = settled()
        let probe = Bench(on: bench).join(1)
        _ = probe.take()
        probe.say([inserting(1, "a"), Self.deletingNothing, Self.refused])
        #expect(probe.takeNames() == ["ack", "ack", "nack"])
    }

    @Test("W3 A number that was used for something else is refused")
    func reused() {
        let (_, probe) = settled()
        _ = probe.take()
        probe.say(inserting(1, "b"))
        #expect(probe.take().first?.hasPrefix(#"{"t":"nack","req":1,"code":"reused","#) == true)
    }

    @Test("W3 The last 64 outcomes are remembered, older ones forgotten")
    func forgotten() throws {
        var limits = Limits()
        limits.requestsPerSecond = 0
        let bench = Bench(limits)
        let probe = bench.join(1)
        for number in 1...65 {
            probe.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        _ = probe.take()
        probe.say([inserting(1, "a1"), inserting(2, "a2")])
        let told = probe.take()
        try #require(told.count == 2)
        #expect(told[0].hasPrefix(#"{"t":"nack","req":1,"code":"forgotten","#))
        #expect(told[1] == #"{"t":"ack","req":2,"effect":"done","seq":2}"#)
    }

    @Test("W11 A request that is wrong without looking at the shelf is refused at once, alike each time, and not journaled")
    func malformed() {
        let bench = Bench()
        let probe = bench.join(1)
        _ = probe.take()
        let wrong = #"{"t":"do","req":1,"ops":[]}"#
        probe.say(wrong)
        probe.say(wrong)
        let told = probe.take()
        #expect(told.count == 2 && told[0] == told[1] && told[0].hasPrefix(#"{"t":"nack","req":1,"code":"bad_request""#))
        #expect(bench.appends.isEmpty)
    }

    @Test("W11 What is no message closes the connection and changes nothing", arguments: [
        ("{", 4500), ("7", 4500), (#"{"t":"do","t":"do"}"#, 4500), (#"{"t":"do","ops":[]}"#, 4500),
        ("[" + Array(repeating: #"{"t":"ping"}"#, count: 65).joined(separator: ",") + "]", 4505),
    ])
    func violations(frame: String, code: Int) {
        let bench = Bench()
        let probe = bench.join(1)
        _ = probe.take()
        probe.say(frame)
        #expect(probe.closedWith == code)
        #expect(probe.takeNames() == ["bye"])
        #expect(bench.appends.isEmpty)
    }

    @Test("W11 Messages behind one that closes the connection do not count")
    func behindViolation() {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say("{")
        probe.say(inserting(1, "a"))
        #expect(bench.appends.isEmpty)
    }

    @Test("W7 Targets are told when they changed, once a turn, behind the turn's last event, as of its seq")
    func targets() throws {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2)
        _ = (one.take(), two.take())
        one.say([inserting(1, "a"), inserting(2, "b")])
        bench.settle()
        let told = one.take()
        try #require(told.map(name) == ["ev", "ev", "you"])
        #expect(told[2].hasPrefix(#"{"t":"you","seq":2,"undo":{"step":2,"#))
        #expect(two.takeNames() == ["ev", "ev"], "the targets of the other have not changed")
        two.say(#"{"t":"do","req":1,"ops":[{"op":"delete","id":"b"}]}"#)
        bench.settle()
        let covered = one.take()
        try #require(covered.map(name) == ["ev", "you"])
        #expect(covered[1].contains(#""covered":{"step":2"#) && covered[1].contains(#""by":"\#(testKey(2).client)""#))
    }
}
