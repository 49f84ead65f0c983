import Glibc
@testable import ShelfJournal
import TestSupport
import Testing

/// After the start everything that counts is read once, while serving (J5).
@Suite(.serialized)
struct VerifyingTests {
    private static let main = chain("main", count: 120, bodySize: 150)
    private static let other = chain("other", count: 120, bodySize: 700)
    private static let snapshot = Snapshot(shelf: "main", after: main[59].head, body: [UInt8](repeating: 77, count: Snapshot.partSize + 5000))
    private static let isLong = getenv("BACKSPIN_TORTURE") != nil

    private static let pristine = {
        let folder = try! TemporaryFolder()
        let journal = try! SQLiteJournal(folder: folder.path)
        try! journal.append(main + other)
        try! journal.store(snapshot)
        journal.close()
        return contents(of: folder.file)
    }()

    /// Where in the file lies what loading the shelves reads: bodies and hashes of entries that the snapshot does not stand for, and the snapshot.
    private static let live: [Int] = {
        let texts = (main[60...] + other).flatMap { [$0.body, $0.hash.bytes] } + [[UInt8](repeating: 77, count: 4000)]
        return texts.flatMap { text in positions(of: text, in: pristine).flatMap { $0..<$0 + text.count } }
    }()

    @Test("J5 A flipped bit in anything that counts is found after the start, without anybody asking for the shelf", arguments: 0..<(isLong ? 10_000 : 150))
    func findsFlips(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let bit = Self.live.randomElement(using: &random)! * 8 + Int.random(in: 0..<8, using: &random)
        let damaged = try TemporaryFolder()
        var bytes = Self.pristine
        bytes[bit / 8] ^= 1 << (bit % 8)
        write(bytes, to: damaged.file)
        guard let journal = try? SQLiteJournal(folder: damaged.path) else { return }
        let found = verify(journal).contains { if case .failed(.verify, .damaged) = $0 { true } else { false } }
        #expect(found, "seed \(seed), bit \(bit)")
        #expect(contents(of: damaged.file) == bytes, "seed \(seed), bit \(bit): made worse")
    }

    private func verify(_ journal: sending SQLiteJournal) -> [Report] {
        let loop = TestLoop(journal)
        for shelf in ["main", "other"] { loop.thread.perform(.verify(shelf: shelf)) }
        loop.collect { $0.count == 2 }
        loop.stop()
        return loop.others
    }

    @Test("J5 What is as it was written is found to be so")
    func findsNothing() throws {
        #expect(Self.live.count > 300_000, "the file is searched for what counts")
        let folder = try TemporaryFolder()
        write(Self.pristine, to: folder.file)
        #expect(verify(try SQLiteJournal(folder: folder.path)) == [.verified(shelf: "main"), .verified(shelf: "other")])
    }

    @Test("J5 J6 Nobody waits for a verification: commits and loads go first")
    func goesLast() {
        let gate = Gate()
        let loop = TestLoop(GatedJournal(gate))
        let entries = chain("main", count: 2)
        loop.thread.append([entries[0]])
        gate.waitForAppend()
        loop.thread.perform(.verify(shelf: "main"))
        loop.thread.perform(.load(shelf: "main"))
        loop.thread.append([entries[1]])
        gate.letThrough()
        gate.letThrough()
        loop.collect(until: .verified(shelf: "main"))
        #expect(loop.reports == [.durable([entries[0]]), .durable([entries[1]]), .loaded(shelf: "main", snapshot: nil, entries: entries), .verified(shelf: "main")])
        loop.stop()
    }

    @Test("B3 The end does not wait for a verification")
    func isGivenUp() {
        let gate = Gate()
        let loop = TestLoop(GatedJournal(gate))
        loop.thread.append(chain("main", count: 1))
        gate.waitForAppend()
        loop.thread.perform(.verify(shelf: "main"))
        loop.thread.stop()
        gate.letThrough()
        loop.stop()
        #expect(loop.others == [])
    }
}
