@testable import ShelfJournal

/// Stands for the server's loop: hands over, is woken, collects.
final class TestLoop {
    private let woken: Guarded<Int>
    let thread: JournalThread
    private(set) var reports: [Report] = []

    init(_ journal: sending any Journal) {
        let woken = Guarded(0)
        self.woken = woken
        thread = JournalThread(journal) { woken.change { $0 += 1 } }
    }

    /// Collects until `isDone` holds for what was reported so far.
    @discardableResult
    func collect(until isDone: ([Report]) -> Bool) -> [Report] {
        while !isDone(reports) {
            woken.wait(until: { $0 > 0 }) { $0 = 0 }
            reports += thread.take()
        }
        return reports
    }

    @discardableResult
    func collect(until report: Report) -> [Report] { collect { $0.contains(report) } }

    /// Waits until so many entries are durable.
    @discardableResult
    func collect(durable count: Int) -> [Report] { collect { _ in durable.count >= count } }

    var durable: [Entry] {
        reports.flatMap { report -> [Entry] in
            if case .durable(let entries) = report { entries } else { [] }
        }
    }

    /// Everything but `durable` and `stopped`.
    var others: [Report] {
        reports.filter { report in
            switch report {
            case .durable, .stopped: false
            default: true
            }
        }
    }

    func stop() {
        thread.stop()
        collect(until: .stopped)
        thread.join()
    }
}
