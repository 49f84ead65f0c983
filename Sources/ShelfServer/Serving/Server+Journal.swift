import Glibc
import ShelfJournal
import Sockets

/// What the hub asks of threads and clocks, and what the journal's thread reports.
extension Server: HubSurroundings {
    public var wallClock: Int { milliseconds(of: CLOCK_REALTIME) }
    public var monotonicClock: Int { milliseconds(of: CLOCK_MONOTONIC) }
    public var stopwatch: Int { monotonicNanoseconds() }

    public func goOn() { loop.waker.wake() }

    public func append(_ entries: [Entry]) { journal.append(entries) }

    public func load(_ shelf: String, then: @escaping (Result<StoredShelf, LoadError>) -> Void) {
        loads[shelf] = then
        journal.perform(.load(shelf: shelf))
    }

    public func store(_ snapshot: Snapshot) {
        journal.perform(.store(snapshot))
        journal.perform(.compact(shelf: snapshot.title.shelf, before: snapshot.title.after.number))
    }

    public func work<Answer: Sendable>(_ patience: Patience, _ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
        worker(patience).run(job, then: then)
    }

    private func worker(_ patience: Patience) -> Worker {
        switch patience {
        case .awaited: promptWorker
        case .patient: worker
        }
    }

    func handle(_ report: Report) {
        switch report {
        case .durable(let entries): hub.durable(entries)
        case .conflict(let shelf, let found, _):
            log.error("another writer appended to shelf \"\(shelf)\" (\(found)); this server ends, start it again")
            _exit(1)
        case .lost(let sentence):
            log.error("\(sentence); this server ends, start it again")
            _exit(1)
        case .trouble(let trouble):
            log.error("writing has stopped, requests wait until it is over: \(trouble.error)")
            hub.troubled(trouble.reason.rawValue)
        case .troubleOver:
            log.info("writing goes on")
            hub.troubled(nil)
        case .loaded(let shelf, let snapshot, let entries): replay(shelf, snapshot, entries)
        case .stored, .compacted: break
        case .verified(let shelf): verified(shelf)
        case .failed(.verify(let shelf), let error): verified(shelf, error)
        case .failed(.load(let shelf), let error): finishLoading(shelf, .failure(LoadError(error)))
        case .failed(.store(let snapshot), let error): failedToStore(snapshot.title.shelf, error)
        case .failed(.compact(let shelf, _), let error): failedToStore(shelf, error)
        case .stopped: loop.stop()
        }
    }

    /// Replaying may take long, so the worker does it.
    private func replay(_ shelf: String, _ snapshot: Snapshot?, _ entries: [Entry]) {
        let backlogBytes = configuration.limits.backlogBytes
        worker.run {
            defer { giveBackFreedMemory() }
            return Result { () throws(LoadError) in try StoredShelf(snapshot: snapshot, entries: entries, backlogBytes: backlogBytes) }
        } then: { [self] in finishLoading(shelf, $0) }
    }

    private func failedToStore(_ shelf: String, _ error: JournalError) {
        log.error("the snapshot of shelf \"\(shelf)\" could not be stored, which is tried again in a minute: \(error)")
        hub.failedToStore(shelf)
    }

    private func finishLoading(_ shelf: String, _ result: Result<StoredShelf, LoadError>) {
        if case .failure(let error) = result { log.error("shelf \"\(shelf)\" cannot be read: \(error.sentence)") }
        loads.removeValue(forKey: shelf)?(result)
    }
}

extension LoadError {
    init(_ error: JournalError) {
        let mayPass = switch error {
        case .io, .diskFull: true
        default: false
        }
        self.init("\(error)", mayPass: mayPass)
    }
}

func milliseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}
