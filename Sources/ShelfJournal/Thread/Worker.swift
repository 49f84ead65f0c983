/// What runs on the journal's thread: append what was handed over, then one portion of a job, and again.
final class Worker {
    private let journal: any Journal
    private let exchange: Guarded<Exchange>
    private let wake: @Sendable () -> Void

    private var jobs: [RunningJob] = []
    private var mayTidy = true
    private var trouble: Trouble?
    /// Milliseconds until the next try under trouble.
    private var pause = Worker.pauses.lowerBound
    private var isLastTry = false
    private var hasGivenUp = false

    private static let pauses = 100...1000

    init(_ journal: sending any Journal, _ exchange: Guarded<Exchange>, _ wake: @escaping @Sendable () -> Void) {
        self.journal = journal
        self.exchange = exchange
        self.wake = wake
    }

    func run() {
        while !hasGivenUp, let entries = nextEntries() {
            if !entries.isEmpty { commit(entries) }
            if !hasGivenUp { work() }
        }
        journal.close()
        report(.stopped)
    }

    /// Waits for something to do; nil when everything is done and the thread is to end.
    private func nextEntries() -> [Entry]? {
        let isBusy = !jobs.isEmpty || mayTidy
        let (entries, new, isStopping) = exchange.wait(until: { isBusy || $0.hasWork }) { exchange in
            (exchange.takeEntries(), exchange.takeJobs(), exchange.isStopping)
        }
        jobs += new.map(RunningJob.init)
        return isStopping && entries.isEmpty && jobs.isEmpty ? nil : entries
    }

    private func report(_ report: Report) {
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

// Trouble (J4).
extension Worker {
    /// Pauses and opens the journal again until that succeeds; false when the thread is to stop before it did.
    private func recover(from error: JournalError, open: [Entry]) -> Bool {
        tell(error)
        repeat {
            rest(without: Set(open.map(\.shelf)))
            guard !isLastTry else {
                hasGivenUp = true
                return false
            }
            isLastTry = exchange.withLock { $0.isStopping }
        } while !reopen()
        return true
    }

    private func reopen() -> Bool {
        for index in jobs.indices { jobs[index].startAgain() }
        do throws(JournalError) {
            try journal.reopen()
            return true
        } catch {
            tell(error)
            return false
        }
    }

    private func tell(_ error: JournalError) {
        let now = Trouble(error)
        guard now.reason != trouble?.reason else { return }
        trouble = now
        report(.trouble(now))
    }

    private func endTrouble() {
        guard trouble != nil else { return }
        trouble = nil
        pause = Self.pauses.lowerBound
        report(.troubleOver)
    }

    /// Lets time pass, and loads shelves of which it is known what is durable.
    private func rest(without unknown: Set<String>) {
        let end = ContinuousClock.now + .milliseconds(pause)
        pause = min(pause * 2, Self.pauses.upperBound)
        while !isLastTry {
            let left = Int((end - .now) / .milliseconds(1))
            guard left > 0, !exchange.withLock({ $0.isStopping }) else { return }
            if let index = jobs.firstIndex(where: { $0.shelfRead.map { !unknown.contains($0) } ?? false }) {
                step(index)
            } else {
                jobs += exchange.wait(milliseconds: left, until: { !$0.jobs.isEmpty || $0.isStopping }) { $0.takeJobs() }
                    .map(RunningJob.init)
            }
        }
    }
}

// Jobs.
extension Worker {
    private func work() {
        if !jobs.isEmpty {
            if let error = step(0) { mend(error) }
        } else if mayTidy {
            tidy()
        }
    }

    /// Does one portion of a job; the error that it was given up for, if writing may have failed.
    @discardableResult
    private func step(_ index: Int) -> JournalError? {
        do throws(JournalError) {
            guard let done = try jobs[index].step(journal) else { return nil }
            jobs.remove(at: index)
            mayTidy = true
            report(done)
            return nil
        } catch {
            let job = jobs.remove(at: index)
            report(.failed(job.job, error))
            return job.shelfRead == nil ? error : nil
        }
    }

    private func tidy() {
        do throws(JournalError) {
            mayTidy = try journal.tidy()
        } catch {
            mend(error)
        }
    }

    /// Opens the journal again after writing failed outside of an append, at once if it can.
    private func mend(_ error: JournalError) {
        if case .refused = error { return }
        guard reopen() || recover(from: error, open: []) else { return }
        endTrouble()
    }
}
