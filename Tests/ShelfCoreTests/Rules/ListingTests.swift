import ShelfCore
import Testing
import TestSupport

@Suite struct ListingTests {
    @Test("W12 The history lists the newest events and what the asking client can do with them")
    func history() {
        var desk = Desk("P X")
        desk("A", "edit P title=a", name: "Ann")
        desk("B", "edit X title=b")
        desk("A", "undo")
        let page = desk.shelf.history(count: 3, for: "A")
        #expect(page.more)
        #expect(page.lines.map(\.event.seq) == [4, 3, 2])
        #expect(page.lines.map(\.can) == [nil, nil, .redo])
        #expect(page.lines[0].event.of == 2 && page.lines[2].event.name == "Ann")
        #expect(desk.shelf.history(before: 3, count: 50, for: "B").lines.map(\.event.seq) == [2, 1])
        #expect(!desk.shelf.history(before: 3, count: 50, for: "B").more)
        #expect(desk.shelf.history(count: 50, for: "B").lines.map(\.can) == [nil, .undo, nil, nil])
        #expect(desk.shelf.history(count: 50, for: "Z", isAdmin: true).lines.map(\.can) == [nil, .undo, .redo, nil])
        #expect(desk.shelf.history(before: 1, count: 50, for: "B").lines.isEmpty)
    }

    @Test("W12 A shelf remembers its newest 1,000 events")
    func length() throws {
        var desk = Desk("P")
        for number in 1...2_500 { desk("A", "edit P year=\(number)") }
        let lines = desk.shelf.history(count: .max, for: "A").lines
        #expect(lines.count == 1_000 && lines.first?.event.seq == 2_501 && lines.last?.event.seq == 1_502)
        #expect(lines.map(\.can).prefix(2) == [.undo, nil], "each edit but the newest is covered")
        let loaded = try Shelf(decoding: desk.shelf.encoded())
        #expect(loaded.history(count: .max, for: "A") == desk.shelf.history(count: .max, for: "A"))
    }

    @Test("W13 The bin lists the latest deleted first, page by page")
    func bin() {
        var desk = Desk("a b c d")
        desk("A", "delete b", name: "Ann")
        let time = desk.time
        desk("B", "delete d + delete a")
        desk("C", "edit b title=t")
        let first = desk.shelf.bin(count: 2)
        #expect(first.total == 3 && first.albums.map(\.album.id) == ["a", "d"])
        let second = desk.shelf.bin(before: first.before, count: 2)
        #expect(second.albums == [
            DeletedAlbum(album: Album(id: "b", fields: [Field(name: "title", value: .text("t"))]), by: "A", name: "Ann", at: time)
        ])
        #expect(second.before == nil && second.total == 3)
        desk("C", "restore d")
        #expect(desk.shelf.bin(count: 9).albums.map(\.album.id) == ["a", "b"])
    }

    @Test("W13 An insertion that was undone lies in the bin, by whoever undid it")
    func undone() {
        var desk = Desk("P")
        desk("A", "add n last")
        desk("Z", "undo step 2", isAdmin: true)
        #expect(desk.shelf.bin(count: 9).albums.map(\.by) == ["Z"])
        #expect(desk("B", "restore n").event != nil)
        #expect(desk.shelf.bin(count: 9).total == 0)
    }

    @Test("W2 The list can be read from any index on")
    func list() {
        let desk = Desk("a b c")
        #expect(desk.shelf.albums(from: 1).map(\.id) == ["b", "c"])
        #expect(desk.shelf.albums(from: 3).map(\.id) == [])
        #expect(Shelf().albums().map(\.id) == [])
    }
}
