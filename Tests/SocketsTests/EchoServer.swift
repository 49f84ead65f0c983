import Glibc
import ShelfJournal
import Sockets

/// A listener on its own thread, with a handler that echoes, serves a few pages, and notes what it is told.
final class EchoServer: Sendable {
    let port: UInt16
    private let waker: Waker
    private let shared: Shared
    private let thread: Thread

    /// What the test's thread and the loop's thread both touch. Often at once, for which the thread sanitizer has to know the lock.
    final class Shared: Sendable {
        let notes = Guarded<[String]>([])
        let commands = Guarded<[@Sendable (EchoHandler) -> Void]>([])
        let started = Guarded<Result<UInt16, ListenerError>?>(nil)
    }

    /// - Throws: `ListenerError` when it cannot listen.
    init(_ configure: @escaping @Sendable (inout ListenerConfiguration) -> Void = { _ in }) throws {
        let shared = Shared()
        let loop = Transfer(value: try EventLoop())
        waker = loop.value.waker
        self.shared = shared
        thread = Thread { serve(loop.value, shared, configure) }
        let started = shared.started.wait(until: { $0 != nil }) { $0! }
        // Without a server nobody else joins its thread.
        if case .failure = started { thread.join() }
        port = try started.get()
    }

    /// Runs `command` on the loop's thread.
    func run(_ command: @escaping @Sendable (EchoHandler) -> Void) {
        shared.commands.withLock { $0.append(command) }
        waker.wake()
    }

    /// Runs `command` on the loop's thread, and waits until it has run.
    func runNow(_ command: @escaping @Sendable (EchoHandler) -> Void) {
        let done = "command \(UInt64.random(in: 0 ... .max)) has run"
        run { handler in
            command(handler)
            handler.note(done)
        }
        _ = waits(for: done)
        shared.notes.withLock { notes in notes.removeAll { $0 == done } }
    }

    /// Waits until the listener has `count` connections.
    func waits(forConnections count: Int) -> Bool {
        let found = "\(count) connections"
        for _ in 0 ..< 1000 {
            runNow { if $0.listener?.connectionCount == count { $0.note(found) } }
            if notes.contains(found) { return true }
            usleep(5000)
        }
        return false
    }

    /// What happened so far: `opened`, `closed`, `writable`, `received 12 text`, …
    var notes: [String] { shared.notes.withLock { $0 } }

    /// Waits until `note` was made `count` times.
    /// - Returns: false when that does not happen within ten seconds.
    func waits(for note: String, count: Int = 1) -> Bool {
        for _ in 0 ..< 10_000 {
            if notes.count(where: { $0 == note }) >= count { return true }
            usleep(1000)
        }
        return false
    }

    deinit {
        run { $0.loop.stop() }
        thread.join()
    }
}

private func serve(_ loop: EventLoop, _ shared: EchoServer.Shared, _ configure: (inout ListenerConfiguration) -> Void) {
    var configuration = ListenerConfiguration()
    configure(&configuration)
    let handler = EchoHandler(loop: loop, shared: shared)
    do {
        let listener = try Listener(loop: loop, configuration: configuration, handler: handler)
        handler.listener = listener
        loop.woken = { [unowned handler] in handler.runCommands() }
        shared.started.change { $0 = .success(listener.port) }
        loop.run()
        handler.listener = nil
        listener.close()
    } catch let error as ListenerError {
        shared.started.change { $0 = .failure(error) }
    } catch {
        fatalError("\(error)")
    }
    loop.woken = nil
}

/// Confined to the loop's thread.
final class EchoHandler: ListenerHandler {
    let loop: EventLoop
    var listener: Listener?
    private let shared: EchoServer.Shared
    private(set) var connections: [Connection] = []
    /// The call in which a connection is to be closed with 4000.
    var closesIn: String?
    var pausesAfterMessage = false

    init(loop: EventLoop, shared: EchoServer.Shared) {
        self.loop = loop
        self.shared = shared
    }

    func note(_ text: String) {
        shared.notes.withLock { $0.append(text) }
    }

    func runCommands() {
        for command in shared.commands.withLock({ commands in defer { commands = [] }; return commands }) { command(self) }
    }

    func respond(to request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) { answer(response(to: request)) }

    private func response(to request: HTTPRequest) -> HTTPResponse {
        note("request \(request.path)")
        switch request.path {
        case "/": return HTTPResponse(status: 200, headers: [("Content-Type", "text/html")], body: Array("<p>hello</p>".utf8))
        case "/large": return HTTPResponse(status: 200, body: largeBody)
        case "/same" where request.ifNoneMatch == "\"v1\"": return HTTPResponse(status: 304, headers: [("ETag", "\"v1\"")])
        case "/echo": return HTTPResponse(status: 200, body: Array("\(request)".utf8))
        default: return .plain(404, "not found")
        }
    }

    func admits(upgrade: UpgradeRequest) -> Admission {
        note("upgrade \(upgrade.path)")
        return upgrade.path.hasPrefix("/ws/") ? .accept : .refuse(Rejection(404, "not found"))
    }

    func opened(_ connection: Connection) {
        note("opened")
        connections.append(connection)
        closeIfTold(connection, in: "opened")
    }

    func received(_ connection: Connection, _ message: UnsafeRawBufferPointer, isText: Bool) {
        note("received \(message.count) \(isText ? "text" : "binary")")
        var frames: [UInt8] = []
        frames.appendTextFrame { $0.append(contentsOf: message) }
        if !isText { frames[0] = 0x82 }
        if connection.path == "/ws/later" { return answerLater(connection, frames) }
        if connection.path == "/ws/slow" { return takeLong() }
        guard !connection.isBehind else { return }
        connection.send(frames)
        if pausesAfterMessage { connection.pauseReading() }
        closeIfTold(connection, in: "received")
    }

    /// As a server does that has to see to something first: the second timer rings behind the sockets of the next turn.
    private func answerLater(_ connection: Connection, _ frames: [UInt8]) {
        _ = loop.timer(after: 1) { [loop] in
            _ = loop.timer(after: 1) { if !connection.isBehind { connection.send(frames) } }
        }
    }

    /// And notes when the turn after this one begins.
    private func takeLong() {
        usleep(8_000)
        _ = loop.timer(after: 0) { [unowned self] in note("next turn") }
    }

    func writable(_ connection: Connection) {
        note("writable")
        closeIfTold(connection, in: "writable")
    }

    private func closeIfTold(_ connection: Connection, in call: String) {
        if closesIn == call { connection.close(code: 4000) }
    }

    func closed(_ connection: Connection) {
        note("closed")
        connections.removeAll { $0 === connection }
    }
}

/// 3 MiB that differ from place to place.
let largeBody = (0 ..< 3 << 20).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }
