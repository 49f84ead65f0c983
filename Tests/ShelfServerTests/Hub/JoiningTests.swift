@testable import ShelfCore
import ShelfJournal
import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Joining")
struct JoiningTests {
    // MARK: - W1

    @Test("W1 Who says nothing within 10 seconds is closed")
    func helloTimeout() {
        let bench = Bench()
        let probe = bench.open()
        bench.pass(9_900)
        #expect(probe.closedWith == nil)
        bench.pass(1_100)
        #expect(probe.closedWith == 4500)
    }

    @Test("X Thousands who say nothing do not end in one turn, and all end")
    func crowdWithoutHello() {
        let bench = Bench()
        let crowd = (0..<200).map { _ in bench.open() }
        var ended = [0]
        for _ in 0..<110 {
            bench.pass(100)
            ended.append(crowd.count { $0.closedWith == 4500 })
        }
        #expect(zip(ended, ended.dropFirst()).allSatisfy { $1 - $0 <= 64 }, "\(ended)")
        #expect(ended.last == 200)
    }

    @Test("W1 A client that does not fit its key is refused")
    func wrongClient() {
        let bench = Bench()
        let probe = bench.open()
        probe.say(#"{"t":"hello","client":"AAAAAAAAAAAAAAAA","key":"\#(testKey(1).text)"}"#)
        #expect(probe.closedWith == 4502)
        #expect(probe.takeNames() == ["bye"])
    }

    @Test("W1 Anything before hello is refused")
    func helloExpected() {
        let bench = Bench()
        let probe = bench.open()
        probe.say(#"{"t":"ping"}"#)
        #expect(probe.closedWith == 4500)
    }

    @Test("W1 A second hello on a connection is refused, and told why")
    func secondHello() {
        let bench = Bench()
        let probe = bench.join(1)
        probe.hello(1)
        #expect(probe.closedWith == 4500)
        #expect(probe.take("bye").first?.contains("hello was said before") == true)
    }

    @Test("W1 Who brings no key is told one that makes its client")
    func newKey() throws {
        let bench = Bench()
        let probe = bench.open()
        probe.say(#"{"t":"hello"}"#)
        let welcome = try #require(probe.take("welcome").first)
        #expect(welcome.contains(#""client":"\#(testKey(4000).client)","key":"\#(testKey(4000).text)""#))
    }

    @Test("W1 A second session of a client replaces the first")
    func replaced() {
        let bench = Bench()
        let first = bench.join(1)
        let other = bench.join(2)
        let second = bench.join(1)
        #expect(first.closedWith == 4504)
        #expect(first.take().last?.contains(#""code":4504"#) == true)
        #expect(other.closedWith == nil)
        #expect(second.takeNames().first == "welcome")
    }

    @Test("W1 The successor is welcomed when every request of the first has its outcome")
    func successorWaits() throws {
        let bench = Bench()
        let first = bench.join(1)
        first.say(inserting(1, "a"))
        first.say(inserting(2, "b"))
        let second = bench.open()
        second.hello(1)
        #expect(first.closedWith == 4504)
        #expect(second.take().isEmpty)
        bench.commit()
        #expect(second.take().isEmpty, "request 2 is still open")
        bench.commit()
        let welcome = try #require(second.take().first)
        #expect(welcome.contains(#""seq":2,"req":2"#))
    }

    @Test("W1 A client that comes back after its connection broke waits for its open requests, too")
    func waitsForTheBroken() throws {
        let bench = Bench()
        let first = bench.join(1)
        first.say(inserting(1, "a"))
        first.hangUp()
        let second = bench.open()
        second.hello(1)
        #expect(second.take().isEmpty)
        bench.commit()
        #expect(try #require(second.take().first).contains(#""req":1"#))
    }

    @Test("W1 Of two successors the later one is welcomed")
    func laterSuccessor() {
        let bench = Bench()
        let first = bench.join(1)
        first.say(inserting(1, "a"))
        let second = bench.open(), third = bench.open()
        second.hello(1)
        third.hello(1)
        #expect(second.closedWith == 4504)
        bench.settle()
        #expect(!second.takeNames().contains("welcome"))
        #expect(third.takeNames().first == "welcome")
    }

    @Test("W1 What stands behind hello waits for the welcome, and keeps its order")
    func messagesBehindHello() {
        let bench = Bench()
        let first = bench.join(1)
        first.say(inserting(1, "a"))
        let second = bench.open()
        second.say(#"[{"t":"hello","key":"\#(testKey(1).text)"},\#(inserting(2, "b"))]"#)
        second.say(inserting(3, "c"))
        #expect(bench.appends.count == 1)
        bench.settle()
        #expect(bench.appends.flatMap(bench.requests) == [1, 2, 3])
        #expect(second.takeNames().first == "welcome")
        #expect(bench.replayed().mark(of: testKey(1).client) == 3)
    }

    @Test("W3 What stood behind hello comes before what came later, also when it had to wait for the client's rate")
    func earlyBeforeLate() {
        var limits = Limits()
        limits.requestsPerSecond = 10
        limits.requestBurst = 2
        let before = Bench()
        before.join(2).say(inserting(1, "x"))
        before.settle()
        let bench = Bench(limits, on: before)
        let probe = bench.open()
        let early = (1...6).map { inserting($0, "a\($0)") }.joined(separator: ",")
        probe.say(#"[{"t":"hello","key":"\#(testKey(1).text)"},\#(early)]"#)
        bench.doLoad()
        #expect(bench.requests(in: bench.entriesUnderWay).count < 6, "the shelf was read, and the rest waits")
        // A message arrives between the moment at which the rate allows it and the hub's next look.
        bench.letTimePass(1_000)
        for number in 7...9 { probe.say(inserting(number, "a\(number)")) }
        for _ in 0..<20 {
            bench.pass(100)
            bench.settle()
        }
        #expect(bench.appends.flatMap(bench.requests) == Array(1...9))
    }

    // MARK: - W2

    @Test("W2 After welcome a new client gets the list, its targets and who is here")
    func first() throws {
        let before = Bench()
        before.join(1).say(inserting(1, "a"))
        before.settle()
        let probe = Bench(on: before).join(2)
        let messages = probe.take()
        try #require(messages.map(name) == ["welcome", "snapshot", "you", "who"])
        #expect(messages[0].contains(#""epoch":"epoch1","seq":1,"req":0,"role":"edit","resumed":false"#))
        #expect(messages[1] == #"{"t":"snapshot","epoch":"epoch1","seq":1,"part":1,"of":1,"why":"first","albums":[{"id":"a","title":"T"}]}"#)
    }

    @Test("W2 A client that has seen a part gets the events that it missed")
    func resumed() throws {
        let bench = Bench()
        let writer = bench.join(1)
        for number in 1...3 { writer.say(inserting(number, "a\(number)")) }
        bench.settle()
        let probe = bench.join(2, at: Position(epoch: "epoch1", seq: 1))
        let messages = probe.take()
        try #require(messages.map(name) == ["welcome", "ev", "ev", "you", "who"])
        #expect(messages[0].contains(#""resumed":true"#))
        #expect(messages[1].contains(#""seq":2"#) && messages[2].contains(#""seq":3"#))
    }

    @Test("W2 Events since the newest snapshot are there again after a restart")
    func resumedAfterRestart() {
        let bench = Bench()
        let writer = bench.join(1)
        for number in 1...3 { writer.say(inserting(number, "a\(number)")) }
        bench.settle()
        let events = writer.take("ev")
        let probe = Bench(on: bench).join(2, at: Position(epoch: "epoch1", seq: 1))
        #expect(probe.take("ev") == Array(events.dropFirst()))
    }

    @Test("W2 After a restart on a snapshot, who has seen its last event resumes, and who has not gets the list")
    func resumedOnSnapshot() throws {
        let bench = Bench()
        let writer = bench.join(1)
        for number in 1...3 { writer.say(inserting(number, "a\(number)")) }
        bench.settle()
        let head = try #require(try bench.journal.heads()["main"])
        try bench.journal.store(Snapshot(shelf: "main", after: head, body: bench.replayed().encoded()))
        let again = Bench(on: bench)
        #expect(again.join(2, at: Position(epoch: "epoch1", seq: 3)).takeNames() == ["welcome", "you", "who"])
        #expect(again.join(3, at: Position(epoch: "epoch1", seq: 2)).takeNames() == ["welcome", "snapshot", "you", "who"])
    }

    @Test("W2 Why a client gets a snapshot", arguments: [
        (Position(epoch: "epoch0", seq: 1), "epoch"),
        (Position(epoch: "epoch1", seq: 9), "ahead"),
        (Position(epoch: "epoch1", seq: 1), "behind"),
    ])
    func snapshotWhy(at: Position, why: String) throws {
        var limits = Limits()
        limits.backlogBytes = 200
        let bench = Bench(limits)
        let writer = bench.join(1)
        for number in 1...5 {
            writer.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        let probe = bench.join(2, at: at)
        let messages = probe.take()
        try #require(messages.map(name) == ["welcome", "snapshot", "you", "who"])
        #expect(messages[1].contains(#""seq":5,"part":1,"of":1,"why":"\#(why)""#))
    }

    @Test("W2 A snapshot comes in parts of at most 1 MiB, and the events since behind it")
    func parts() {
        var limits = Limits()
        limits.requestsPerSecond = 0
        let bench = Bench(limits)
        let writer = bench.join(1)
        let text = String(repeating: "x", count: 4_000)
        for number in 1...10 {
            let ops = (0..<50).map { #"{"op":"insert","id":"a\#(number)-\#($0)","before":null,"fields":{"title":"\#(text)"}}"# }
            writer.say(#"{"t":"do","req":\#(number),"ops":[\#(ops.joined(separator: ","))]}"#)
            bench.settle()
        }
        let probe = bench.join(2)
        let parts = probe.take("snapshot")
        #expect(parts.count == 2)
        #expect(parts.allSatisfy { $0.utf8.count <= 1 << 20 })
        writer.say(inserting(11, "one-more"))
        bench.settle()
        let late = bench.join(3)
        #expect(late.takeNames() == ["welcome", "snapshot", "snapshot", "ev", "you", "who"])
    }

    /// A bench with a list whose snapshot is long, and somebody who has read only its opening.
    private func opened() -> (Bench, writer: Probe, reader: Probe) {
        let bench = Bench()
        let writer = bench.join(1)
        let text = String(repeating: "x", count: 4_000)
        let ops = (0..<50).map { #"{"op":"insert","id":"a\#($0)","before":null,"fields":{"title":"\#(text)"}}"# }
        writer.say(#"{"t":"do","req":1,"ops":[\#(ops.joined(separator: ","))]}"#)
        bench.settle()
        let reader = bench.open()
        reader.room = 1
        reader.hello(2)
        bench.settle()
        return (bench, writer, reader)
    }

    @Test("B2 What happens while a snapshot is read comes behind it")
    func behindSnapshot() {
        let (bench, writer, reader) = opened()
        #expect(reader.isBehind)
        writer.say(inserting(2, "later"))
        bench.settle()
        reader.catchUp()
        #expect(reader.takeNames() == ["welcome", "snapshot", "ev", "you", "who"])
    }

    @Test("B1 The bytes of a long snapshot are the same for all who read it, and not copied")
    func sharedSnapshot() throws {
        let (bench, _, reader) = opened()
        reader.catchUp()
        let other = bench.join(3)
        let places = try [reader, other].map { try #require($0.writes.first { $0.count > 100_000 }).withUnsafeBufferPointer(\.baseAddress) }
        #expect(places[0] == places[1])
    }

    @Test("W10 A session that ends while a snapshot is read is told nothing in the middle of it")
    func endedWhileReading() {
        let (bench, _, reader) = opened()
        // The socket has room again, and the loop has not told yet.
        reader.isBehind = false
        let writes = reader.writes
        _ = bench.join(2)
        #expect(reader.closedWith == 4504)
        #expect(reader.writes == writes)
    }

    @Test("B1 A snapshot is encoded once for all who join, and kept for half a minute behind the last of them")
    func snapshotOnce() {
        let bench = Bench()
        let writer = bench.join(1)
        writer.say(inserting(1, "a1"))
        bench.settle()
        let before = bench.hub.counters.encodedSnapshots
        for number in 2...20 { _ = bench.join(number) }
        #expect(bench.hub.counters.encodedSnapshots == before)
        bench.pass(20_000)
        #expect(bench.join(21).take("ev").count == 1, "the old snapshot, and the event since")
        bench.pass(20_000)
        #expect(bench.join(22).take("ev").count == 1)
        bench.pass(40_000)
        #expect(bench.join(23).take("ev").isEmpty, "a new one")
        #expect(bench.hub.counters.encodedSnapshots == before + 1)
    }

    @Test("W2 A resumed client is welcomed in the turn in which it joins")
    func welcomedAtOnce() {
        let bench = Bench()
        bench.join(1).say(inserting(1, "a"))
        bench.settle()
        let probe = bench.open()
        probe.hello(2, at: Position(epoch: "epoch1", seq: 1))
        #expect(probe.takeNames() == ["welcome", "you", "who"])
    }
}
