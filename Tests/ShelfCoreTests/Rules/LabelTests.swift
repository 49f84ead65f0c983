import ShelfCore
import Testing
import TestSupport

@Suite struct LabelTests {
    private func label(_ text: String, after: String? = nil, on albums: String = "a b c") -> Label? {
        var desk = Desk(albums)
        if let after { desk("Z", after) }
        return desk("A", text).event?.label
    }

    @Test("U11 The kind of the operations, how many albums, the first of them, the one field", arguments: [
        ("edit b year=1", Label(kind: .edit, count: 1, id: "b", title: nil, field: "year")),
        ("edit b year=1 + edit a year=2", Label(kind: .edit, count: 2, id: "b", title: nil, field: "year")),
        ("edit b year=1 note=x", Label(kind: .edit, count: 1, id: "b", title: nil, field: nil)),
        ("move c first", Label(kind: .move, count: 1, id: "c", title: nil, field: nil)),
        ("delete a + delete b", Label(kind: .delete, count: 2, id: "a", title: nil, field: nil)),
        ("delete a + edit b year=1", Label(kind: .mixed, count: 2, id: "a", title: nil, field: nil)),
        ("add n last title=N", Label(kind: .insert, count: 1, id: "n", title: "N", field: nil)),
        ("add n last title=N + move n first + edit n title=M", Label(kind: .insert, count: 1, id: "n", title: "M", field: nil)),
        ("restore a + edit b year=1", Label(kind: .edit, count: 1, id: "b", title: nil, field: "year")),
    ])
    func kinds(_ text: String, _ expected: Label) { #expect(label(text) == expected) }

    @Test("U11 The title is the one before the step")
    func titleBefore() {
        #expect(label("edit b title=new", after: "edit b title=old")?.title == "old")
        #expect(label("restore b", after: "delete b")?.kind == .restore)
    }

    @Test("U11 A title has at most 80 Unicode scalars")
    func longTitle() {
        let title = String(repeating: "e\u{323}", count: 60)
        let cut = label("add n last title=\(title)")?.title
        #expect(cut.map { Array($0.unicodeScalars) } == Array(title.unicodeScalars.prefix(80)))
    }

    @Test("U11 A label is fixed when the step is accepted")
    func fixed() {
        var desk = Desk("a b")
        let label = desk("A", "edit a title=x + edit b title=y").event?.label
        desk("B", "edit a title=z")
        #expect(desk.shelf.targets(of: "A").undo?.label == label)
        #expect(desk("A", "undo").event?.label == label)
    }
}
