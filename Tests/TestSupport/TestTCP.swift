import Glibc

/// A blocking TCP client for tests: sends any bytes at all, and reads with a limit of time.
public final class TestTCP {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let descriptor: Int32
    /// What was received and not yet taken.
    private var received: [UInt8] = []

    /// Connects to a port of this machine.
    /// - Parameter receiveBuffer: the socket's receive buffer in bytes, for a reader that soon is behind.
    public init(port: UInt16, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else { throw Failure(description: "no address \(host)") }
        defer { freeaddrinfo(found) }
        descriptor = socket(found.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
        guard connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            Glibc.close(descriptor)
            throw Failure(description: "cannot connect to port \(port): \(String(cString: strerror(errno)))")
        }
    }

    deinit { Glibc.close(descriptor) }

    /// Sends all of `bytes`; an error only if the other side is gone.
    public func send(_ bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(description: "cannot send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    public func send(_ text: String) throws {
        try send(text.utf8)
    }

    /// The other side sees the end of the stream, and can still send.
    public func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// The next `count` bytes.
    /// - Throws: `Failure` when they do not come within `timeout` milliseconds, or the stream ends before them.
    public func read(_ count: Int, timeout: Int = 5000) throws -> [UInt8] {
        while received.count < count {
            guard try fill(timeout: timeout) else { throw Failure(description: "the stream ended after \(received.count) of \(count) bytes") }
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    /// What comes up to and including `mark`.
    public func read(upTo mark: String, timeout: Int = 5000) throws -> String {
        let mark = Array(mark.utf8)
        var searched = 0
        while true {
            while searched + mark.count <= received.count {
                if received[searched ..< searched + mark.count].elementsEqual(mark) {
                    return String(decoding: try read(searched + mark.count), as: UTF8.self)
                }
                searched += 1
            }
            guard try fill(timeout: timeout) else {
                throw Failure(description: "the stream ended after: \(String(decoding: received, as: UTF8.self))")
            }
        }
    }

    /// All that comes before the end of the stream. A connection that was reset counts as ended.
    public func readToEnd(timeout: Int = 5000) throws -> [UInt8] {
        while try fill(timeout: timeout) {}
        defer { received = [] }
        return received
    }

    /// Whether the other side has ended the stream within `timeout` milliseconds; what it sends meanwhile is kept.
    public func isEnded(within timeout: Int) -> Bool {
        do {
            while try fill(timeout: timeout) {}
            return true
        } catch {
            return false
        }
    }

    /// Waits for the next byte, and leaves it there. False when the stream ends instead.
    public func waitForByte(timeout: Int = 5000) throws -> Bool {
        try !received.isEmpty || fill(timeout: timeout)
    }

    /// Receives once. False at the end of the stream.
    private func fill(timeout: Int) throws -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, Int32(timeout)) > 0 else { throw Failure(description: "nothing came for \(timeout) ms") }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        received.append(contentsOf: chunk[..<count])
        return true
    }
}
