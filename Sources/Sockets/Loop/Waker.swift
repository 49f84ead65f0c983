import CUV
import Glibc

/// Wakes one event loop from any thread. Outlives the loop: waking a loop that is gone does nothing.
///
/// Not `uv_async_send`: a loop that is woken while that is still returning spins, and yields, until it has; on one core each time.
public final class Waker: Sendable {
    let descriptor: Int32

    init() throws(LoopError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw LoopError(-errno) }
    }

    /// Lets the loop call its `woken` soon. Several calls may become one.
    public func wake() {
        eventfd_write(descriptor, 1)
    }

    /// The wakes until now are answered by what follows.
    func answer() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }

    deinit { Glibc.close(descriptor) }
}
