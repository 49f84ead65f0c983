import CLibwebsockets
import Glibc

/// One WebSocket. After its end all methods do nothing.
///
/// Not offered: refusing clients that do not mask their frames. libwebsockets does not tell, and masking protects proxies, not servers.
public final class Connection {
    // What sending looks at stands together, so that it takes few lines of memory.
    private var wsi: OpaquePointer?
    /// The socket, where what is sent needs no encryption.
    private let plainDescriptor: Int32?
    /// What is to be sent before anything else; begins with a frame.
    private var rest: ArraySlice<UInt8> = []
    private var phase = Phase.open

    /// Whatever the handler wants to find again; the connection lets go of it at its end.
    public var context: AnyObject?
    public let path: String
    /// What followed the `?`: each `name=value`, decoded.
    public let query: [String]
    public let address: String
    public let isLoopback: Bool

    private unowned let listener: Listener
    private var assembly = MessageAssembly()
    private var lastHeard: UInt64
    private var pingSent = false
    private var isPaused = false
    private var control = ControlFrames()

    private enum Phase {
        case open
        /// A close frame is to follow what was sent; then the peer has until `deadline` to answer.
        case closing(code: Int, reason: String, deadline: UInt64)
        /// The close handshake is under way: nothing may be written.
        case silent(deadline: UInt64)
        case ended
    }

    init(listener: Listener, wsi: OpaquePointer, request: UpgradeRequest) {
        self.listener = listener
        self.wsi = wsi
        plainDescriptor = lws_is_ssl(wsi) == 0 ? lws_get_socket_fd(wsi) : nil
        path = request.path
        query = request.query
        address = request.address
        isLoopback = request.isLoopback
        lastHeard = listener.loop.now
    }

    /// False from the moment its end has begun, from either side.
    public var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    // MARK: Sending

    /// Whether the socket has not taken all that was sent. Nothing may be sent until `writable` is called.
    public var isBehind: Bool {
        guard let wsi else { return false }
        return !rest.isEmpty || lws_partial_buffered(wsi) != 0
    }

    /// How many bytes the client's system has taken since the connection began: what is behind and does not grow here is stalled. Costs a
    /// system call.
    public var bytesTaken: UInt64 { transfer.taken }

