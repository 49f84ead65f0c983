import CUV

/// A timer on an event loop. It lives until it has rung for the last time or is cancelled, whether or not anybody holds it.
public final class Timer {
    private var handle: UnsafeMutablePointer<uv_timer_t>?
    private var body: (() -> Void)?
    private let repeats: Bool

    init(loop: EventLoop, delay: UInt64, interval: UInt64, _ body: @escaping () -> Void) {
        self.body = body
        repeats = interval > 0
        let handle = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
        self.handle = handle
        uv_timer_init(loop.loop, handle)
        // The handle holds its timer until `cancel`.
        handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
        // The delay counts from now, not from the beginning of this turn.
        uv_update_time(loop.loop)
        uv_timer_start(handle, { timerRang($0!.pointee.data) }, delay, interval)
    }

    /// Ends the timer; it does not ring again. May be called more than once, and from its own body.
    public func cancel() {
        guard let handle else { return }
        self.handle = nil
        body = nil
        Unmanaged<Timer>.fromOpaque(handle.pointee.data).release()
        close(handle)
    }

    fileprivate func ring() {
        let body = body
        if !repeats { cancel() }
        body?()
    }
}

private func timerRang(_ data: UnsafeMutableRawPointer) {
    Unmanaged<Timer>.fromOpaque(data).takeUnretainedValue().ring()
}
