import ShelfCore
import Testing
import TestSupport

@Suite struct ClientTests {
    private let day = 86_400_000

    @Test("U10 The newest steps within the undo depth can be undone, older ones stay as they are")
    func depth() {
        var settings = Settings()
        settings.undoDepth = 2
        var desk = Desk("P", settings: settings)
        for year in 1...4 { desk("A", "edit P year=\(year)") }
        #expect(desk("A", "undo step 2").code == .settled)
        desk("A", "undo")
        desk("A", "undo")
        #expect(desk("A", "undo") == .none)
        #expect(desk.list == "P(year=2)")
    }

    @Test("U10 A client unseen for longer than the retention ends when somebody else is seen; its mark stays")
    func retention() {
        var desk = Desk("P X")
        desk("A", "edit P title=a")
        let seen = desk.time
        desk.time += 30 * day - 1
        desk("B", "edit X title=b")
        #expect(desk.shelf.lastSeen(of: "A") == seen)
        #expect(desk.shelf.targets(of: "A").undo != nil)
        desk.time += 1
        desk("B", "undo")
        #expect(desk.shelf.lastSeen(of: "A") == nil)
        #expect(desk.shelf.targets(of: "A") == Targets())
        #expect(desk.shelf.changedTargets == ["A", "B"])
        #expect(desk.shelf.mark(of: "A") == 1)
        #expect(desk("A", "undo") == .none)
        #expect(desk.shelf.mark(of: "A") == 2)
        desk.shelf.checkInvariants()
    }

    @Test("U10 Who is seen in time keeps its steps, however long it did nothing")
    func seen() {
        var desk = Desk("P")
        desk("A", "edit P title=a")
        for _ in 1...5 {
            desk.time += 29 * day
            _ = desk.shelf.apply(.seen("A", at: desk.time))
            desk("B", "undo")
        }
        #expect(desk("A", "undo").event != nil)
    }

    @Test("U10 A client that comes back before anybody noticed can still undo")
    func comesBack() {
        var desk = Desk("P")
        desk("A", "edit P title=a")
        desk.time += 90 * day
        #expect(desk("A", "undo").event != nil)
    }

    @Test("U10 Above the number of clients the longest unseen ends")
    func tooMany() {
        var settings = Settings()
        settings.clients = 2
        var desk = Desk("P", settings: settings)
        desk("A", "edit P title=a")
        desk("B", "edit P note=b")
        _ = desk.shelf.apply(.seen("A", at: desk.time))
        desk("C", "edit P genre=c")
        #expect(["A", "B", "C"].map { desk.shelf.lastSeen(of: $0) != nil } == [true, false, true])
        #expect(desk("B", "undo") == .none)
        #expect(desk.list == "P(genre=c, note=b, title=a)")
    }

    @Test("U10 Settled steps cost nothing")
    func settled() {
        var desk = Desk("P X")
        let before = desk.shelf.encoded().count
        for round in 1...50 {
            desk("A", "edit P title=\(round % 10) + move X first")
            desk("A", "edit P title=x + move X last")
            desk("B", "move P last")
        }
        _ = desk.shelf.apply(.end("A"))
        _ = desk.shelf.apply(.end("B"))
        desk("A", "edit P title=null + move P first")
        _ = desk.shelf.apply(.end("A"))
        let events = desk.shelf.history(count: 1_000, for: "").lines.count
        #expect(desk.shelf.encoded().count < before + 100 * events)
        desk.shelf.checkInvariants()
    }

    @Test("U10 An ended client can begin again")
    func again() {
        var desk = Desk("P")
        desk("A", "edit P title=a")
        _ = desk.shelf.apply(.end("A"))
        #expect(desk("A", "undo step 2").code == .settled)
        #expect(desk("A", "edit P title=b").event != nil)
        #expect(desk("A", "undo").event != nil)
        #expect(desk.list == "P(title=a)")
    }
}
