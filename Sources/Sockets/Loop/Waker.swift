import CUV
import Synchronization

/// Wakes one event loop from any thread. Outlives the loop: waking a loop that is gone does nothing.
public final class Waker: Sendable {
    /// Nil once the loop is gone.
    private let handle: Mutex<AsyncHandle?>

    init(_ async: UnsafeMutablePointer<uv_async_t>) {
        handle = Mutex(AsyncHandle(pointer: async))
    }

    /// Lets the loop call its `woken` soon. Several calls may become one.
    public func wake() {
        handle.withLock { handle in
            if let handle { uv_async_send(handle.pointer) }
        }
    }

    func retire() {
        handle.withLock { $0 = nil }
    }
}

/// `uv_async_send` is the one call that libuv allows from other threads.
private struct AsyncHandle: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<uv_async_t>
}
