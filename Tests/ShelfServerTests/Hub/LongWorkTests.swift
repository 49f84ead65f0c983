import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
import Testing

@Suite("Long work")
struct LongWorkTests {
    /// Five albums are too much for this loop.
    private let bench = Bench { $0.registersAppliedOnTheLoop = 4 }

    private func insertingFive(_ number: Int, _ prefix: String = "a") -> String {
        let operations = (1...5).map { #"{"op":"insert","id":"\#(prefix)\#($0)","before":null,"fields":{"title":"T"}}"# }
        return #"{"t":"do","req":\#(number),"ops":[\#(operations.joined(separator: ","))]}"#
    }

    /// The worker has `main`, and the client's request with it.
    private func away() -> Probe {
        let ann = bench.join(1)
        _ = ann.take()
        ann.say(insertingFive(1))
        bench.commit()
        return ann
    }

    private func isHere(_ shelf: String = "main") -> Bool { bench.hub.shelves[shelf].map { !$0.isAway } ?? false }

    @Test("B4 A long request is carried out by the worker, while other shelves go on")
    func otherShelvesGoOn() {
        let bo = bench.join(2, "other")
        let ann = away()
        _ = bo.take()
        #expect(bench.hasJobs(.awaited) && ann.take().isEmpty)
        bo.say(inserting(1, "b"))
        bench.commit()
        bo.say(#"{"t":"ping"}"#)
        #expect(bo.takeNames() == ["ev", "you", "tick"])
        let cem = bench.open("other")
        cem.hello(3)
        #expect(cem.takeNames().prefix(2) == ["welcome", "snapshot"])
        bench.doJob(.awaited)
        #expect(ann.takeNames() == ["ev", "you"])
    }

    @Test("B4 Its undo and redo are long, too, and so are steps that settle with a short one", arguments: [
        [#"{"t":"undo","req":2}"#], [#"{"t":"undo","req":2,"step":1}"#], [#"{"t":"undo","req":2}"#, #"{"t":"redo","req":3}"#],
        [#"{"t":"undo","req":2}"#, inserting(3, "b")],
    ])
    func longUndo(_ requests: [String]) {
        let ann = away()
        bench.settle()
        for request in requests {
            #expect(isHere())
            _ = ann.take()
            ann.say(request)
            bench.commit()
            #expect(ann.take().isEmpty && !isHere())
            bench.settle()
            #expect(ann.takeNames() == ["ev", "you"])
        }
    }

    @Test("B4 What one append carries counts together")
    func together() {
        let ann = bench.join(1), bo = bench.join(2, "other")
        _ = (ann.take(), bo.take())
        ann.say(inserting(1, "a"))
        ann.say((2...5).map { inserting($0, "a\($0)") })
        bo.say(inserting(1, "b"))
        bench.commit()
        #expect(ann.takeNames() == ["ev", "you"])
        bench.commit()
        #expect(ann.takeNames() == ["ev", "ev", "ev", "ev", "you"])
        #expect(bo.take().isEmpty && isHere() && !isHere("other"))
        bench.settle()
        #expect(bo.takeNames() == ["ev", "you"])
    }

    @Test("B4 What was applied before is told before, and what comes later follows in its order")
    func order() {
        let ann = bench.join(1)
        _ = ann.take()
        ann.say([inserting(1, "x"), insertingFive(2), inserting(3, "y")])
        ann.say(inserting(4, "z"))
        bench.commit()
        #expect(ann.takeNames() == ["ev", "you"])
        bench.commit()
        ann.say(inserting(5, "later"))
        #expect(ann.take().isEmpty && ann.isPaused)
        bench.doJob(.awaited)
        #expect(!ann.isPaused)
        #expect(ann.takeNames() == ["ev", "ev", "ev", "you"])
        bench.settle()
        #expect(ann.takeNames() == ["ev", "you"])
        #expect(bench.hub.shelves["main"]?.shelf.encoded() == bench.replayed().encoded())
    }

    @Test("B4 Who joins, asks or reads the list meanwhile waits until the shelf is back, and gets it as it is then")
    func waiting() {
        let ann = away()
        let bo = bench.open()
        bo.hello(2)
        ann.say([#"{"t":"ping"}"#, #"{"t":"history"}"#])
        var list: Body?
        bench.hub.list("main", as: .csv) { list = try? $0.get() }
        #expect(bo.take().isEmpty && ann.take().isEmpty && list == nil)
        bench.doJob(.awaited)
        #expect(ann.takeNames() == ["ev", "history", "tick", "you"])
        #expect(bo.take("welcome").first?.contains(#""seq":1"#) == true)
        #expect(list.map { String(decoding: $0.bytes, as: UTF8.self).contains("T") } == true)
    }

    @Test("W1 B4 A session that ends meanwhile is followed by its successor when its request has its outcome")
    func successor() {
        let ann = away()
        let again = bench.open()
        again.hello(1)
        ann.hangUp()
        #expect(again.take().isEmpty)
        bench.doJob(.awaited)
        #expect(again.take("welcome").first?.contains(#""req":1"#) == true)
    }

    @Test("B3 B4 A server is not drained, and a shelf not unloaded, while the worker has it")
    func draining() {
        let ann = away()
        ann.hangUp()
        bench.pass(120_000)
        #expect(bench.hub.shelves["main"] != nil)
        bench.turn { bench.hub.drain() }
        #expect(!bench.hub.isDrained)
        bench.doJob(.awaited)
        #expect(bench.hub.isDrained)
    }

    @Test("J4 B4 What becomes durable while the worker has the shelf is applied behind it")
    func durableMeanwhile() {
        let ann = bench.join(1)
        _ = ann.take()
        ann.say(insertingFive(1))
        ann.say(inserting(2, "z"))
        bench.commit()
        #expect(bench.isAppending && !isHere())
        bench.turn { bench.hub.troubled("io_error") }
        bench.commit()
        #expect(ann.take("ev").isEmpty && !isHere())
        bench.doJob(.awaited)
        #expect(ann.takeNames() == ["ev", "ev", "trouble", "you"])
        #expect(bench.hub.shelves["main"]?.shelf.encoded() == bench.replayed().encoded())
    }

    @Test("B4 A large message is decoded by the worker")
    func decoding() {
        let ann = bench.join(1)
        ann.say(inserting(1, "a", title: String(repeating: "x", count: 3_000) + String(repeating: " ", count: 64 * 1024)))
        #expect(bench.hasJobs(.awaited) && ann.isPaused)
    }
}
