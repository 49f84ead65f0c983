import Glibc

/// Runs `body` on a new thread. Signals are the loop's: the new thread inherits that all are blocked.
/// - Returns: the thread, which is to be joined or detached.
public func startThread(_ body: sending @escaping () -> Void) -> pthread_t {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, { context in
        Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
        return nil
    }, Unmanaged.passRetained(Body(body)).toOpaque())
    precondition(failure == 0, "the system gives no thread")
    return thread
}

private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}
