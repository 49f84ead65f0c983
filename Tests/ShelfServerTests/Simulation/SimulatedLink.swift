import ShelfServer

/// A connection: two queues of bytes with delays, which can be cut at any moment with all that is in flight, and a reader that may be
/// slow.
final class SimulatedLink: Link {
    unowned let world: World
    unowned let server: SimulatedServer
    unowned let editor: Editor
    let player: Player
    private(set) var session: Session?

    let address = "192.0.2.1"
    let isLoopback = true

    /// The reader counts as behind while more bytes than this are under way to it.
    private let window: Int
    private let delay: ClosedRange<Int>
    private var bytesUnderWay = 0
    private(set) var bytesTaken: UInt64 = 0
    private var clientArrival = 0
    private var serverArrival = 0
    /// What arrives later than this is lost.
    private var clientDeafFrom = Int.max
    private var serverDeafFrom = Int.max
    private var isClosed = false
    private var isPaused = false
    private var held: [String] = []
    /// The requests that the server has read from this link.
    private(set) var readRequests: Set<Int> = []

    init(_ editor: Editor, _ server: SimulatedServer) {
        world = editor.world
        self.editor = editor
        self.server = server
        player = world.newPlayer()
        let isSlow = player.chance(0.2)
        window = isSlow ? player.draw(200...4_000) : 1_000_000
        delay = isSlow ? 5...player.draw(20...400) : 1...player.draw(2...40)
        server.adopt(self)
        clientArrival = world.now + player.draw(delay)
        serverArrival = clientArrival
        world.later(player, at: serverArrival) { [self] in reachServer { open() } }
    }

    private func open() {
        session = server.hub.opened(self, shelf: editor.shelf)
    }

    // MARK: - To the client

    var isBehind: Bool { bytesUnderWay > window }

    func send(_ frames: [UInt8]) {
        guard !server.isDown, !isClosed else { return }
        let words = world.inspect(frames, on: self)
        let wasBehind = isBehind
        bytesUnderWay += frames.count
        if isBehind, !wasBehind { world.count(.slowReader) }
        clientArrival = max(clientArrival, world.now + player.draw(delay))
        world.later(player, at: clientArrival) { [self] in arrive(words, byteCount: frames.count) }
        server.mayCrash(.tellingSome)
    }

    private func arrive(_ words: [Word], byteCount: Int) {
        let wasBehind = isBehind
        bytesUnderWay -= byteCount
        bytesTaken += UInt64(byteCount)
        if world.now <= clientDeafFrom { editor.received(words, on: self) }
        if wasBehind, !isBehind, !isClosed, let session, world.now <= serverDeafFrom { server.turn { server.hub.writable(session) } }
    }

    func close(code: Int, reason: String) {
        guard !isClosed else { return }
        isClosed = true
        clientArrival += player.draw(delay)
        world.later(player, at: clientArrival) { [self] in
            if world.now <= clientDeafFrom { editor.closed(self, code) }
        }
        world.later(player, at: world.now + player.draw(0...20)) { [self] in tellServerClosed() }
    }

    // MARK: - To the server

    /// A message of the client, as text.
    func post(_ message: String) {
        serverArrival = max(serverArrival, world.now + player.draw(delay))
        if serverArrival - world.now >= 100 { world.count(.delayed) }
        let number = world.post()
        world.later(player, at: serverArrival) { [self] in
            guard world.now <= serverDeafFrom else { return }
            world.read(number)
            // A message may have been received already when reading is paused.
            if !held.isEmpty || isPaused && player.chance(0.8) { held.append(message) } else { deliver(message) }
        }
    }

    private func deliver(_ message: String) {
        guard let session, !isClosed else { return }
        server.turn {
            let numbers = requestNumbers(in: message)
            readRequests.formUnion(numbers)
            for number in numbers where !editor.requestsRead.insert(number).inserted { world.count(.repeated) }
            var message = message
            message.withUTF8 { server.hub.received(UnsafeRawBufferPointer($0), isText: true, from: session) }
        }
    }

    func pauseReading() { isPaused = true }

    func resumeReading() {
        isPaused = false
        world.later(player, at: world.now + player.draw(0...3)) { [self] in
            while !isPaused, !held.isEmpty { deliver(held.removeFirst()) }
        }
    }

    private func reachServer(_ body: () -> Void) {
        guard world.now <= serverDeafFrom else { return }
        server.turn(body)
    }

    // MARK: - Its end

    /// The connection breaks: what arrives in the next moments still does, the rest is lost in both directions. Each side notices
    /// in its own time.
    func cut() {
        world.count(.cut)
        clientDeafFrom = min(clientDeafFrom, world.now + player.draw(0...30))
        serverDeafFrom = min(serverDeafFrom, world.now + player.draw(0...30))
        world.later(player, at: clientDeafFrom + player.draw(1...200)) { [self] in editor.closed(self, nil) }
        noticeAtServer(in: player.draw(1...3_000))
    }

    /// The client goes away, or leaves this connection for another one; what it has sent still arrives.
    func abandon() {
        world.count(.abandoned)
        clientDeafFrom = world.now - 1
        noticeAtServer(in: player.draw(50...3_000))
    }

    private func noticeAtServer(in delay: Int) {
        world.later(player, at: max(serverArrival, world.now) + delay) { [self] in tellServerClosed() }
    }

    /// The server's process has ended.
    func serverDied() {
        isClosed = true
        clientDeafFrom = min(clientDeafFrom, world.now + player.draw(0...30))
        world.later(player, at: clientDeafFrom + player.draw(1...100)) { [self] in editor.closed(self, nil) }
    }

    private func tellServerClosed() {
        isClosed = true
        guard let session else { return }
        self.session = nil
        server.forget(self)
        server.turn { server.hub.closed(session) }
    }

    /// The reader takes nothing for a while.
    func stall(for milliseconds: Int) {
        world.count(.stalledReader)
        clientArrival = max(clientArrival, world.now + milliseconds)
    }
}

/// The numbers of the requests in a message of `Editor`.
private func requestNumbers(in message: String) -> [Int] {
    message.split(separator: "\"req\":").dropFirst().compactMap { part in
        // `{"req":…}` names another request.
        Int(part.prefix { $0.isNumber })
    }
}
