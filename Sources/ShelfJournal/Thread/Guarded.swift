import Glibc

/// A value behind a lock, on which a thread can wait for it to change. POSIX locks, because the thread sanitizer knows them.
public final class Guarded<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // A clock that nobody sets: a pause must not last an hour in autumn.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value, then wakes who waits for it: woken before the lock is free, they would have to wait once more.
    public func change<Result>(_ body: (inout Value) -> Result) -> Result {
        let result = withLock(body)
        pthread_cond_broadcast(changed)
        return result
    }

    /// Waits until `condition` holds or the time is over, then gives `body` the value.
    public func wait<Result>(
        milliseconds: Int? = nil, until condition: (Value) -> Bool, then body: (inout Value) -> Result
    ) -> Result {
        let deadline = milliseconds.map(Self.deadline)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !condition(value), sleep(until: deadline) {}
        return body(&value)
    }

    /// False when the time is over.
    private func sleep(until deadline: timespec?) -> Bool {
        guard var deadline else { return pthread_cond_wait(changed, mutex) == 0 }
        return pthread_cond_timedwait(changed, mutex, &deadline) != ETIMEDOUT
    }

    private static func deadline(in milliseconds: Int) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let nanoseconds = time.tv_nsec + milliseconds * 1_000_000
        return timespec(tv_sec: time.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }
}
