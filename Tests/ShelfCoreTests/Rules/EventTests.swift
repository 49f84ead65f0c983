import ShelfCore
import Testing
import TestSupport

@Suite struct EventTests {
    @Test("W5 Deletes by falling index, moves, inserts by rising index, edits in list order")
    func order() {
        var desk = Desk("a b c d e")
        let event = desk("A", "edit e title=e + add m after c + delete b + add n first + move a last + delete d + edit c title=c").event
        #expect(event?.changes == [
            .delete(index: 3, id: "d"),
            .delete(index: 1, id: "b"),
            .move(from: 0, to: 2, id: "a"),
            .insert(index: 0, id: "n", fields: []),
            .insert(index: 2, id: "m", fields: []),
            .edit(id: "c", set: [FieldWrite(name: "title", value: .text("c"))]),
            .edit(id: "e", set: [FieldWrite(name: "title", value: .text("e"))]),
        ])
        #expect(desk.list == "n c(title=c) m e(title=e) a")
    }

    @Test("W5 A field that went is null")
    func wentField() {
        var desk = Desk("a")
        desk("A", "edit a title=t")
        #expect(desk("A", "undo").event?.changes == [.edit(id: "a", set: [FieldWrite(name: "title", value: nil)])])
    }

    @Test("W5 Moves to and fro leave nothing")
    func toAndFro() {
        var desk = Desk("a b c")
        desk("A", "delete c")
        #expect(desk("A", "move a last + move b last").event?.changes == [])
        #expect(desk.list == "a b")
    }

    @Test("W5 All albums deleted, moved or inserted at once")
    func large() {
        let count = 2_000
        var desk = Desk()
        var replica = Replica()
        var inserts: [Operation] = []
        for number in 0..<count { inserts.append(.insert("n\(number)", at: number % 2 == 0 ? .after(nil) : .before(nil), fields: [])) }
        let reversal = (0..<count).map { Operation.move("n\($0)", to: .after(nil)) }
        let deletes = (0..<count).map { Operation.delete("n\($0)") }
        for operations in [inserts, reversal, deletes] {
            let isInOrder = replica.apply(desk("A", .do(operations)).event!.changes)
            #expect(isInOrder && replica.albums == Array(desk.shelf.albums()))
        }
        for _ in 0..<3 { _ = replica.apply(desk("A", "undo").event!.changes) }
        #expect(replica.albums.isEmpty)
        desk.shelf.checkInvariants()
    }
}
