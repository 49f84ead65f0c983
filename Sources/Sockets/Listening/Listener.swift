import Glibc

/// Listens on a port, speaks HTTP and WebSocket on it, and hands what is in order to a handler.
///
/// The order of an end: `stopAccepting`, a `close` for each connection, time for them to go (`closeTimeout` at most), `loop.stop()`,
/// and when `run` has returned, `close`.
public final class Listener {
    let configuration: ListenerConfiguration
    let loop: EventLoop
    let rules: AccessRules
    unowned let handler: ListenerHandler
    /// The address of a proxy as the system writes it.
    let trustedProxy: String?
    /// The port that is listened on, also when the configuration said 0.
    public let port: UInt16

    private var socket: ListeningSocket?
    private var service: ServiceContext?
    private var sweep: Timer?
    /// Those whose end is under way.
    private var leaving: [Connection] = []
    private var isBusy = false
    private var sweeps = 0
    private var peers: PeerList
    /// The bytes of all messages that have begun and not ended.
    var unfinishedBytes = 0
    /// When all were last swept: time of the loop's thread and of the clock, in nanoseconds.
    private var lastRound = (spent: 0, passed: 0)
    /// What went out in portions in the millisecond of this turn.
    private var portions = (at: UInt64(0), bytes: 0)

    /// Listens at once; connections are served when the loop runs. The handler must outlive the listener.
    /// - Throws: `ListenerError`, a sentence.
    public init(loop: EventLoop, configuration: ListenerConfiguration, handler: ListenerHandler) throws {
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
        trustedProxy = try configuration.trustedProxy.map { host in
            guard let address = try? SocketAddress(host: host, port: 0) else { throw ListenerError.badProxy(host) }
            return address.host
        }
        peers = PeerList(
            maxPeers: configuration.maxConnections, maxPerAddress: configuration.maxConnectionsPerAddress, proxy: trustedProxy)
        try configuration.certificate?.check()
        let door = Door()
        let socket = try ListeningSocket(loop: loop, host: configuration.host, port: configuration.port) { door.accept($0, $1) }
        guard let service = ServiceContext(loop: loop, configuration: configuration) else {
            socket.close()
            throw ListenerError.noService
        }
        self.socket = socket
        self.service = service
        port = socket.address.port
        rules = AccessRules(
            subprotocol: configuration.subprotocol,
            allowedOrigins: configuration.allowedOrigins,
            isLoopbackOnly: isLoopback(socket.address.host))
        door.listener = self
        sweep = loop.timer(after: sweepInterval, repeating: sweepInterval) { [weak self] in self?.sweepSome() }
    }

    /// Lets nobody in any more; those who are in stay.
    public func stopAccepting() {
        socket?.close()
        socket = nil
    }

    /// Reads the certificate's files again, for connections that come from now on.
    /// - Throws: `ListenerError` when they are not in order; the former ones go on counting then.
    public func reloadCertificate() throws(ListenerError) {
        guard let certificate = configuration.certificate else { return }
        try certificate.check()
        service?.reloadCertificate()
    }

    /// Ends all connections, without a word to them, and the listener. Call it when the loop does not run.
    public func close() {
        guard let service else { return }
        stopAccepting()
        sweep?.cancel()
        leaving = []
        service.destroy()
        self.service = nil
    }

    deinit { close() }

    /// How many connections there are, WebSockets and others.
    public var connectionCount: Int { peers.count }

    // MARK: Connections come and go

    fileprivate func accept(_ descriptor: Int32, _ address: SocketAddress) {
        let host = address.host
        guard let service, peers.hasRoom(for: host) else {
            handler.turnedAway(host, why: "too many connections")
            Glibc.close(descriptor)
            return
        }
        setOption(descriptor, SOL_SOCKET, SO_SNDBUF, Int32(configuration.sendBufferBytes))
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        let peer = Peer(listener: self, address: host)
        peers.add(peer)
        peer.wsi = service.adopt(descriptor, peer)
        // When adopting failed, libwebsockets may have told of it, or will.
        if peer.wsi == nil { peers.remove(peer) }
    }

    /// Counts the connection for the address that its proxy names. False when that has its share already.
    func attribute(_ peer: Peer, to address: String) -> Bool { peers.attribute(peer, to: address) }

    func destroyed(_ peer: Peer) {
        peers.remove(peer)
    }

    // MARK: What takes too long

    private static let sweepsPerRound = 10

    /// A round is often enough for the shortest of the limits, and never more than a second.
    private var sweepInterval: Int {
        let limits = [
            configuration.headerTimeout, configuration.messageTimeout, configuration.pingInterval, configuration.hangUpAfter,
            configuration.closeTimeout,
        ]
        return min(1000, max(20, limits.min()! / 4)) / Self.sweepsPerRound
    }

    /// Whether another portion of something long may be sent in this turn, which must not take long.
    func mayWritePortion(of bytes: Int) -> Bool {
        if portions.at != loop.now { portions = (loop.now, 0) }
        portions.bytes += bytes
        return portions.bytes <= 4 << 20
    }

    func watchLeaving(_ connection: Connection) { leaving.append(connection) }

    /// A tenth at a time: thousands who came together, and are beyond their time together, do not end in one turn.
    private func sweepSome() {
        sweeps += 1
        // What would be beyond its time at the next sweep is so now.
        let time = loop.now + UInt64(Self.sweepsPerRound * sweepInterval)
        peers.forEach(from: sweeps % Self.sweepsPerRound, by: Self.sweepsPerRound) { peer in
            peer.sweep(asOf: time)
            // Looking costs system calls.
            if isBusy { peer.connection?.lookForFlood() }
        }
        leaving.removeAll { !$0.isLeaving() }
        if sweeps % Self.sweepsPerRound == 0 { noteBusy() }
    }

    /// Whether the loop's thread was at work for a tenth of the time since the last round; others may be at work on its processor.
    private func noteBusy() {
        let spent = nanoseconds(of: CLOCK_THREAD_CPUTIME_ID), passed = nanoseconds(of: CLOCK_MONOTONIC)
        isBusy = 10 * (spent - lastRound.spent) > passed - lastRound.passed
        lastRound = (spent, passed)
    }

    /// Makes room when unfinished messages are beyond their limit together: the largest goes.
    func boundUnfinished() {
        while unfinishedBytes > configuration.maxUnfinishedBytes, let largest = peers.largestUnfinished {
            largest.close(code: CloseCode.overloaded, reason: "too many unfinished messages")
        }
    }
}

/// Where accepted connections go: the listener, as soon as there is one.
private final class Door {
    weak var listener: Listener?

    func accept(_ descriptor: Int32, _ address: SocketAddress) {
        guard let listener else {
            Glibc.close(descriptor)
            return
        }
        listener.accept(descriptor, address)
    }
}

private func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
}
