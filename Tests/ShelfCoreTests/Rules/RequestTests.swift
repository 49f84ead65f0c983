import ShelfCore
import Testing
import TestSupport

@Suite struct RequestTests {
    @Test("W3 A request that is sent again is told its outcome and changes nothing")
    func again() {
        var desk = Desk("P")
        let edit = desk.request("A", Scenario.action("edit P title=a"))
        let none = desk.request("A", Scenario.action("edit P title=a"))
        let wrong = desk.request("A", Scenario.action("edit nobody title=a"))
        let first = [edit, none, wrong].map { desk.shelf.apply(.request($0))! }
        let bytes = desk.shelf.encoded()
        let again = [edit, none, wrong].map { desk.shelf.apply(.request($0))! }
        #expect(again == [.done(seq: first[0].event!.seq), .none, first[2]])
        #expect(desk.shelf.outcome(of: "A", number: 1, digest: edit.digest) == .done(seq: 2))
        #expect(desk.shelf.encoded() == bytes)
        #expect(desk.shelf.changedTargets.isEmpty)
        #expect(desk.shelf.mark(of: "A") == 3)
    }

    @Test("W3 The same number with another content is reused, an outcome that is too old is forgotten")
    func reusedAndForgotten() {
        var desk = Desk("P")
        let first = desk.request("A", Scenario.action("edit P title=a"))
        _ = desk.shelf.apply(.request(first))
        let other = Request(client: "A", name: "", number: 1, at: 0, action: Scenario.action("edit P title=b"))
        #expect(desk.shelf.apply(.request(other))?.code == .reused)
        for _ in 2...64 { desk("A", "undo") }
        #expect(desk.shelf.apply(.request(first)) == .done(seq: 2))
        desk("A", "undo")
        #expect(desk.shelf.apply(.request(first))?.code == .forgotten)
        #expect(desk.shelf.apply(.request(other))?.code == .forgotten)
        #expect(desk.list == "P")
    }

    @Test("W3 Numbers may jump, a number that was left out is forgotten")
    func jumps() {
        var desk = Desk("P")
        let late = Request(client: "A", name: "", number: 9, at: 1, action: Scenario.action("edit P title=a"))
        #expect(desk.shelf.outcome(of: "A", number: 9, digest: late.digest) == nil)
        _ = desk.shelf.apply(.request(late))
        let early = Request(client: "A", name: "", number: 5, at: 1, action: Scenario.action("edit P title=b"))
        #expect(desk.shelf.apply(.request(early))?.code == .forgotten)
        #expect(desk.list == "P(title=a)")
    }

    @Test("W4 An event says who, what, when and under which number")
    func event() {
        var desk = Desk("P")
        let request = desk.request("A", Scenario.action("edit P title=a"), name: "Ann")
        let event = desk.shelf.apply(.request(request))?.event
        #expect(event?.seq == 2 && event?.by == "A" && event?.name == "Ann" && event?.request == 1)
        #expect(event?.kind == .do && event?.at == request.at && event?.of == nil && event?.owner == nil)
        let undo = desk("A", "undo").event
        #expect(undo?.kind == .undo && undo?.of == 2 && undo?.seq == 3 && undo?.label == event?.label && undo?.owner == nil)
        let redo = desk("A", "redo").event
        #expect(redo?.kind == .redo && redo?.of == 2 && redo?.seq == 4)
    }

    @Test("J8 A shelf that nobody wrote to has no client, whoever was seen")
    func unborn() {
        var shelf = Shelf()
        #expect(shelf.epoch == "" && shelf.seq == 0 && shelf.count == 0)
        #expect(shelf.apply(.seen("A", at: 5)) == nil)
        #expect(shelf.apply(.end("A")) == nil)
        #expect(shelf.lastSeen(of: "A") == nil && shelf.mark(of: "A") == 0)
        #expect(shelf.targets(of: "A") == Targets())
        #expect(shelf.encoded() == Shelf().encoded())
    }
}
