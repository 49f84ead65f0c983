import ShelfCore
import Testing
import TestSupport

@Suite struct TargetTests {
    @Test("U1 Undo and redo switch the client's own steps only")
    func own() {
        var desk = Desk("P")
        desk("A", "edit P title=a")
        #expect(desk("B", "undo") == .none)
        desk("A", "undo")
        #expect(desk("B", "redo") == .none)
        #expect(desk.list == "P")
    }

    @Test("U7 Targets are told with their labels, and to whom they changed")
    func told() {
        var desk = Desk("P X")
        let label = desk("A", "edit P title=a").event!.label!
        #expect(desk.shelf.changedTargets == ["A"])
        #expect(desk.shelf.targets(of: "A") == Targets(undo: Target(step: 2, label: label)))
        desk("B", "edit X title=b")
        #expect(desk.shelf.changedTargets == ["B"])
        let over = desk("B", "edit P title=b").event!
        #expect(desk.shelf.changedTargets == ["A", "B"])
        #expect(over.seq == 4)
        #expect(desk.shelf.targets(of: "A").covered == Covered(step: 2, label: label, by: "B", name: "name of B", more: 0))
        desk("A", "undo")
        #expect(desk.shelf.changedTargets.isEmpty)
    }

    @Test("U7 Who covers: the writer of what shows, or who took the album off the list")
    func coverer() {
        var desk = Desk("P X")
        desk("A", "edit X title=a")
        desk("B", "edit X title=b")
        #expect(desk.shelf.targets(of: "A").covered?.by == "B")
        desk("C", "delete X")
        #expect(desk.shelf.targets(of: "A").covered?.by == "C")
        #expect(desk.shelf.changedTargets == ["A", "B", "C"])
        _ = desk.shelf.apply(.end("C"))
        #expect(desk.shelf.targets(of: "A").covered?.by == "C", "it is still C who deleted it")
        #expect(desk.shelf.targets(of: "A").covered?.name == nil, "of a client that ended only the mark is kept")
        desk("D", "restore X")
        #expect(desk.shelf.targets(of: "A").covered?.by == "B")
    }

    @Test("U7 A change of the coverer alone is told, also of its name")
    func covererAlone() {
        var desk = Desk("X")
        desk("A", "edit X title=a")
        desk("B", "edit X title=b")
        desk("C", "edit X title=c")
        #expect(desk.shelf.changedTargets == ["A", "B", "C"])
        #expect(desk.shelf.targets(of: "A").covered?.by == "C")
        #expect(desk("C", "edit X title=c", name: "Cleo") == .none)
        #expect(desk.shelf.changedTargets == ["A", "B"])
        #expect(desk.shelf.targets(of: "A").covered?.name == "Cleo")
    }

    @Test("U7 Further sleeping steps are counted")
    func more() {
        var desk = Desk("P X")
        desk("A", "edit P title=a")
        desk("A", "edit X title=1")
        desk("A", "edit X title=2")
        desk("A", "edit X title=3")
        desk("B", "edit X title=b")
        #expect(desk.shelf.targets(of: "A").undo?.step == 2)
        #expect(desk.shelf.targets(of: "A").covered?.step == 5)
        #expect(desk.shelf.targets(of: "A").covered?.more == 2)
    }

    @Test("U7 Nobody covers one's own work")
    func ownCover() {
        var desk = Desk("P X")
        desk("A", "delete X")
        desk("A", "edit X title=a")
        #expect(desk.shelf.targets(of: "A").covered?.by == nil)
        #expect(desk.shelf.targets(of: "A").covered?.step == 3)
    }

    @Test("U8 A step is named by its seq or by the client's own request")
    func references() {
        var desk = Desk("P X")
        desk("A", "edit P title=a")
        desk("A", "edit X title=a")
        #expect(desk("A", .undo(Switch(expect: .step(.step(2))))).code == .stale)
        #expect(desk("A", .undo(Switch(expect: .nothing))).code == .stale)
        #expect(desk("A", .undo(Switch(expect: .step(.request(1))))).code == .stale)
        #expect(desk("A", .undo(Switch(target: .step(.request(1)), expect: .step(.step(3))))).event?.of == 2)
        #expect(desk("A", .undo(Switch(expect: .step(.request(2))))).event?.of == 3)
        #expect(desk("A", .redo(Switch(expect: .step(.step(3))))).event?.of == 3)
        #expect(desk("A", .undo(Switch(target: .step(.step(4))))).code == .unknownStep, "4 is the event of an undo")
        #expect(desk("A", .undo(Switch(target: .step(.request(3))))).code == .unknownStep, "3 was refused")
    }

    @Test("U9 The event of an admin names the owner, and of all of a client no step")
    func admin() {
        var desk = Desk("P X")
        desk("A", "edit P title=a")
        desk("A", "edit X title=a")
        let one = desk("Z", "undo step 2", isAdmin: true).event
        #expect(one?.by == "Z" && one?.owner == "A" && one?.of == 2 && one?.label?.id == "P")
        let all = desk("Z", "undo all of A", isAdmin: true).event
        #expect(all?.owner == "A" && all?.of == nil && all?.label == nil)
        #expect(desk.list == "P X")
        #expect(desk.shelf.targets(of: "A") == Targets() && desk.shelf.targets(of: "Z") == Targets())
        let back = desk("Z", "redo all of A", isAdmin: true).event
        #expect(back?.kind == .redo && back?.owner == "A")
        #expect(desk.shelf.targets(of: "A").undo?.step == 3)
        #expect(desk("Z", "undo all of nobody", isAdmin: true) == .none)
    }

    @Test("U9 Withdrawn steps are as many as the undo depth, the earliest settle")
    func withdrawnDepth() {
        var settings = Settings()
        settings.undoDepth = 2
        var desk = Desk("P X Q", settings: settings)
        desk("A", "edit P title=a")
        desk("Z", "undo step 2", isAdmin: true)
        desk("A", "edit X title=a")
        desk("Z", "undo step 4", isAdmin: true)
        desk("A", "edit Q title=a")
        desk("Z", "undo step 6", isAdmin: true)
        #expect(desk("Z", "redo step 2", isAdmin: true).code == .settled)
        #expect(desk("Z", "redo step 4", isAdmin: true).event?.owner == "A")
        #expect(desk("Z", "redo step 6", isAdmin: true).event != nil)
        #expect(desk.list == "P X(title=a) Q(title=a)")
    }
}
