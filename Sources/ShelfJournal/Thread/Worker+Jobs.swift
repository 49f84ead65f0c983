// Jobs.
extension Worker {
    func work() {
        if let index = jobs.firstIndex(where: { !$0.isVerification }) {
            if let error = step(index) { mend(error) }
        } else if mayTidy {
            tidy()
        } else if !jobs.isEmpty {
            step(0)
        }
    }

    /// Does one portion of a job; the error that it was given up for, if writing may have failed.
    @discardableResult
    func step(_ index: Int) -> JournalError? {
        do throws(JournalError) {
            guard let done = try jobs[index].step(journal) else { return nil }
            jobs.remove(at: index)
            mayTidy = true
            report(done)
            return nil
        } catch {
            let job = jobs.remove(at: index)
            report(.failed(job.job, error))
            return job.mayWrite ? error : nil
        }
    }

    private func tidy() {
        // What fails is not tried again before the next commit.
        mayTidy = false
        do throws(JournalError) {
            mayTidy = try journal.tidy()
        } catch {
            mend(error)
        }
    }

    /// Opens the journal again after writing failed outside of an append, at once if it can.
    func mend(_ error: JournalError) {
        if case .refused = error { return }
        guard reopen() || recover(from: error, open: []) else { return }
        endTrouble()
    }
}
