import CUV

/// Turns a signal of the process into a call on the loop's thread.
final class SignalWatch {
    private let handle: UnsafeMutablePointer<uv_signal_t>
    fileprivate let body: () -> Void

    init(loop: EventLoop, signal: Int32, _ body: @escaping () -> Void) {
        self.body = body
        handle = .allocate(capacity: 1)
        uv_signal_init(loop.loop, handle)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        uv_signal_start(handle, { handle, _ in arrived(handle!.pointee.data) }, signal)
    }

    func close() {
        Sockets.close(handle)
    }
}

private func arrived(_ data: UnsafeMutableRawPointer) {
    Unmanaged<SignalWatch>.fromOpaque(data).takeUnretainedValue().body()
}
