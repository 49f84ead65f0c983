import Glibc
import ShelfJournal
import TestSupport
import Testing

/// The journal's thread: group commit, jobs in portions, trouble, a clean stop.
@Suite(.serialized)
struct JournalThreadTests {
    private let full = JournalError.diskFull("full")
    private let broken = JournalError.io("broken")

    @Test("J3 One append carries all that was handed over while the one before it ran")
    func commitsGroups() {
        let gate = Gate()
        let loop = TestLoop(GatedJournal(gate))
        let entries = chain("main", count: 10)
        loop.thread.append([entries[0]])
        gate.waitForAppend()
        for entry in entries[1..<7] { loop.thread.append([entry]) }
        gate.letThrough()
        gate.waitForAppend()
        for entry in entries[7...] { loop.thread.append([entry]) }
        gate.letThrough()
        gate.letThrough()
        loop.stop()
        #expect(gate.appended == [1, 6, 3])
        #expect(loop.reports == [.durable([entries[0]]), .durable(Array(entries[1..<7])), .durable(Array(entries[7...])), .stopped])
    }

    @Test("B3 Stopping finishes all that was handed over")
    func drains() throws {
        let folder = try TemporaryFolder()
        let loop = TestLoop(try SQLiteJournal(folder: folder.path))
        let entries = chain("main", count: 500)
        for entry in entries { loop.thread.append([entry]) }
        loop.thread.perform(.load(shelf: "main"))
        loop.stop()
        #expect(loop.durable == entries)
        #expect(loop.reports.contains(.loaded(shelf: "main", snapshot: nil, entries: entries)))
        #expect(loop.reports.last == .stopped)
        let again = try SQLiteJournal(folder: folder.path)
        #expect(again.wasClosedCleanly)
        #expect(try again.all("main") == entries)
    }

    @Test("J5 A load gives the snapshot and exactly the entries that were reported before it")
    func loads() throws {
        let folder = try TemporaryFolder()
        let loop = TestLoop(try SQLiteJournal(folder: folder.path))
        let entries = chain("main", count: 3000, bodySize: 400)
        loop.thread.append(Array(entries[..<1000]))
        loop.collect(durable: 1000)
        let snapshot = Snapshot(shelf: "main", after: entries[499].head, body: Array(repeating: 7, count: Snapshot.partSize * 2 + 1))
        loop.thread.perform(.store(snapshot))
        loop.thread.perform(.compact(shelf: "main", before: 400))
        loop.thread.perform(.load(shelf: "main"))
        for start in stride(from: 1000, to: 3000, by: 50) { loop.thread.append(Array(entries[start..<start + 50])) }
        loop.stop()
        var known = 0
        for report in loop.reports {
            if case .durable(let some) = report { known += some.count }
            if case .loaded = report { #expect(report == .loaded(shelf: "main", snapshot: snapshot, entries: Array(entries[500..<known]))) }
        }
        #expect(known == 3000)
        #expect(loop.others.count == 3)
        #expect(loop.others[0...1] == [.stored(snapshot.title), .compacted(shelf: "main", before: 400)])
        let again = try SQLiteJournal(folder: folder.path)
        #expect(throws: JournalError.self) { try again.read("main", from: 399, atMost: 1) }
        #expect(try again.all("main", from: 400) == Array(entries[399...]))
    }

    @Test("J5 A shelf that is not there is loaded as nothing")
    func loadsNothing() {
        let loop = TestLoop(MemoryJournal())
        loop.thread.perform(.load(shelf: "none"))
        loop.stop()
        #expect(loop.others == [.loaded(shelf: "none", snapshot: nil, entries: [])])
    }

    @Test("J6 Commits go on between the portions of a job")
    func commitsBetweenPortions() {
        let gate = Gate()
        let loop = TestLoop(GatedJournal(gate))
        let entries = chain("main", count: 4)
        loop.thread.append([entries[0]])
        gate.letThrough()
        loop.collect(durable: 1)
        // Held at the gate, the thread finds both the next entry and the job when it goes on.
        loop.thread.append([entries[1]])
        gate.waitForAppend()
        let snapshot = Snapshot(shelf: "main", after: entries[0].head, body: Array(repeating: 1, count: Snapshot.partSize * 8))
        loop.thread.perform(.store(snapshot))
        loop.thread.append([entries[2]])
        gate.letThrough()
        gate.waitForAppend()
        loop.thread.append([entries[3]])
        gate.letThrough()
        gate.letThrough()
        loop.stop()
        #expect(loop.reports.firstIndex(of: .durable([entries[3]]))! < loop.reports.firstIndex(of: .stored(snapshot.title))!)
    }

    @Test("J1 A conflict is told for its shelf alone; the other entries are appended")
    func tellsConflicts() throws {
        let journal = MemoryJournal()
        let theirs = chain("a", ["theirs"])
        try journal.append(theirs)
        let loop = TestLoop(journal)
        let (a, b) = (chain("a", ["1", "2"]), chain("b", ["1", "2"]))
        loop.thread.append([b[0], a[0], b[1], a[1]])
        loop.stop()
        #expect(loop.reports == [.conflict(shelf: "a", found: theirs[0].head, entries: a), .durable(b), .stopped])
    }
}

/// Failed commits (J4).
@Suite(.serialized)
struct TroubleTests {
    private let full = JournalError.diskFull("full")
    private let broken = JournalError.io("broken")
    private let faults = Faults()
    private let entries = chain("main", count: 4)

