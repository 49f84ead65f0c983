import Glibc
import Sockets

/// Lets the server, and who measures it, go first: what this process does stands for other machines.
func stepBack() {
    var parameters = sched_param()
    sched_getparam(0, &parameters)
    if parameters.sched_priority > 1 {
        parameters.sched_priority -= 1
        sched_setscheduler(0, sched_getscheduler(0), &parameters)
    } else {
        parameters.sched_priority = 0
        sched_setscheduler(0, SCHED_OTHER, &parameters)
        nice(5)
    }
}

/// Many connections that misbehave in the same way, each of them again as soon as it is closed. A process of its own (`trials rogues`).
final class Rogues {
    private struct Rogue {
        let index: Int
        var descriptor: Int32 = -1
        var unsent: [UInt8] = []
        var sent = 0
        /// How often it has said something since it connected.
        var said = 0
        /// When it says or tries something next, in nanoseconds.
        var due = 0
        /// The last that it has read: where a close frame would be.
        var tail: [UInt8] = []
        var hasNoMore = false
        /// Its handshake was answered.
        var isOpen = false
    }

    private let kind: RogueKind
    private let port: UInt16
    private let shelf: String
    private let messageBytes: Int
    private var rogues: [Rogue]
    private var connects = 0
    private var refused = 0
    private var sentBytes = 0
    /// How often it was closed with which code; 0 for none.
    private var closes: [Int: Int] = [:]

    /// KIND COUNT PORT SHELF MESSAGE-BYTES SECONDS
    static func run(_ words: [String]) throws {
        guard words.count == 6, let kind = RogueKind(rawValue: words[0]), let count = Int(words[1]), let port = UInt16(words[2]),
              let bytes = Int(words[4]), let seconds = Double(words[5]) else { throw TrialError("rogues: wrong words") }
        Rogues(kind, count, port, words[3], bytes).run(seconds: seconds)
    }

    private init(_ kind: RogueKind, _ count: Int, _ port: UInt16, _ shelf: String, _ messageBytes: Int) {
        (self.kind, self.port, self.shelf, self.messageBytes) = (kind, port, shelf, messageBytes)
        rogues = (0..<count).map { Rogue(index: $0) }
    }

    private func run(seconds: Double) {
        stepBack()
        let end = monotonicNanoseconds() + Int(seconds * 1e9)
        while case let now = monotonicNanoseconds(), now < end {
            for index in rogues.indices where now >= rogues[index].due { act(&rogues[index], now) }
            wait(until: min(end, rogues.lazy.map(\.due).min()!), now)
        }
        let codes = closes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        say("\(kind.rawValue) count=\(rogues.count) connects=\(connects) refused=\(refused) bytes=\(sentBytes) \(codes)")
    }

    private func wait(until due: Int, _ now: Int) {
        var polled = rogues.map { rogue in
            pollfd(fd: rogue.descriptor, events: Int16((kind.reads || !rogue.isOpen ? POLLIN : 0) | (rogue.unsent.isEmpty ? 0 : POLLOUT)), revents: 0)
        }
        let milliseconds = max(0, min(100, (due - now) / 1_000_000))
        guard poll(&polled, nfds_t(polled.count), Int32(milliseconds)) > 0 else { return }
        for (index, entry) in polled.enumerated() where entry.revents != 0 {
            let events = Int32(entry.revents)
            if events & POLLOUT != 0 { flush(&rogues[index]) }
            if kind.reads || !rogues[index].isOpen, events & POLLIN != 0 { read(&rogues[index]) } else if events & (POLLERR | POLLHUP) != 0 { ended(&rogues[index]) }
        }
    }

    private func act(_ rogue: inout Rogue, _ now: Int) {
        guard rogue.descriptor >= 0 else { return connect(&rogue, now) }
        guard rogue.isOpen || kind == .creeping else { return rogue.due = .max }
        if rogue.unsent.isEmpty { speak(&rogue, now) }
        // Until the socket takes it, or there is nothing to say.
        if !rogue.unsent.isEmpty || rogue.hasNoMore { rogue.due = .max }
    }

    private func connect(_ rogue: inout Rogue, _ now: Int) {
        connects += 1
        rogue = Rogue(index: rogue.index)
        rogue.due = now + 500_000_000
        rogue.descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard rogue.descriptor >= 0 else { return refused += 1 }
        if var size = kind.receiveBuffer { setsockopt(rogue.descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(rogue.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard result == 0 || errno == EINPROGRESS else { return ended(&rogue) }
        rogue.unsent = kind.handshake(port: port, shelf: shelf)
        rogue.due = rogue.unsent.isEmpty ? now + 1_000_000_000 : .max
    }

    private func speak(_ rogue: inout Rogue, _ now: Int) {
        guard let (bytes, wait) = kind.next(after: rogue.said, port: port, index: rogue.index, messageBytes: messageBytes) else { return rogue.hasNoMore = true }
        rogue.said += 1
        rogue.unsent = bytes
        rogue.sent = 0
        flush(&rogue)
        if rogue.descriptor >= 0, rogue.unsent.isEmpty { rogue.due = now + wait * 1_000_000 }
    }

    private func flush(_ rogue: inout Rogue) {
        guard rogue.descriptor >= 0, !rogue.unsent.isEmpty else { return }
        let count = rogue.unsent[rogue.sent...].withUnsafeBytes { send(rogue.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count >= 0 else {
            if errno == EAGAIN || errno == ENOTCONN { return }
            // What it was told before may still be there to be read.
            return kind.reads && errno == EPIPE ? read(&rogue) : ended(&rogue)
        }
        sentBytes += count
        rogue.sent += count
        guard rogue.sent == rogue.unsent.count else { return }
        (rogue.unsent, rogue.sent) = ([], 0)
        if rogue.due == .max { rogue.due = 0 }
    }

    private func read(_ rogue: inout Rogue) {
        guard rogue.descriptor >= 0 else { return }
        withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { chunk in
            let count = recv(rogue.descriptor, chunk.baseAddress, chunk.count, 0)
            guard count > 0 else {
                if count == 0 || errno != EAGAIN { ended(&rogue) }
                return
            }
            if !rogue.isOpen {
                rogue.isOpen = true
                (rogue.unsent, rogue.sent, rogue.due) = (kind.opening(index: rogue.index), 0, 0)
            }
            rogue.tail = (rogue.tail + chunk[..<count].suffix(256)).suffix(256)
        }
    }

    private func ended(_ rogue: inout Rogue) {
        if rogue.descriptor >= 0 { close(rogue.descriptor) }
        closes[closeCode(rogue.tail), default: 0] += 1
        rogue.descriptor = -1
        (rogue.unsent, rogue.sent) = ([], 0)
        // At once, but not so that this process does nothing else.
        rogue.due = monotonicNanoseconds() + 100_000_000
    }

    /// The code of a close frame at the end of what was read.
    private func closeCode(_ tail: [UInt8]) -> Int {
        for start in tail.indices where tail[start] == 0x88 && start + 3 < tail.count && start + 2 + Int(tail[start + 1]) == tail.count {
            return Int(tail[start + 2]) << 8 | Int(tail[start + 3])
        }
        return 0
    }
}
