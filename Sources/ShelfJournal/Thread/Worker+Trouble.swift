// Trouble (J4).
extension Worker {
    /// Pauses and opens the journal again until that succeeds; false when the thread is to stop before it did.
    func recover(from error: JournalError, open: [Entry]) -> Bool {
        tell(error)
        repeat {
            rest(without: Set(open.map(\.shelf)))
            guard !troubles.isLastTry else {
                troubles.hasGivenUp = true
                return false
            }
            troubles.isLastTry = exchange.withLock { $0.isStopping }
        } while !reopen()
        return true
    }

    func reopen() -> Bool {
        for index in jobs.indices { jobs[index].startAgain() }
        do throws(JournalError) {
            try journal.reopen()
            return true
        } catch .lost(let sentence) {
            report(.lost(sentence))
            return false
        } catch {
            tell(error)
            return false
        }
    }

    private func tell(_ error: JournalError) {
        let now = Trouble(error)
        guard now.reason != troubles.current?.reason else { return }
        troubles.current = now
        report(.trouble(now))
    }

    func endTrouble() {
        guard troubles.current != nil else { return }
        troubles.current = nil
        troubles.pause = Troubles.pauses.lowerBound
        report(.troubleOver)
    }

    /// Lets time pass, and loads shelves of which it is known what is durable.
    private func rest(without unknown: Set<String>) {
        let end = ContinuousClock.now + .milliseconds(troubles.pause)
        troubles.pause = min(troubles.pause * 2, Troubles.pauses.upperBound)
        while !troubles.isLastTry {
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
