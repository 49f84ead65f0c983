import ShelfCore
import Testing
import TestSupport

@Suite struct SizeTests {
    private func desk(_ change: (inout Settings) -> Void) -> Desk {
        var settings = Settings()
        change(&settings)
        return Desk("P X", settings: settings)
    }

    /// What is at the limit is done, what is beyond it is refused and leaves no trace.
    private func expect(_ code: RefusalCode, _ beyond: String, _ atLimit: String, _ desk: Desk, _ message: String) {
        var desk = desk
        let before = desk.shelf.encoded().count
        let refusal = desk("A", beyond).refusal
        #expect(refusal == Refusal(code, message))
        desk.shelf.checkInvariants()
        #expect(desk.list == "P X" && desk.shelf.encoded().count < before + 200)
        #expect(desk("A", atLimit).event != nil)
    }

    @Test("X Operations of a request")
    func operations() {
        expect(
            .tooLarge, "delete P + delete X + add n last", "delete P + delete X", desk { $0.operationsPerRequest = 2 },
            "ops: there are more than 2 operations")
    }

    @Test("X Fields of an album, as it would show")
    func fields() {
        expect(
            .tooLarge, "edit P a=1 b=2 c=3", "edit P a=1 b=2 + edit P b=null c=3", desk { $0.fieldsPerAlbum = 2 },
            "the album \"P\" would have more than 2 fields")
        expect(
            .tooLarge, "add n last a=1 b=2 + edit n c=3", "add n last a=1 b=2", desk { $0.fieldsPerAlbum = 2 },
            "the album \"n\" would have more than 2 fields")
    }

    @Test("X The size of an album, as it would show")
    func bytes() {
        expect(
            .tooLarge, "edit P note=123456 + edit P year=1", "edit P note=12345 year=1", desk { $0.albumBytes = 21 },
            "the album \"P\" would be larger than 21 bytes")
        expect(
            .tooLarge, "add n last title=123456", "add n last title=12345", desk { $0.albumBytes = 10 },
            "the album \"n\" would be larger than 10 bytes")
    }

    @Test("X Albums on a shelf, and ids ever used")
    func full() {
        expect(
            .full, "add n last + add m last", "add n last + add m last + delete P", desk { $0.albums = 3 },
            "ops: the shelf cannot hold more than 3 albums")
        expect(.full, "add n last + add m last", "add n last", desk { $0.idsEverUsed = 3 }, "ops: the shelf cannot take more than 3 ids")
    }

    @Test("X The event of a request, and that of its undo")
    func event() {
        expect(
            .tooLarge, "edit P note=12345", "edit P note=1234", desk { $0.eventBytes = 68 },
            "ops: its event could be larger than 68 bytes")
        var desk = desk { $0.eventBytes = 100 }
        #expect(desk("A", "edit P note=123456789012345678901234567890").event != nil)
        #expect(desk("A", "edit P note=1234567").code == .tooLarge, "its undo would bring back the long one")
        #expect(desk("A", "delete P").event != nil)
    }

    @Test("X What is too large already may shrink")
    func shrink() {
        var desk = desk { _ in }
        desk("A", "edit P note=123456789")
        var settings = Settings()
        settings.albumBytes = 5
        _ = desk.shelf.apply(.settings(settings))
        #expect(desk("A", "edit P note=12345678").event != nil)
        #expect(desk("A", "edit P note=123456789").code == .tooLarge)
        #expect(desk("A", "move P last").event != nil)
    }
}
