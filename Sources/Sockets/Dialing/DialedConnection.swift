import Glibc

/// One WebSocket connection to a server, as its client.
public final class DialedConnection {
    private enum Phase {
        /// Waits until the socket is connected.
        case connecting
        /// Waits for the answer to the handshake.
        case shakingHands(ClientHandshake)
        case open
        case ended
    }

    private let dialer: Dialer
    private let handler: any DialHandler
    private let path: String
    private let descriptor: Int32
    private var watch: DescriptorWatch!
    private var phase = Phase.connecting
    private var isPaused = false
    /// What arrived and is not a whole frame yet.
    private var unread: [UInt8] = []
    /// A text message whose last fragment has not come.
    private var fragments: [UInt8] = []
    /// What the socket did not take.
    private var unsent: [UInt8] = []

    init(dialer: Dialer, descriptor: Int32, path: String, handler: any DialHandler) {
        self.dialer = dialer
        self.descriptor = descriptor
        self.path = path
        self.handler = handler
        watch = DescriptorWatch(loop: dialer.loop, descriptor: descriptor) { [unowned self] in ready() }
        watch.resume(reading: false, writing: true)
    }

    public var isOpen: Bool { if case .open = phase { true } else { false } }

    /// Sends one text message, whose bytes are masked in a buffer of this connection's own.
    public func send(_ text: [UInt8]) {
        guard isOpen else { return }
        MaskedFrame.text(text, mask: dialer.masks.next(), into: &unsent)
        flush()
    }

    /// Reads nothing until `resumeReading`.
    public func pauseReading() {
        isPaused = true
        watchWhatMatters()
    }

    public func resumeReading() {
        isPaused = false
        watchWhatMatters()
    }

    /// Ends the connection at once, as a cable that is cut.
    public func end() { finish(.byUs) }

    /// Says goodbye first; the server answers, and `ended` follows.
    public func close() {
        guard isOpen else { return end() }
        MaskedFrame.close(code: 1000, mask: dialer.masks.next(), into: &unsent)
        flush()
    }

    // MARK: - The socket

    private func ready() {
        if case .connecting = phase { return connected() }
        if !unsent.isEmpty { flush() }
        if !isPaused { read() }
    }

    private func connected() {
        let code = pendingError(descriptor)
        guard code == 0 else { return finish(.lost(reason: DialError(errno: code).description)) }
        let handshake = ClientHandshake(random: dialer.masks.next(), dialer.masks.next())
        phase = .shakingHands(handshake)
        unsent = handshake.request(host: dialer.host, path: path, subprotocol: dialer.subprotocol)
        flush()
    }

    private func flush() {
        let count = unsent.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 {
            dialer.sentBytes += count
            if count == unsent.count { unsent.removeAll(keepingCapacity: true) } else { unsent.removeFirst(count) }
        } else if count < 0, errno != EAGAIN {
            return finish(.lost(reason: String(cString: strerror(errno))))
        }
        watchWhatMatters()
    }

    private func watchWhatMatters() {
        if case .ended = phase { return }
        watch.resume(reading: !isPaused, writing: !unsent.isEmpty)
    }

    private func read() {
        let buffer = dialer.readBuffer
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else {
            if count < 0, errno == EAGAIN { return }
            return finish(.lost(reason: count == 0 ? "the stream ended" : String(cString: strerror(errno))))
        }
        dialer.receivedBytes += count
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }

    // MARK: - What arrives

    private func take(_ arrived: UnsafeRawBufferPointer) {
        switch phase {
        case .shakingHands(let handshake): takeAnswer(handshake, arrived)
        case .open: takeFrames(arrived)
        case .connecting, .ended: break
        }
    }

    private func takeAnswer(_ handshake: ClientHandshake, _ arrived: UnsafeRawBufferPointer) {
        unread.append(contentsOf: arrived)
        switch handshake.judge(unread) {
        case .incomplete: break
        case .refused(let status): finish(.refused(status: status))
        case .accepted(let length):
            phase = .open
            let rest = Array(unread[length...])
            unread = []
            handler.opened(self)
            if isOpen, !rest.isEmpty { rest.withUnsafeBytes(takeFrames) }
        }
    }

    private func takeFrames(_ arrived: UnsafeRawBufferPointer) {
        guard !unread.isEmpty else { return keepUnread(arrived, behind: handleFrames(arrived)) }
        unread.append(contentsOf: arrived)
        let all = unread
        unread = []
        all.withUnsafeBytes { keepUnread($0, behind: handleFrames($0)) }
    }

    private func keepUnread(_ bytes: UnsafeRawBufferPointer, behind taken: Int) {
        if isOpen, taken < bytes.count { unread = Array(bytes[taken...]) }
    }

    /// Handles what is whole at the front, and whatever the handler recognizes; returns how many bytes that were.
    private func handleFrames(_ bytes: UnsafeRawBufferPointer) -> Int {
        var start = 0
        while isOpen, start < bytes.count {
            start += handler.recognized(self, UnsafeRawBufferPointer(rebasing: bytes[start...]))
            guard isOpen, let frame = ServerFrame(UnsafeRawBufferPointer(rebasing: bytes[start...])) else { return start }
            handle(frame)
            start += frame.length
        }
        return start
    }

    private func handle(_ frame: ServerFrame) {
        switch frame.kind {
        case .text where frame.isLast && fragments.isEmpty: handler.received(self, frame.payload)
        case .text, .continuation: takeFragment(frame)
        case .ping: pong(frame.payload)
        case .pong: break
        case .close: finish(.closed(code: frame.closeCode))
        case .forbidden: finish(.broken(reason: "a frame that no server sends"))
        }
    }

    private func takeFragment(_ frame: ServerFrame) {
        fragments.append(contentsOf: frame.payload)
        guard frame.isLast else { return }
        let message = fragments
        fragments = []
        message.withUnsafeBytes { handler.received(self, $0) }
    }

    private func pong(_ payload: UnsafeRawBufferPointer) {
        MaskedFrame.pong(Array(payload), mask: dialer.masks.next(), into: &unsent)
        flush()
    }

    private func finish(_ ending: Ending) {
        if case .ended = phase { return }
        phase = .ended
        watch.close()
        closeDescriptor(descriptor)
        handler.ended(self, ending)
    }
}
