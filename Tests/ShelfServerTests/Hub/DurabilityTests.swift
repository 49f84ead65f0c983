import ShelfCore
import ShelfJournal
@testable import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Durability")
struct DurabilityTests {
    @Test("J2 Nothing is told of a request before it is durable")
    func nothingBeforeDurable() {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2)
        bench.pass(2_000)
        _ = (one.take(), two.take())
        one.say(inserting(1, "a"))
        one.say(#"{"t":"do","req":2,"ops":[{"op":"delete","id":"nobody"}]}"#)
        bench.pass(500)
        #expect(one.take().isEmpty && two.take().isEmpty)
        bench.commit()
        #expect(one.takeNames() == ["ev", "you"])
        #expect(two.takeNames() == ["ev"])
        bench.commit()
        #expect(one.takeNames() == ["nack"])
    }

    @Test("S5 Entries of rules that this program does not know are refused with the way to go on")
    func newerRules() {
        let error = #expect(throws: LoadError.self) { try StoredShelf(snapshot: nil, entries: [Entry(shelf: "main", after: .none, body: [99])]) }
        #expect(error?.sentence.contains("version 99 of the rules") == true && error?.sentence.contains("start a newer one") == true)
    }

    @Test("J3 One append carries all that arrived while the one before it was under way, of all shelves")
    func groupCommit() {
        let bench = Bench()
        let one = bench.join(1), two = bench.join(2), other = bench.join(3, "other")
        one.say(inserting(1, "a"))
        #expect(bench.appends.map(bench.requests) == [[1]])
        one.say(inserting(2, "b"))
        two.say(inserting(1, "c"))
        other.say(inserting(1, "d"))
        one.say(inserting(3, "e"))
        #expect(bench.appends.count == 1, "at most one append is under way")
        bench.commit()
        #expect(bench.appends.count == 2)
        #expect(bench.appends[1].map(\.shelf) == ["main", "other"])
        #expect(bench.requests(in: bench.appends[1]) == [2, 1, 3, 1])
        bench.settle()
        #expect(bench.appends.count == 2)
    }

    @Test("J3 The next append is handed over before what became durable is told")
    func diskIsNotKeptWaiting() {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say(inserting(1, "a"))
        probe.say(inserting(2, "b"))
        _ = probe.take()
        bench.report(bench.entriesUnderWay)
        #expect(bench.appends.count == 2)
        #expect(probe.take().isEmpty, "it is told at the end of the turn")
    }

    @Test("J8 H1 Until the sample albums are on disk the server is starting, and says so")
    func starting() {
        let bench = Bench()
        #expect(bench.hub.unreadiness == nil)
        bench.turn { bench.hub.plantSamples() }
        #expect(bench.hub.unreadiness?.hasPrefix("starting") == true)
        bench.settle()
        #expect(bench.hub.unreadiness == nil)
    }

    @Test("J4 Trouble is told to everybody, also to those who come while it lasts, and its end, too")
    func trouble() {
        let bench = Bench()
        let one = bench.join(1)
        _ = one.take()
        bench.turn { bench.hub.troubled("disk_full") }
        #expect(one.take() == [#"{"t":"trouble","reason":"disk_full"}"#])
        #expect(bench.hub.unreadiness?.contains("disk_full") == true)
        let two = bench.join(2)
        #expect(two.take("trouble") == [#"{"t":"trouble","reason":"disk_full"}"#])
        bench.turn { bench.hub.troubled(nil) }
        #expect(one.take("trouble") == [#"{"t":"trouble","reason":null}"#])
        #expect(two.take("trouble") == [#"{"t":"trouble","reason":null}"#])
        #expect(bench.hub.unreadiness == nil)
    }

