import CUV
import Glibc

/// Rings at an exact time: to the microsecond, where a `Timer` counts whole milliseconds. Set anew each time.
public final class Alarm {
    private let descriptor: Int32
    private var watch: DescriptorWatch!

    /// Calls `body` on the loop's thread each time it rings.
    /// - Throws: `DialError.noDescriptors`.
    public init(loop: EventLoop, _ body: @escaping () -> Void) throws {
        let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { throw DialError(errno: errno) }
        self.descriptor = descriptor
        watch = DescriptorWatch(loop: loop, descriptor: descriptor) {
            var times: UInt64 = 0
            guard Glibc.read(descriptor, &times, 8) == 8 else { return }
            body()
        }
    }

    /// Rings once at `time`, in nanoseconds of the monotonic clock; at once when that has passed.
    public func ring(at time: Int) {
        let time = max(1, time)
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }

    public func close() {
        watch.close()
        closeDescriptor(descriptor)
    }
}

/// Nanoseconds of the monotonic clock.
public func monotonicNanoseconds() -> Int { nanoseconds(of: CLOCK_MONOTONIC) }

func nanoseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
