import Glibc
import ShelfJournal
import Sockets

/// What the hub asks of threads and clocks, and what the journal's thread reports.
extension Server: HubSurroundings {
    public var wallClock: Int { milliseconds(of: CLOCK_REALTIME) }
    public var monotonicClock: Int { milliseconds(of: CLOCK_MONOTONIC) }
    public var stopwatch: Int { monotonicNanoseconds() }

    public func append(_ entries: [Entry]) { journal.append(entries) }

    public func load(_ shelf: String, then: @escaping (Result<StoredShelf, LoadError>) -> Void) {
        loads[shelf] = then
        journal.perform(.load(shelf: shelf))
    }

    public func store(_ snapshot: Snapshot) {
        journal.perform(.store(snapshot))
        journal.perform(.compact(shelf: snapshot.title.shelf, before: snapshot.title.after.number))
    }

    public func work<Answer: Sendable>(_ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
        worker.run(job, then: then)
    }

    func handle(_ report: Report) {
        switch report {
        case .durable(let entries): hub.durable(entries)
        case .conflict(let shelf, let found, _):
            log.error("another writer appended to shelf \"\(shelf)\" (\(found)); this server ends, start it again")
            _exit(1)
        case .trouble(let trouble):
            log.error("writing has stopped: \(trouble.error)")
            hub.troubled(trouble.reason.rawValue)
        case .troubleOver:
            log.info("writing goes on")
            hub.troubled(nil)
        case .loaded(let shelf, let snapshot, let entries): replay(shelf, snapshot, entries)
        case .stored, .compacted: break
        case .failed(.load(let shelf), let error): finishLoading(shelf, .failure(LoadError(error)))
        case .failed(let job, let error): log.error("a job of the journal failed (\(job)): \(error)")
        case .stopped: loop.stop()
        }
    }

    /// Replaying may take long, so the worker does it.
    private func replay(_ shelf: String, _ snapshot: Snapshot?, _ entries: [Entry]) {
        worker.run {
            defer { giveBackFreedMemory() }
            return Result { () throws(LoadError) in try StoredShelf(snapshot: snapshot, entries: entries) }
        } then: { [self] in finishLoading(shelf, $0) }
    }

    private func finishLoading(_ shelf: String, _ result: Result<StoredShelf, LoadError>) {
        if case .failure(let error) = result { log.error("shelf \"\(shelf)\" cannot be read: \(error.sentence)") }
        loads.removeValue(forKey: shelf)?(result)
    }
}

extension LoadError {
    fileprivate init(_ error: JournalError) {
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
