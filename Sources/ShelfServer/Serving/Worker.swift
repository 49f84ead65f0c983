import Glibc
import ShelfJournal

/// A thread for long work, so that the loop is never held up. Answers come back in the order of the jobs.
final class Worker {
    private struct Exchange: Sendable {
        var jobs: [@Sendable () -> any Sendable] = []
        var answers: [any Sendable] = []
        var isStopped = false
    }

    private let exchange = Guarded(Exchange())
    /// What to do with each answer; stays on the loop.
    private var waiting: [((any Sendable) -> Void)?] = []
    private var nextWaiting = 0

    /// `wake` is called by the worker's thread when there is something to `collect`.
    init(wake: @escaping @Sendable () -> Void) {
        let jobs = Jobs(exchange: exchange, wake: wake)
        pthread_detach(startThread { jobs.run() })
    }

    func run<Answer: Sendable>(_ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
        waiting.append { then($0 as! Answer) }
        exchange.change { $0.jobs.append(job) }
    }

    /// Hands out the answers that have arrived.
    func collect() {
        let answers = exchange.withLock { state in
            defer { state.answers.removeAll() }
            return state.answers
        }
        for answer in answers { takeWaiting()?(answer) }
    }

    func stop() { exchange.change { $0.isStopped = true } }

    /// What was waited for is let go of, with all that it holds.
    private func takeWaiting() -> ((any Sendable) -> Void)? {
        defer { nextWaiting += 1 }
        if nextWaiting > 64 {
            waiting.removeFirst(nextWaiting)
            nextWaiting = 0
        }
        defer { waiting[nextWaiting] = nil }
        return waiting[nextWaiting]
    }

    /// The thread's side.
    private struct Jobs: Sendable {
        let exchange: Guarded<Exchange>
        let wake: @Sendable () -> Void

        func run() {
            while let answer = doNext() {
                exchange.withLock { $0.answers.append(answer) }
                wake()
            }
        }

        /// When the answer is there, the job is gone, and with it what it held.
        private func doNext() -> (any Sendable)? { next()?() }

        private func next() -> (@Sendable () -> any Sendable)? {
            exchange.wait(until: { !$0.jobs.isEmpty || $0.isStopped }, then: { $0.isStopped ? nil : $0.jobs.removeFirst() })
        }
    }
}
