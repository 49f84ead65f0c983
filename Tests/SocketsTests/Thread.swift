import Glibc

/// A thread that runs one closure.
final class Thread: @unchecked Sendable {
    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        pthread_create(&thread, nil, { box in
            Unmanaged<Body>.fromOpaque(box!).takeRetainedValue().run()
            return nil
        }, box.toOpaque())
        self.thread = thread
    }

    func join() {
        pthread_join(thread, nil)
    }

    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// A value that is handed to another thread as a whole.
struct Transfer<Value>: @unchecked Sendable {
    let value: Value
}

func pause(milliseconds: Int) {
    usleep(UInt32(milliseconds * 1000))
}
