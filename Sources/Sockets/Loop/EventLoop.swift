import CUV
import Glibc

/// A libuv loop and what runs on it. Everything that is made with a loop is used on the thread that runs it, and
/// only there; `waker` alone may be used from anywhere.
public final class EventLoop {
    let loop: UnsafeMutablePointer<uv_loop_t>
    private let prepare: UnsafeMutablePointer<uv_prepare_t>
    private var wakes: DescriptorWatch!
    private var signals: [SignalWatch] = []
    private var isAbandoned = false

    /// Wakes the loop from any thread; `woken` is then called on it.
    public let waker: Waker
    /// Called on the loop's thread after `waker.wake()`; several wakes may become one call.
    public var woken: (() -> Void)?
    /// Called at the end of each turn, before the loop waits for what comes next.
    public var endOfTurn: (() -> Void)?
    /// In nanoseconds; nil until the turn was asked about.
    private var turnBegan: UInt64?
    private static let longTurn: UInt64 = 5_000_000

    /// A loop that does not run yet.
    /// - Throws: `LoopError` when the process has no descriptors left for it.
    public init() throws {
        waker = try Waker()
        loop = .allocate(capacity: 1)
        prepare = .allocate(capacity: 1)
        let failure = uv_loop_init(loop)
        guard failure == 0 else {
            loop.deallocate()
            prepare.deallocate()
            throw LoopError(failure)
        }
        prepare.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        uv_prepare_init(loop, prepare)
        uv_prepare_start(prepare) { owner($0)?.endTurn() }
        wakes = DescriptorWatch(loop: self, descriptor: waker.descriptor) { [unowned self] in
            waker.answer()
            woken?()
        }
    }

    private func endTurn() {
        turnBegan = nil
        endOfTurn?()
    }

    /// Ends the turn here when it has lasted long, and begins another: thousands of connections may become ready in one turn, and what is there
    /// from other threads or is ready to go out is not to wait for them all. To be called where nothing is half done.
    public func endTurnIfLong() {
        let now = uv_hrtime()
        guard now - (turnBegan ?? now) > Self.longTurn else {
            if turnBegan == nil { turnBegan = now }
            return
        }
        woken?()
        endOfTurn?()
        turnBegan = uv_hrtime()
    }

    /// Runs until `stop`, whether or not there is anything to do.
    public func run() {
        uv_run(loop, UV_RUN_DEFAULT)
    }

    /// Lets `run` return at the end of this turn.
    public func stop() {
        uv_stop(loop)
    }

    /// Runs turns, without waiting, until all handles that are being closed are gone.
    func settle() {
        repeat { uv_run(loop, UV_RUN_NOWAIT) } while isClosing
    }

    /// The descriptors that are watched on this loop.
    var polledDescriptors: Set<Int32> {
        var found: Set<Int32> = []
        withUnsafeMutablePointer(to: &found) { found in
            uv_walk(loop, { handle, found in
                var descriptor: Int32 = -1
                guard uv_handle_get_type(handle) == UV_POLL, uv_fileno(handle, &descriptor) == 0 else { return }
                found?.assumingMemoryBound(to: Set<Int32>.self).pointee.insert(descriptor)
            }, found)
        }
        return found
    }

    /// Leaves the loop as it is, for good: its memory and descriptors stay until the process ends.
    func abandon() {
        isAbandoned = true
    }

    private var isClosing: Bool {
        var found = false
        uv_walk(loop, { handle, found in
            if uv_is_closing(handle) != 0 { found?.storeBytes(of: true, as: Bool.self) }
        }, &found)
        return found
    }

    /// The loop's monotonic time in milliseconds, as of the beginning of this turn.
    public var now: UInt64 { uv_now(loop) }

    /// Calls `body` once after `delay` milliseconds and, when `interval` is not zero, again each `interval` milliseconds,
    /// until the timer is cancelled. Monotonic: a change of the clock does not matter.
    @discardableResult
    public func timer(after delay: Int, repeating interval: Int = 0, _ body: @escaping () -> Void) -> Timer {
        Timer(loop: self, delay: UInt64(delay), interval: UInt64(interval), body)
    }

    /// Calls `body` on the loop's thread whenever the process gets `signal`, which then no longer ends it.
    public func onSignal(_ signal: Int32, _ body: @escaping () -> Void) {
        signals.append(SignalWatch(loop: self, signal: signal, body))
    }

    deinit {
        if isAbandoned { return }
        for watch in signals { watch.close() }
        wakes.close()
        close(prepare)
        settle()
        let failure = uv_loop_close(loop)
        precondition(failure == 0, "a loop ended while something was still open on it")
        loop.deallocate()
    }
}

/// The process could not get what a loop needs.
public struct LoopError: Error, CustomStringConvertible {
    public let description: String

    init(_ code: Int32) {
        description = "The event loop could not be made: \(String(cString: uv_strerror(code)))."
    }
}

private func owner(_ handle: UnsafeMutablePointer<uv_prepare_t>?) -> EventLoop? {
    handle?.pointee.data.map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
}
