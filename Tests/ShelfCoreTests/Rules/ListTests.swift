import ShelfCore
import Testing
import TestSupport

@Suite struct ListTests {
    @Test("L1 An id is never used again, whether its album was deleted, undone or is gone")
    func ids() {
        var settings = Settings()
        settings.binAlbums = 0
        var desk = Desk("P", settings: settings)
        desk("A", "add n last")
        #expect(desk("B", "add n first").code == .idTaken)
        desk("A", "delete n")
        #expect(desk("B", "add n first").code == .idTaken)
        _ = desk.shelf.apply(.end("A"))
        #expect(desk("B", "add n first").code == .idTaken)
        #expect(desk("B", "edit n title=x").code == .gone)
    }

    @Test("L2 A field is what was written last, null takes it away, and the album keeps its own order")
    func fields() {
        var desk = Desk()
        desk("A", "add n last title=t zzz=1 artist=a")
        #expect(desk.shelf.albums().first { _ in true }?.fields.map(\.name) == ["title", "zzz", "artist"])
        desk("A", "edit n title=null genre=g")
        #expect(desk.shelf.albums().first { _ in true }?.fields.map(\.name) == ["zzz", "artist", "genre"])
        desk("A", "edit n title=u title=v")
        #expect(desk.list == "n(artist=a, genre=g, title=v, zzz=1)")
        desk("A", "add m last year=1992 title=null")
        #expect(desk.list == "n(artist=a, genre=g, title=v, zzz=1) m(year=1992)")
    }

    @Test("L4 Places are made behind, in front, first and last, also by deleted albums")
    func places() {
        var desk = Desk("P Q")
        desk("A", "delete Q")
        desk("A", "add a after Q + add b before Q + add c first + add d last")
        #expect(desk.list == "c P b a d")
        desk("B", "restore Q")
        #expect(desk.list == "c P b Q a d")
    }

    @Test("L4 First and last lie outside all empty places")
    func outside() {
        var desk = Desk("P Q")
        desk("A", "move P last")
        desk("B", "add n first")
        desk("A", "undo")
        #expect(desk.list == "n P Q")
    }

    @Test("L5 Later operations of a request see the effect of earlier ones")
    func effects() {
        var desk = Desk("P Q")
        desk("A", "move P last + add n after P + edit n title=t + delete Q + add m before Q")
        #expect(desk.list == "m P n(title=t)")
    }

    @Test("L5 A refusal names the operation and changes nothing")
    func refusal() {
        var desk = Desk("P")
        let before = desk.shelf.count
        let refusal = desk("A", "add n last + delete P + delete a9").refusal
        #expect(refusal?.message == "ops[2]: there is no album \"a9\" on this shelf")
        #expect(desk.shelf.count == before && desk.list == "P" && desk.shelf.seq == 1)
        #expect(desk("A", "add n last").event != nil)
        #expect(desk("A", .do([])).code == .badRequest)
    }

    @Test("L6 The longest deleted album that no step names is gone when the bin is full")
    func gone() {
        var settings = Settings()
        settings.binAlbums = 2
        var desk = Desk("a b c d", settings: settings)
        desk("A", "delete b")
        desk("A", "delete a")
        desk("A", "delete c")
        desk("A", "delete d")
        #expect(desk.shelf.bin(count: 9).albums.map(\.album.id) == ["d", "c", "a", "b"], "steps of A still name all of them")
        desk("B", "edit b title=t")
        _ = desk.shelf.apply(.end("A"))
        #expect(desk.shelf.bin(count: 9).albums.map(\.album.id) == ["d", "c", "b"], "B names b, so a is gone")
        #expect(desk("C", "restore a").code == .gone)
        #expect(desk("C", "add n after a").code == .gone)
        #expect(desk("C", "move b before a").code == .gone)
        desk.shelf.checkInvariants()
        #expect(desk("C", "restore b").event != nil)
        #expect(desk.list == "b(title=t)")
    }
}