    private func start() -> TestLoop { TestLoop(MemoryJournal(faults: faults)) }

    private func trouble(_ report: Report) -> Trouble.Reason? {
        if case .trouble(let trouble) = report { trouble.reason } else { nil }
    }

    @Test("J4 A commit that failed before it took effect is tried again, with all that came meanwhile", arguments: [1, 3])
    func triesAgain(failures: Int) {
        faults.planAppends(Array(repeating: Faults.Fault(full), count: failures))
        let loop = start()
        loop.thread.append(Array(entries[..<2]))
        loop.collect { !$0.isEmpty }
        loop.thread.append(Array(entries[2...]))
        loop.collect(durable: 4)
        loop.stop()
        #expect(loop.reports.map(trouble) == [.diskFull, nil, nil, nil, nil])
        #expect(loop.reports[1...] == [.troubleOver, .durable(Array(entries[..<2])), .durable(Array(entries[2...])), .stopped])
    }

    @Test("J4 A commit that failed after it took effect counts, and is not made twice")
    func countsWhatIsThere() {
        faults.planAppends([Faults.Fault(broken, takesEffect: true)])
        let loop = start()
        loop.thread.append(Array(entries[..<2]))
        loop.collect { $0.contains(.troubleOver) }
        loop.thread.append(Array(entries[2...]))
        loop.thread.perform(.load(shelf: "main"))
        loop.stop()
        #expect(trouble(loop.reports[0]) == .ioError)
        #expect(loop.durable == entries)
        #expect(loop.others.last == .loaded(shelf: "main", snapshot: nil, entries: entries))
    }

    @Test("J4 Trouble lasts while the journal can not be opened, and a new reason is told")
    func tellsReasons() {
        faults.planAppends([Faults.Fault(full)])
        faults.planReopens([Faults.Fault(full), Faults.Fault(broken)])
        let loop = start()
        loop.thread.append(entries)
        loop.collect(durable: 4)
        loop.stop()
        #expect(loop.reports.map(trouble) == [.diskFull, .ioError, nil, nil, nil])
        #expect(loop.reports.suffix(3) == [.troubleOver, .durable(entries), .stopped])
    }

    @Test("J4 Reading goes on under trouble, but not for a shelf of which nobody knows what is durable")
    func readsOn() throws {
        let journal = MemoryJournal(faults: faults)
        let others = chain("other", count: 2)
        try journal.append(others)
        faults.planAppends([Faults.Fault(full, takesEffect: true)])
        faults.planReopens([Faults.Fault(full), Faults.Fault(full)])
        let loop = TestLoop(journal)
        loop.thread.append(entries)
        loop.collect { !$0.isEmpty }
        loop.thread.perform(.load(shelf: "main"))
        loop.thread.perform(.load(shelf: "other"))
        loop.collect(durable: 4)
        loop.stop()
        let (other, main) = (Report.loaded(shelf: "other", snapshot: nil, entries: others), Report.loaded(shelf: "main", snapshot: nil, entries: entries))
        #expect(loop.reports.filter { trouble($0) == nil } == [other, .durable(entries), .troubleOver, main, .stopped])
    }

    @Test("J4 A conflict after trouble is told")
    func tellsConflictAfterTrouble() {
        faults.planAppends([Faults.Fault(full)])
        let loop = start()
        loop.thread.append([entries[0], entries[2]])
        loop.collect { $0.contains { if case .conflict = $0 { true } else { false } } }
        loop.stop()
        #expect(loop.durable == [])
    }

    @Test("J4 A snapshot that can not be stored is given up, and appending goes on")
    func givesUpJobs() {
        faults.planStores([nil, Faults.Fault(full)])
        let loop = start()
        loop.thread.append(Array(entries[..<2]))
        loop.collect(durable: 2)
        let job = Job.store(Snapshot(shelf: "main", after: entries[1].head, body: Array(repeating: 1, count: Snapshot.partSize * 2)))
        loop.thread.perform(job)
        loop.collect { $0.contains(.failed(job, full)) }
        loop.thread.append(Array(entries[2...]))
        loop.thread.perform(job)
        loop.stop()
        #expect(loop.durable == entries)
        #expect(loop.others.count == 2)
        guard case .stored = loop.others.last else { Issue.record("not stored"); return }
    }

    @Test("B3 Stopping under trouble tries once more and ends")
    func stops() {
        faults.planAppends(Array(repeating: Faults.Fault(full), count: 1000))
        let loop = start()
        loop.thread.append(entries)
        loop.collect { !$0.isEmpty }
        loop.stop()
        #expect(loop.durable == [])
        #expect(loop.reports.last == .stopped)
    }
}
