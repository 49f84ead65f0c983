import ShelfCore
import Testing
import TestSupport

@Suite struct StepTests {
    @Test("S1 A register shows its newest active write, without one the value it was born with")
    func newest() {
        var desk = Desk()
        desk("A", "add X last title=born")
        desk("B", "edit X title=b")
        desk("C", "edit X title=c")
        #expect(desk.list == "X(title=c)")
        desk("C", "undo")
        #expect(desk.list == "X(title=b)")
        desk("B", "undo")
        #expect(desk.list == "X(title=born)")
        desk("C", "redo")
        desk("B", "redo")
        #expect(desk.list == "X(title=c)", "the redo of B is older than what shows: it sleeps")
        desk("C", "undo")
        desk("B", "redo")
        #expect(desk.list == "X(title=b)")
    }

    @Test("U1 Nobody but an admin switches another's step, whichever it is, and the owner can as before")
    func others() {
        var desk = Desk("P X")
        for number in 1...12 { desk("A", "edit P title=t\(number)") }
        for _ in 1...4 { desk("A", "undo") }
        let (list, targets) = (desk.list, desk.shelf.targets(of: "A"))
        for number in 1...desk.shelf.seq + 2 {
            for action in [Action.undo(Switch(target: .step(.step(number)))), .redo(Switch(target: .step(.step(number))))] {
                let code = desk("B", action).code
                #expect(code == .notYours || code == .unknownStep || code == .settled, "step \(number)")
                #expect(code == .notYours || !(2...13).contains(number), "step \(number) is one of A's")
            }
        }
        #expect(desk.list == list && desk.shelf.targets(of: "A") == targets)
    }

    @Test("S2 What changes nothing takes no seq and clears nobody's redo")
    func nothing() {
        var desk = Desk("P X")
        desk("A", "edit P title=a")
        desk("A", "undo")
        let seq = desk.shelf.seq
        for text in ["edit P title=null", "restore X", "move X last", "move P first + move X last", "edit X title=x + edit X title=null"] {
            #expect(desk("A", text) == .none, "\(text)")
        }
        #expect(desk.shelf.seq == seq)
        #expect(desk.shelf.targets(of: "A").redo != nil)
        #expect(desk.shelf.changedTargets.isEmpty)
    }

    @Test("S2 Of a request the last write of each register counts")
    func lastWrite() {
        var desk = Desk("P X")
        let event = desk("A", "edit X title=a + delete X + restore X + edit X title=b").event
        #expect(event?.changes == [.edit(id: "X", set: [FieldWrite(name: "title", value: .text("b"))])])
        #expect(event?.label?.kind == .edit)
    }

    @Test("S3 Work by another protects an album, a touch alone never moves it on or off the list")
    func touches() {
        var desk = Desk("P")
        desk("A", "add n last")
        desk("B", "move n first")
        #expect(desk("A", "undo") == .none)
        desk("B", "undo")
        #expect(desk("A", "undo").event?.changes == [.delete(index: 1, id: "n")])
        #expect(desk("B", "redo") == .none)
    }

    @Test("S4 Work on a deleted album is an event without changes")
    func asleep() {
        var desk = Desk("P X")
        desk("A", "delete X")
        let event = desk("B", "edit X title=b").event
        #expect(event != nil && event?.changes == [])
        #expect(desk("C", "restore X").event?.changes == [
            .insert(index: 1, id: "X", fields: [Field(name: "title", value: .text("b"))])
        ])
    }

    @Test("S5 Settings bind a do, never undo or redo")
    func settings() {
        var desk = Desk("P")
        desk("A", "add n last title=long")
        desk("A", "undo")
        var settings = Settings()
        settings.albums = 1
        settings.albumBytes = 1
        _ = desk.shelf.apply(.settings(settings))
        #expect(desk.shelf.settings == settings)
        #expect(desk("B", "add m last").code == .full)
        #expect(desk("B", "edit P title=long").code == .tooLarge)
        #expect(desk("A", "redo").event != nil)
        #expect(desk.list == "P n(title=long)")
    }

    @Test("S5 The same acts give the same bytes in every process")
    func stableBytes() {
        var desk = Desk("a b c")
        desk("A", "edit a title=x + move b first")
        desk("B", "delete c")
        desk("A", "undo")
        // Hashing is seeded by the process; these bytes are not.
        #expect(digest(desk.shelf.encoded()) == 10_925_765_923_588_897_691)
    }

    private func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
