/// What runs on the journal's thread: append what was handed over, then one portion of a job, and again.
final class Worker {
    let journal: any Journal
    let exchange: Guarded<Exchange>
    private let wake: @Sendable () -> Void

    var jobs: [RunningJob] = []
    /// Whether `tidy` may have something to do.
    var mayTidy = true
    var troubles = Troubles()
    /// When what was appended is to be forced to disk, if anything is.
    var syncTime: ContinuousClock.Instant?

    struct Troubles {
        static let pauses = 100...1000

        var current: Trouble?
        /// Milliseconds until the next try.
        var pause = pauses.lowerBound
        var isLastTry = false
        var hasGivenUp = false
    }

    init(_ journal: sending any Journal, _ exchange: Guarded<Exchange>, _ wake: @escaping @Sendable () -> Void) {
        self.journal = journal
        self.exchange = exchange
        self.wake = wake
    }

    func run() {
        while !troubles.hasGivenUp, let entries = nextEntries() {
            if !entries.isEmpty { commit(entries) }
            syncInTime()
            answerHold()
            if !troubles.hasGivenUp { work() }
        }
        journal.close()
        report(.stopped)
    }

    /// Waits for something to do; nil when everything is done and the thread is to end.
    private func nextEntries() -> [Entry]? {
        let isBusy = !jobs.isEmpty || mayTidy
        let (entries, new, isStopping) = exchange.wait(milliseconds: millisecondsToSync(), until: { isBusy || $0.hasWork }) { exchange in
            (exchange.takeEntries(), exchange.takeJobs(), exchange.isStopping)
        }
        jobs += new.map(RunningJob.init)
        if isStopping { jobs.removeAll(where: \.isVerification) }
        return isStopping && entries.isEmpty && jobs.isEmpty ? nil : entries
    }

    /// Between two appends, so that the log ends with a whole commit; a copy holds only what is on disk.
    private func answerHold() {
        switch exchange.withLock({ $0.hold }) {
        case .wanted:
            sync()
            do throws(JournalError) {
                let bytes = try journal.hold()
                exchange.change { if $0.hold == .wanted { $0.hold = .held(bytes: bytes) } }
            } catch {
                exchange.change { if $0.hold == .wanted { $0.hold = .refused(error) } }
            }
        case .over:
            let whole = journal.release()
            mayTidy = true
            exchange.change { $0.hold = .released(whole: whole) }
        default: break
        }
    }

    func report(_ report: Report) {
        let wasEmpty = exchange.withLock { exchange in
            defer { exchange.reports.append(report) }
            return exchange.reports.isEmpty
        }
        if wasEmpty { wake() }
    }
}

// Appending.
extension Worker {
    private func commit(_ entries: [Entry]) {
        var open = entries
        while !open.isEmpty {
            do throws(JournalError) {
                try journal.append(open)
                endTrouble()
                report(.durable(open))
                open = []
            } catch .conflict(let shelf, _, let found) {
                let refused = open.filter { $0.shelf == shelf }
                open.removeAll { $0.shelf == shelf }
                report(.conflict(shelf: shelf, found: found, entries: refused))
            } catch {
                guard recover(from: error, open: open) else { return }
                open = settle(open)
            }
        }
        endTrouble()
        mayTidy = true
    }

    /// After the journal was opened again: what it holds counts (J4). Returns the rest.
    private func settle(_ open: [Entry]) -> [Entry] {
        var durable: [Entry] = []
        var rest: [Entry] = []
        for entry in open {
            if holds(entry) { durable.append(entry) } else { rest.append(entry) }
        }
        if !durable.isEmpty { report(.durable(durable)) }
        return rest
    }

    // An entry that can not be read back is tried again: it fails again, and says why.
    private func holds(_ entry: Entry) -> Bool {
        (try? journal.read(entry.shelf, from: entry.number, atMost: 1))?.first == entry
    }
}