    private var transfer: (taken: UInt64, received: Int) {
        guard let wsi else { return (0, 0) }
        // `struct tcp_info` of the kernel, up to and including `tcpi_bytes_received`; the C library's is shorter.
        var info = [UInt64](repeating: 0, count: 17)
        var size = socklen_t(info.count * 8)
        getsockopt(lws_get_socket_fd(wsi), Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
        return (info[15], Int(info[16]))
    }

    /// Sends frames (see `appendTextFrame`) in one write. A connection whose end has begun ignores it.
    /// - Precondition: it is not behind: what is sent then would pile up without bound.
    /// - Returns: whether it is behind now; `writable` will be called when it is no longer.
    @discardableResult
    public func send(_ frames: UnsafeRawBufferPointer) -> Bool {
        guard isOpen, let wsi else { return false }
        precondition(!isBehind, "sending to a connection that is behind")
        let taken = sendAtOnce(frames)
        if taken == frames.count { return false }
        guard write(UnsafeRawBufferPointer(rebasing: frames[taken...]), to: wsi) else {
            abort()
            return false
        }
        return isBehind
    }

    /// Offers bytes to the socket itself, which costs less than through libwebsockets. That one keeps nothing of its own for this connection
    /// then (`isBehind`), and gets what the socket does not take, or fails with.
    /// - Returns: how many bytes the socket has taken.
    private func sendAtOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let plainDescriptor else { return 0 }
        return max(0, Glibc.send(plainDescriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
    }

    /// Sends frames as above. Many bytes go out in portions, turn by turn: what the socket has not taken yet stays in this array, shared with
    /// all others who are sent it, instead of being copied for each.
    @discardableResult
    public func send(_ frames: [UInt8]) -> Bool {
        guard frames.count > Self.largeBytes else { return frames.withUnsafeBytes { send($0) } }
        guard isOpen else { return false }
        precondition(!isBehind, "sending to a connection that is behind")
        rest = frames[...]
        sendPortion()
        return isBehind
    }

    private static let largeBytes = 256 * 1024
    private static let portionBytes = 64 * 1024

    /// Sends the next portion, unless all connections together have been sent enough in this turn.
    private func sendPortion() {
        guard let wsi else { return }
        if listener.mayWritePortion(of: Self.portionBytes) {
            let portion = rest.prefixOfFrames(Self.portionBytes)
            rest = rest[portion.endIndex...]
            guard portion.withUnsafeBytes({ write($0, to: wsi) }) else { return abort() }
        }
        if rest.isEmpty { rest = [] }
        lws_callback_on_writable(wsi)
    }

    /// The socket can take more.
    func canWrite() {
        guard rest.isEmpty else {
            heard()
            return sendPortion()
        }
        switch phase {
        case .open:
            heard()
            listener.handler.writable(self)
        case .closing(let code, let reason, let deadline):
            startCloseHandshake(code, reason, deadline)
        case .silent, .ended:
            break
        }
    }

    // MARK: Ending

    /// Ends the connection: after what was sent comes a close frame with this code, then the end of the stream. Messages that arrive
    /// meanwhile are dropped. `closed` is called when the socket is gone, at the latest after `closeTimeout`.
    /// - Parameter reason: at most 123 bytes are sent.
    public func close(code: Int, reason: String = "") {
        guard isOpen, let wsi else { return }
        phase = .closing(code: code, reason: reason, deadline: closeDeadline)
        dropUnfinished()
        holdIfFlooding()
        listener.watchLeaving(self)
        lws_callback_on_writable(wsi)
    }

    private var closeDeadline: UInt64 { listener.loop.now + UInt64(listener.configuration.closeTimeout) }

    private func startCloseHandshake(_ code: Int, _ reason: String, _ deadline: UInt64) {
        phase = .silent(deadline: deadline)
        var text = Array(reason.utf8.prefix(123))
        while String(validating: text, as: UTF8.self) == nil { text.removeLast() }
        lws_close_reason(wsi, lws_close_status(UInt32(code)), &text, text.count)
        // Begins the handshake. The result of WRITEABLE would end the connection without it, and so would a timeout.
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC)
    }

    /// Who goes on sending instead of answering the close frame is not read any more: libwebsockets would decode all of it to drop it.
    /// - Returns: whether its end is still under way.
    func isLeaving() -> Bool {
        if case .ended = phase { return false }
        holdIfFlooding()
        return true
    }

    /// libwebsockets began the close handshake.
    func silence() {
        dropUnfinished()
        rest = []
        switch phase {
        case .open, .closing: phase = .silent(deadline: closeDeadline)
        case .silent, .ended: break
        }
    }

    /// The socket is gone.
    func end() {
        if case .ended = phase { return }
        phase = .ended
        wsi = nil
        rest = []
        dropUnfinished()
        listener.handler.closed(self)
        context = nil
    }

    private func abort() {
        guard let wsi else { return }
        silence()
        release()
        resumeReading()
        shutDown(wsi)
    }

    // MARK: Reading

    /// Reads nothing more until `resumeReading`; what the client sends waits in its own system. May be repeated.
    public func pauseReading() {
        guard let wsi, !isPaused else { return }
        isPaused = true
        if !control.isHeld { lws_rx_flow_control(wsi, 0) }
    }

    /// Reads on after `pauseReading`. May be repeated.
    public func resumeReading() {
        guard let wsi, isPaused else { return }
        isPaused = false
        heard()
        if !control.isHeld { lws_rx_flow_control(wsi, 1) }
    }

    /// How much of a message is there that has not ended.
    var unfinishedBytes: Int { assembly.bytes.count }

    /// Part of a message, or all of it. Messages may never end, so a turn that lasts long ends before a part, too.
    func receive(_ part: UnsafeRawBufferPointer) {
        listener.loop.endTurnIfLong()
        guard isOpen, let wsi else { return }
        heard()
        control.count(messageBytes: part.count)
        let before = assembly.bytes.count
        let verdict = assembly.take(
            part, remaining: UInt(lws_remaining_packet_payload(wsi)), isLast: lws_is_final_fragment(wsi) != 0,
            now: listener.loop.now, limits: listener.configuration)
        listener.unfinishedBytes += assembly.bytes.count - before
        switch verdict {
        case .whole: listener.handler.received(self, part, isText: isText)
        case .joined: deliverJoined()
        case .unfinished: listener.boundUnfinished()
        case .tooLarge: close(code: CloseCode.tooLarge, reason: "message too large")
        }
    }

    private var isText: Bool { lws_frame_is_binary(wsi) == 0 }

    private func deliverJoined() {
        let message = assembly.bytes
        dropUnfinished()
        message.withUnsafeBytes { listener.handler.received(self, $0, isText: isText) }
    }

    private func dropUnfinished() {
        listener.unfinishedBytes -= assembly.bytes.count
        assembly = MessageAssembly()
    }

    // MARK: What takes too long

    /// A sign of life.
    func heard() {
        lastHeard = listener.loop.now
        pingSent = false
    }

    func sweep(asOf time: UInt64) {
        switch phase {
        case .open: sweepOpen(asOf: time)
        case .closing(_, _, let deadline), .silent(let deadline): if time > deadline { abort() }
        case .ended: break
        }
    }

    /// Looks for who floods with control frames, which libwebsockets answers by itself: only their bytes can be seen.
    func lookForFlood() {
        if isOpen { holdIfFlooding() }
    }

    private func holdIfFlooding() {
        guard let wsi, !isPaused, !control.isHeld else { return }
        // In this order: what comes in between counts as not yet read.
        let received = transfer.received
        var waiting: Int32 = 0
        guard ioctl(lws_get_socket_fd(wsi), UInt(FIONREAD), &waiting) == 0 else { return }
        control.look(read: received - Int(waiting), now: listener.loop.now)
        if control.isHeld { lws_rx_flow_control(wsi, 0) }
    }

    private func release() {
        guard let wsi, control.isHeld else { return }
        control.release()
        heard()
        if !isPaused { lws_rx_flow_control(wsi, 1) }
    }

    private func sweepOpen(asOf time: UInt64) {
        let limits = listener.configuration
        if let began = assembly.began, time - began > UInt64(limits.messageTimeout) {
            return close(code: CloseCode.tooLong, reason: "message took too long")
        }
        // Of those we do not read from, and of those who take nothing, silence says nothing: the handler knows what they owe it.
        if let until = control.heldUntil, time > until { release() }
        if isPaused || control.isHeld || isBehind { return heard() }
        if time - lastHeard > UInt64(limits.hangUpAfter) { return abort() }
        if time - lastHeard > UInt64(limits.pingInterval) && !pingSent { ping() }
    }

    private func ping() {
        pingSent = true
        // libwebsockets does not tell of an empty pong.
        send([0x89, 4] + "ping".utf8)
    }
}
