import CUV

/// Calls `ready` on the loop's thread whenever a descriptor can be read, until it is paused or closed.
final class DescriptorWatch {
    private let handle: UnsafeMutablePointer<uv_poll_t>
    fileprivate let ready: () -> Void

    init(loop: EventLoop, descriptor: Int32, _ ready: @escaping () -> Void) {
        self.ready = ready
        handle = .allocate(capacity: 1)
        uv_poll_init(loop.loop, handle, descriptor)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        resume()
    }

    func resume() {
        uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in readable(handle!.pointee.data) }
    }

    func pause() {
        uv_poll_stop(handle)
    }

    func close() {
        Sockets.close(handle)
    }
}

private func readable(_ data: UnsafeMutableRawPointer) {
    Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue().ready()
}
