import Glibc

/// Runs a journal on a thread of its own, so that the loop never waits for a disk.
///
/// The loop hands over entries and jobs, is woken, and takes reports, in the order in which things came about. One append carries all
/// entries that were handed over while the one before it ran (J3). Between two appends at most one portion of a job is done, a few
/// milliseconds of work (J6).
public final class JournalThread: Sendable {
    private let exchange: Guarded<Exchange>
    private let thread: pthread_t

    /// `wake` is called on the journal's thread whenever there is something to `take`.
    public init(_ journal: sending any Journal, wake: @escaping @Sendable () -> Void) {
        let exchange = Guarded(Exchange())
        self.exchange = exchange
        let worker = Worker(journal, exchange, wake)
        thread = startThread { worker.run() }
    }

    /// Entries to be appended behind all that were handed over before.
    public func append(_ entries: [Entry]) { exchange.change { $0.entries += entries } }

    public func perform(_ job: Job) { exchange.change { $0.jobs.append(job) } }

    /// Ends the thread when all that was handed over is done; under trouble after one more try. The last report is `stopped`.
    public func stop() { exchange.change { $0.isStopping = true } }

    /// Holds the journal's files still for a copy. Blocks, so not for the loop; for one caller at a time.
    public func hold() throws(JournalError) -> Int {
        exchange.change { $0.hold = .wanted }
        let answer = exchange.wait(milliseconds: Self.patience, until: { $0.hold != .wanted }) { exchange in
            if exchange.hold == .wanted { exchange.hold = .none }
            return exchange.hold
        }
        switch answer {
        case .held(let bytes): return bytes
        case .refused(let error): throw error
        default: throw .refused("the journal is not written now, so it cannot be copied; /readyz says why")
        }
    }

    /// Ends a `hold`; whether the files were left alone all the time.
    public func release() -> Bool {
        exchange.change { $0.hold = .over }
        return exchange.wait(milliseconds: Self.patience, until: { $0.hold != .over }) { exchange in
            defer { exchange.hold = .none }
            return exchange.hold == .released(whole: true)
        }
    }

    private static let patience = 5_000

    /// What happened since the last call.
    public func take() -> [Report] { exchange.withLock { $0.takeReports() } }

    /// Waits for the thread to end, which it does soon after `stopped`. To be called once at most.
    public func join() { pthread_join(thread, nil) }
}

/// What lies between the loop and the journal's thread.
struct Exchange: Sendable {
    var entries: [Entry] = []
    var jobs: [Job] = []
    var isStopping = false
    var hold = Hold.none
    var reports: [Report] = []

    var hasWork: Bool { !entries.isEmpty || !jobs.isEmpty || isStopping || hold == .wanted || hold == .over }

    /// A copy on its way: `wanted` and `over` wait for the journal's thread, the others for who copies.
    enum Hold: Hashable, Sendable {
        case none, wanted, over
        case held(bytes: Int)
        case refused(JournalError)
        case released(whole: Bool)
    }

    mutating func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    mutating func takeJobs() -> [Job] {
        defer { jobs = [] }
        return jobs
    }

    mutating func takeReports() -> [Report] {
        defer { reports = [] }
        return reports
    }
}
