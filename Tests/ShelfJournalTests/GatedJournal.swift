@testable import ShelfJournal

/// A gate that a test opens for one append at a time.
final class Gate: Sendable {
    private struct State {
        var waiting = 0
        var tickets = 0
        var appended: [Int] = []
    }

    private let state = Guarded(State())

    /// How many entries each append carried.
    var appended: [Int] { state.withLock { $0.appended } }

    func pass(_ count: Int) {
        state.change { $0.waiting += 1 }
        state.wait(until: { $0.tickets > 0 }) { state in
            state.tickets -= 1
            state.waiting -= 1
            state.appended.append(count)
        }
    }

    /// Lets one append through, once it is there.
    func letThrough() {
        state.wait(until: { $0.waiting > 0 }) { _ in }
        state.change { $0.tickets += 1 }
    }

    func waitForAppend() { state.wait(until: { $0.waiting > 0 && $0.tickets == 0 }) { _ in } }
}

/// A journal in memory, each append of which waits at a gate.
final class GatedJournal: Journal {
    private let inner: MemoryJournal
    private let gate: Gate

    init(_ gate: Gate, faults: Faults = Faults()) {
        self.gate = gate
        inner = MemoryJournal(faults: faults)
    }

    func append(_ entries: [Entry]) throws(JournalError) {
        gate.pass(entries.count)
        try inner.append(entries)
    }

    func heads() throws(JournalError) -> [String: Head] { try inner.heads() }
    func read(_ shelf: String, from number: Int, atMost bytes: Int) throws(JournalError) -> [Entry] {
        try inner.read(shelf, from: number, atMost: bytes)
    }
    func newestSnapshot(of shelf: String) throws(JournalError) -> Snapshot.Title? { try inner.newestSnapshot(of: shelf) }
    func part(_ index: Int, of title: Snapshot.Title) throws(JournalError) -> [UInt8] { try inner.part(index, of: title) }
    func store(_ part: Int, of snapshot: Snapshot) throws(JournalError) { try inner.store(part, of: snapshot) }
    func drop(_ shelf: String, before number: Int, atMost count: Int) throws(JournalError) -> Bool {
        try inner.drop(shelf, before: number, atMost: count)
    }
    func tidy() throws(JournalError) -> Bool { false }
    func hold() throws(JournalError) -> Int { try inner.hold() }
    func release() -> Bool { inner.release() }
    func reopen() throws(JournalError) { try inner.reopen() }
    func close() {}
}
