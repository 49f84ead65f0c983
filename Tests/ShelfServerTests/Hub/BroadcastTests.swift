import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Broadcasting")
struct BroadcastTests {
    private static func bench(backlog: Int = 4 << 20) -> Bench {
        var limits = Limits()
        limits.backlogBytes = backlog
        limits.requestsPerSecond = 0
        return Bench(limits)
    }

    /// Six shelves, each with one who writes and one who reads; they have been told all there is.
    private static func pairs(on bench: Bench) -> (writers: [Probe], readers: [Probe]) {
        let writers = (0..<6).map { bench.join($0, "s\($0)") }
        let readers = (0..<6).map { bench.join(100 + $0, "s\($0)") }
        for one in writers + readers { _ = one.take() }
        return (writers, readers)
    }

    @Test("B1 What a turn has for a session goes out in one write")
    func oneWrite() {
        let bench = Self.bench()
        let one = bench.join(1), two = bench.join(2)
        _ = (one.take(), two.take())
        one.say([inserting(1, "a"), inserting(2, "b"), #"{"t":"do","req":3,"ops":[{"op":"delete","id":"nobody"}]}"#])
        bench.settle()
        #expect(one.writes.count == 1)
        #expect(one.takeNames() == ["ev", "ev", "nack", "you"])
        #expect(two.writes.count == 1)
        #expect(two.takeNames() == ["ev", "ev"])
    }

    @Test("B1 When telling everybody takes long, the rest is told in the next turns, and nobody is told less")
    func longBroadcast() {
        let bench = Self.bench()
        let (writers, readers) = Self.pairs(on: bench)
        bench.nanosecondsPerLook = 2_000_000
        bench.turn { for writer in writers { writer.put(inserting(1, "a")) } }
        bench.commit()
        #expect(bench.goesOn)
        let told = readers.count { !$0.writes.isEmpty }
        #expect(1..<6 ~= told)
        // What happens meanwhile is told behind it.
        bench.turn { writers[5].put(inserting(2, "b")) }
        bench.settle()
        #expect(writers.dropLast().allSatisfy { $0.takeNames() == ["ev", "you"] })
        #expect(readers.dropLast().allSatisfy { $0.takeNames() == ["ev"] })
        #expect(readers[5].takeNames() == ["ev", "ev"])
        #expect(writers[5].takeNames().filter { $0 == "ev" }.count == 2)
        #expect(!bench.goesOn)
    }

    @Test("B1 The rest is told in the next turns also when whoever asked has left")
    func longBroadcastToOthers() {
        let bench = Self.bench()
        let (writers, readers) = Self.pairs(on: bench)
        bench.turn { for writer in writers { writer.put(inserting(1, "a")) } }
        for writer in writers { writer.hangUp() }
        bench.nanosecondsPerLook = 2_000_000
        bench.commit()
        #expect(bench.goesOn)
        bench.settle()
        #expect(readers.allSatisfy { $0.takeNames() == ["ev"] })
    }

    @Test("B1 W4 An event is encoded once: all who read only events are sent the same bytes in memory")
    func sharedBytes() throws {
        let bench = Self.bench()
        let writer = bench.join(1)
        let readers = (2...9).map { bench.join($0) }
        for reader in readers { _ = reader.take() }
        bench.pass(2_000)
        for reader in readers { _ = reader.take() }
        writer.say(inserting(1, "a"))
        bench.settle()
        try #require(readers.allSatisfy { $0.writes.count == 1 })
        let addresses = Set(readers.map { reader in reader.writes[0].withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } })
        #expect(addresses.count == 1)
    }

    @Test("W4 The author is sent the same bytes of an event as everybody else")
    func sameBytes() {
        let bench = Self.bench()
        let one = bench.join(1), two = bench.join(2)
        _ = (one.take(), two.take())
        one.say(inserting(1, "a"))
        bench.settle()
        #expect(one.take("ev") == two.take("ev"))
    }

    @Test("B1 The writes of a turn do not grow with the requests that it carries out")
    func writesOfATurn() {
        let bench = Self.bench()
        let writers = (1...5).map { bench.join($0) }
        for number in 1...10 {
            for (index, writer) in writers.enumerated() { writer.say(inserting(number, "a\(index)-\(number)")) }
        }
        bench.commit()
        let before = bench.hub.counters.writes
        bench.commit()
        #expect(bench.hub.counters.writes - before == 5)
    }

    // MARK: - B2

    @Test("B2 A reader that is behind is sent nothing until it takes again, then what it missed")
    func behind() {
        let bench = Self.bench()
        let one = bench.join(1), slow = bench.join(2)
        _ = (one.take(), slow.take())
        slow.isBehind = true
        for number in 1...3 {
            one.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        #expect(slow.writes.isEmpty)
        #expect(one.take("ev").count == 3, "the others are not slowed")
        slow.catchUp()
        #expect(slow.takeNames().filter { $0 == "ev" } == ["ev", "ev", "ev"])
    }

    @Test("B2 One that lags by more than the backlog gets a fresh snapshot when it can take one")
    func laggard() {
        let bench = Self.bench(backlog: 2_000)
        let one = bench.join(1), slow = bench.join(2)
        _ = slow.take()
        slow.isBehind = true
        for number in 1...40 {
            one.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        slow.catchUp()
        let messages = slow.take()
        #expect(messages.first?.hasPrefix(#"{"t":"snapshot","epoch":"epoch1","seq":40,"part":1,"of":1,"why":"slow""#) == true)
        #expect(!messages.map(name).contains("ev"))
        one.say(inserting(41, "next"))
        bench.settle()
        #expect(slow.take("ev").count == 1, "events follow from its seq")
    }

    @Test("B2 An outcome that is told again comes behind the events before it")
    func answersBehindEvents() {
        let bench = Self.bench()
        let one = bench.join(1)
        _ = one.take()
        one.isBehind = true
        one.say(inserting(1, "a"))
        bench.settle()
        one.say(#"{"t":"do","req":2,"ops":[{"op":"delete","id":"nobody"}]}"#)
        bench.settle()
        one.catchUp()
        #expect(one.takeNames() == ["ev", "nack", "you"])
    }

    @Test("B2 One that takes nothing for 30 seconds is closed, and only that one")
    func stalled() {
        let bench = Self.bench()
        let one = bench.join(1), slow = bench.join(2)
        slow.isBehind = true
        one.say(inserting(1, "a"))
        bench.settle()
        bench.pass(29_000)
        #expect(slow.closedWith == nil)
        bench.pass(2_000)
        #expect(slow.closedWith == 4001)
        #expect(one.closedWith == nil)
    }

    @Test("B2 One that never catches up but takes a little stays")
    func slow() {
        let bench = Self.bench()
        let one = bench.join(1), slow = bench.join(2)
        slow.isBehind = true
        one.say(inserting(1, "a"))
        bench.settle()
        for _ in 1...4 {
            bench.pass(20_000)
            slow.bytesTaken += 1
        }
        #expect(slow.closedWith == nil)
        bench.pass(32_000)
        #expect(slow.closedWith == 4001)
    }

    @Test("B2 One that takes from time to time stays")
    func slowButAlive() {
        let bench = Self.bench()
        let one = bench.join(1), slow = bench.join(2)
        for number in 1...4 {
            slow.isBehind = true
            one.say(inserting(number, "a\(number)"))
            bench.settle()
            bench.pass(20_000)
            slow.catchUp()
        }
        #expect(slow.closedWith == nil)
    }

    // MARK: - The log

    @Test("B2 From every position that the log still has, it gives the events behind it")
    func logPositions() {
        var log = EventLog(seq: 10)
        var all: [[UInt8]] = []
        for turn in 0..<12 {
            var events = TurnEvents()
            for _ in 0...turn % 3 {
                let event = Event(seq: 11 + all.count, by: "c", name: "", request: 1, kind: .do, at: 0, changes: [])
                var bytes: [UInt8] = []
                frame(.event(event), into: &bytes)
                all.append(bytes)
                events.append(event)
            }
            log.append(events, keeping: all[0].count * 9)
            #expect(log.bytesKept == log.bytes(after: log.firstPosition))
            for position in log.firstPosition...log.lastSeq {
                var bytes: [UInt8] = []
                let end = log.read(after: position, into: &bytes, limit: .max)
                #expect(end == log.lastSeq)
                #expect(bytes == Array(all[(position - 10)...].joined()))
                #expect(log.bytes(after: position) == bytes.count)
            }
        }
        #expect(log.firstPosition > 10)
    }

    @Test("B2 Reading with a limit goes on where it stopped")
    func logPortions() {
        var log = EventLog(seq: 0)
        for seq in 1...20 {
            var events = TurnEvents()
            events.append(Event(seq: seq, by: "c", name: "", request: 1, kind: .do, at: 0, changes: []))
            log.append(events, keeping: .max)
        }
        var (whole, pieces): ([UInt8], [UInt8]) = ([], [])
        _ = log.read(after: 0, into: &whole, limit: .max)
        var position = 0
        while position < log.lastSeq {
            var piece: [UInt8] = []
            position = log.read(after: position, into: &piece, limit: 100)
            pieces += piece
        }
        #expect(pieces == whole)
    }
}
