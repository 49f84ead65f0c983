import ShelfCore
import Testing
import TestSupport

@Suite struct WeightTests {
    private let twelve = (1...12).map { Operation.insert("n\($0)", at: .before(nil), fields: []) }

    private func weight(_ desk: inout Desk, _ client: ClientID, _ action: Action, isAdmin: Bool = false, upTo limit: Int = .max) -> Int {
        desk.shelf.weight(of: .request(desk.request(client, action, isAdmin: isAdmin)), upTo: limit)
    }

    @Test("B4 A step weighs as much as it switches, however it is named")
    func steps() {
        var desk = Desk("P")
        desk("A", .do(twelve))
        let first = desk.shelf.seq
        desk("A", "edit P title=T")
        #expect((1...3).contains(weight(&desk, "A", .undo(Switch()))))
        #expect(weight(&desk, "A", .undo(Switch(target: .step(.step(first))))) >= 12)
        #expect(weight(&desk, "A", .undo(Switch(target: .step(.request(1))))) >= 12)
        #expect(weight(&desk, "B", .undo(Switch(target: .client("A"))), isAdmin: true) >= 14)
        #expect(weight(&desk, "A", .undo(Switch(target: .step(.step(first)))), upTo: 5) >= 5)
        #expect(desk.shelf.weight(of: .end("A"), upTo: .max) >= 14)
        #expect(weight(&desk, "C", .undo(Switch())) == 1)
    }

    @Test("B4 What a step settles weighs with it: what its client has undone, and what is beyond the undo depth")
    func settling() {
        var settings = Settings()
        settings.undoDepth = 2
        var desk = Desk("P", settings: settings)
        desk("A", .do(twelve))
        desk("A", .undo(Switch()))
        #expect(weight(&desk, "A", .redo(Switch())) >= 12)
        #expect(weight(&desk, "A", Scenario.action("delete P")) >= 12)
        #expect(weight(&desk, "B", Scenario.action("delete P")) < 3)
        desk("A", .redo(Switch()))
        desk("A", "edit P title=1")
        #expect(weight(&desk, "A", Scenario.action("edit P title=2")) >= 12)
        desk("A", "edit P title=2")
        #expect(weight(&desk, "A", Scenario.action("edit P title=3")) < 5)
    }

    @Test("B4 Clients that end with a request weigh with it")
    func ending() {
        var settings = Settings()
        settings.clientRetentionDays = 1
        settings.clients = 2
        var desk = Desk("P", settings: settings)
        desk("A", .do(twelve))
        desk("B", "edit P title=1")
        #expect(weight(&desk, "B", .undo(Switch())) < 5)
        #expect(weight(&desk, "C", .undo(Switch())) >= 12)
        desk.time += 2 * 86_400_000
        #expect(weight(&desk, "B", .undo(Switch())) >= 12)
        #expect(desk.shelf.weight(of: .seen("B", at: desk.time), upTo: .max) >= 12)
    }

    @Test("B4 Long texts weigh more than short ones")
    func texts() {
        var desk = Desk("P Q")
        let long = String(repeating: "x", count: 4_096)
        let edit = Action.do([.edit("P", set: [FieldWrite(name: "note", value: .text(long))])])
        #expect(weight(&desk, "A", edit) >= 16)
        desk("A", edit)
        desk("B", "delete P")
        #expect(weight(&desk, "B", .undo(Switch())) >= 16)
    }
}