    @Test("J4 Requests stay open during trouble, reading goes on, and both are told when it is over")
    func openDuringTrouble() {
        let bench = Bench()
        let one = bench.join(1)
        one.say(inserting(1, "a"))
        bench.turn { bench.hub.troubled("io_error") }
        one.say(inserting(2, "b"))
        one.say(#"{"t":"ping"}"#)
        #expect(one.take("tick").count == 1)
        #expect(bench.appends.count == 1, "nothing more is written")
        bench.settle()
        #expect(one.takeNames().filter { $0 == "ev" }.count == 2)
    }

    @Test("J4 What turns out to be on disk is told; the rest when it is, too")
    func partlyDurable() {
        let bench = Bench()
        let one = bench.join(1), other = bench.join(2, "other")
        one.say(inserting(1, "x"))
        one.say(inserting(2, "a"))
        other.say(inserting(1, "b"))
        bench.commit()
        _ = (one.take(), other.take())
        let entries = bench.entriesUnderWay
        #expect(entries.map(\.shelf) == ["main", "other"])
        bench.turn { bench.report([entries[1]]) }
        #expect(one.take().isEmpty)
        #expect(other.takeNames() == ["ev", "you"])
        one.say(inserting(3, "c"))
        #expect(bench.appends.count == 2, "the append is still under way")
        bench.turn { bench.report([entries[0]]) }
        #expect(one.takeNames() == ["ev", "you"])
        #expect(bench.appends.count == 3)
    }

    @Test("J5 A server that starts on the journal has the same shelf, byte for byte")
    func sameBytes() throws {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say([inserting(1, "a"), inserting(2, "b"), #"{"t":"undo","req":3}"#])
        bench.settle()
        let again = Bench(on: bench)
        _ = again.join(2)
        let (before, after) = (try #require(bench.hub.shelves["main"]), try #require(again.hub.shelves["main"]))
        #expect(before.shelf.encoded() == after.shelf.encoded())
    }

    @Test("J6 Serving goes on while a snapshot is made for the journal, which is of one moment")
    func snapshotWhileServing() throws {
        let bench = Bench { $0.journalBytesPerSnapshot = 10 }
        let probe = bench.join(1)
        probe.say(inserting(1, "a"))
        bench.commit()
        #expect(bench.hasJobs())
        probe.say(inserting(2, "b"))
        bench.commit()
        #expect(probe.take("ev").count == 2)
        bench.doJob()
        let snapshot = try #require(bench.storedSnapshots.first)
        #expect(snapshot.title.after.number == 1)
        #expect(try Shelf(decoding: snapshot.body).seq == 1)
    }

    @Test("J6 A snapshot that could not be stored is followed by another one, once, after a minute")
    func storedAgain() {
        let bench = Bench { $0.journalBytesPerSnapshot = 10 }
        let probe = bench.join(1)
        probe.say(inserting(1, "a"))
        bench.settle()
        #expect(bench.storedSnapshots.count == 1)
        bench.turn { bench.hub.failedToStore("main") }
        bench.pass(59_000)
        #expect(!bench.hasJobs())
        bench.pass(2_000)
        bench.settle()
        bench.pass(120_000)
        bench.settle()
        #expect(bench.storedSnapshots.count == 2)
    }

    @Test("J6 A snapshot for those who join is made by the worker when the list is long, and nobody waits for it")
    func longSnapshot() {
        let bench = Bench { $0.albumsEncodedOnTheLoop = 1 }
        let writer = bench.join(1)
        for number in 1...3 {
            writer.say(inserting(number, "a\(number)", title: String(repeating: "x", count: 4_000)))
            bench.settle()
        }
        for number in 4...30 {
            writer.say(inserting(number, "a\(number)", title: String(repeating: "x", count: 4_000)))
            bench.settle()
        }
        _ = writer.take()
        let probe = bench.open()
        probe.hello(2)
        #expect(probe.takeNames() == ["welcome"])
        writer.say(inserting(31, "late"))
        bench.commit()
        bench.doJob(.awaited)
        #expect(writer.takeNames() == ["ev", "you"])
        #expect(probe.take().isEmpty)
        bench.doJob()
        #expect(probe.takeNames() == ["snapshot", "ev", "you", "who"])
    }

    // MARK: - J8

    @Test("J8 Nothing is stored for a hello, also not for one of a shelf that is not there")
    func nothingForHello() {
        let bench = Bench()
        let probe = bench.join(1, "new")
        probe.say(#"{"t":"here","on":"a"}"#)
        bench.pass(120_000)
        probe.hangUp()
        bench.pass(120_000)
        #expect(bench.appends.isEmpty)
    }

    @Test("J8 main is born with the five sample albums, once; they are nobody's to undo")
    func samples() throws {
        let bench = Bench()
        bench.turn { bench.hub.plantSamples() }
        bench.settle()
        let again = Bench(on: bench)
        again.turn { again.hub.plantSamples() }
        again.settle()
        #expect(again.appends.isEmpty)
        let albums = bench.replayed().albums().map(\.id)
        #expect(albums == ["bowie", "no-doubt", "sting", "u2", "madonna"])
        let probe = again.join(1)
        _ = probe.take()
        probe.say(#"{"t":"undo","req":1,"step":1}"#)
        again.settle()
        #expect(probe.take("nack").first?.contains(#""code":"settled""#) == true)
    }

    @Test("J8 Every other shelf is born empty")
    func bornEmpty() {
        let bench = Bench()
        bench.turn { bench.hub.plantSamples() }
        bench.settle()
        #expect(bench.join(1, "new").take("snapshot").first?.contains(#""albums":[]"#) == true)
    }

    @Test("J7 A shelf keeps its epoch from its first request on, also over restarts")
    func epoch() {
        let bench = Bench { $0.newEpoch = { "first" } }
        bench.join(1).say(inserting(1, "a"))
        bench.settle()
        let again = Bench(on: bench) { $0.newEpoch = { "second" } }
        #expect(again.join(1).take("welcome").first?.contains(#""epoch":"first""#) == true)
    }

    @Test("U10 A connected client is journaled as seen at most daily, and only when it has a stack")
    func seen() {
        let bench = Bench()
        let one = bench.join(1)
        _ = bench.join(2)
        one.say(inserting(1, "a"))
        bench.settle()
        let before = bench.appends.count
        bench.wallClock += 23 * 3_600_000
        bench.pass(30_000)
        #expect(bench.appends.count == before)
        bench.wallClock += 2 * 3_600_000
        bench.pass(30_000)
        bench.settle()
        bench.pass(60_000)
        #expect(bench.appends.count == before + 1)
    }

    @Test("J4 J5 A shelf that a failing disk did not give is read again when it is next asked for; a damaged one is not", arguments: [true, false])
    func unreadable(mayPass: Bool) {
        let bench = Bench()
        let ann = bench.join(1)
        ann.say(inserting(1, "a"))
        bench.settle()
        let next = Bench(on: bench)
        next.loadErrors = [LoadError("the disk failed", mayPass: mayPass)]
        #expect(next.join(1).closedWith == 4003)
        #expect(next.hub.unreadiness?.contains("the disk failed") == true)
        let again = next.join(1)
        #expect(again.closedWith == (mayPass ? nil : 4003))
        #expect((next.hub.unreadiness == nil) == mayPass)
    }
}
