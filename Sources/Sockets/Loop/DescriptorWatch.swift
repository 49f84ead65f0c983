import CUV

/// Calls `ready` on the loop's thread whenever a descriptor can be read, or whatever else it watches for, until it is paused or closed.
final class DescriptorWatch {
    private let handle: UnsafeMutablePointer<uv_poll_t>
    private var events: Int32 = -1
    private var isClosed = false
    fileprivate let ready: () -> Void

    init(loop: EventLoop, descriptor: Int32, _ ready: @escaping () -> Void) {
        self.ready = ready
        handle = .allocate(capacity: 1)
        uv_poll_init(loop.loop, handle, descriptor)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        resume()
    }

    func resume(reading: Bool = true, writing: Bool = false) {
        let wanted = Int32((reading ? UV_READABLE.rawValue : 0) | (writing ? UV_WRITABLE.rawValue : 0))
        guard wanted != events else { return }
        events = wanted
        uv_poll_start(handle, wanted) { handle, _, _ in called(handle!.pointee.data) }
    }

    func pause() {
        events = -1
        uv_poll_stop(handle)
    }

    /// May be called more than once.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        Sockets.close(handle)
    }
}

private func called(_ data: UnsafeMutableRawPointer) {
    // It may be let go of while it runs.
    let watch = Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue()
    withExtendedLifetime(watch) { watch.ready() }
}
