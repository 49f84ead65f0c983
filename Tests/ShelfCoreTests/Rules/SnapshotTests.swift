import ShelfCore
import Testing
import TestSupport

@Suite struct SnapshotTests {
    /// A shelf with a bit of everything.
    private func story(seed: UInt64, length: Int = 60) -> (shelf: Shelf, acts: [Act]) {
        var editors = RandomEditors(seed: seed)
        var (shelf, acts) = (Shelf(), editors.opening())
        for act in acts { _ = shelf.apply(act) }
        for _ in 0..<length {
            acts.append(editors.act(seq: shelf.seq))
            _ = shelf.apply(acts[acts.count - 1])
        }
        return (shelf, acts)
    }

    @Test("J5 Replaying the encoded acts gives the same state, byte for byte", arguments: 1...20)
    func replay(_ seed: UInt64) throws {
        let (shelf, acts) = story(seed: seed)
        var writer = ByteWriter()
        for act in acts { act.encode(into: &writer) }
        var (reader, replayed) = (ByteReader(writer.bytes), Shelf())
        while !reader.isAtEnd { _ = replayed.apply(try Act(from: &reader)) }
        #expect(replayed.encoded() == shelf.encoded())
    }

    @Test("J5 Every act is read back as it was written")
    func acts() throws {
        let (_, acts) = story(seed: 4, length: 300)
        var settings = Settings()
        settings.undoDepth = 7
        for act in acts + [.settings(settings), .seen("A", at: 5), .end("A"), .epoch("e2")] {
            var writer = ByteWriter()
            act.encode(into: &writer)
            var reader = ByteReader(writer.bytes)
            #expect(try Act(from: &reader) == act && reader.isAtEnd)
        }
    }

    @Test("J5 A snapshot that ends too early is refused, wherever it ends")
    func cut() {
        let bytes = story(seed: 7).shelf.encoded()
        for length in 0..<bytes.count { #expect(throws: CodingError.self) { try Shelf(decoding: Array(bytes[..<length])) } }
        #expect(throws: CodingError.self) { try Shelf(decoding: bytes + [0]) }
    }

    @Test("J5 A damaged snapshot is refused or is the snapshot of a sound shelf, and never traps", arguments: 1...8)
    func damaged(_ seed: UInt64) throws {
        let bytes = story(seed: seed).shelf.encoded()
        var random = RandomNumbers(seed: seed)
        for _ in 0..<400 {
            var damaged = bytes
            for _ in 0..<random.pick([1, 1, 1, 2, 5]) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                let flipped = damaged[index] ^ 1 << UInt8.random(in: 0..<8, using: &random)
                damaged[index] = random.pick([flipped, flipped, 0, 1, 127, 255])
            }
            guard var shelf = try? Shelf(decoding: damaged) else { continue }
            #expect(shelf.encoded() == damaged)
            shelf.checkInvariants()
            var editors = RandomEditors(seed: seed)
            for _ in 0..<10 { _ = shelf.apply(editors.act(seq: shelf.seq)) }
            shelf.checkInvariants()
        }
    }

    @Test("J5 Damaged acts are refused or sound", arguments: 1...4)
    func damagedActs(_ seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        for act in story(seed: seed).acts {
            var writer = ByteWriter()
            act.encode(into: &writer)
            for _ in 0..<20 {
                var damaged = writer.bytes
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                var (reader, shelf) = (ByteReader(damaged), Shelf())
                if let act = try? Act(from: &reader) { _ = shelf.apply(act) }
            }
        }
    }
}
