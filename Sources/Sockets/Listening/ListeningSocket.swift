import Glibc

/// A bound TCP socket that accepts. Our own, not libwebsockets': a busy port has a reason, and accepting can stop while connections live on.
final class ListeningSocket {
    let address: SocketAddress
    private let descriptor: Int32
    private let watch: DescriptorWatch

    init(loop: EventLoop, host: String, port: UInt16, accepted: @escaping (Int32, SocketAddress) -> Void) throws {
        let wanted = try SocketAddress(host: host, port: port)
        descriptor = socket(wanted.family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw ListenerError.cannotListen(host, port, errno) }
        do {
            address = try Self.bind(descriptor, wanted, host, port)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        // Set once `self` is whole; the watch calls it with each readiness.
        let acceptor = Acceptor(descriptor: descriptor, accepted: accepted)
        watch = DescriptorWatch(loop: loop, descriptor: descriptor) { acceptor.acceptSome() }
        acceptor.outOfDescriptors = { [weak loop, weak watch] in
            // The connection that waits keeps the socket readable: without a pause the loop would spin.
            watch?.pause()
            loop?.timer(after: 100) { [weak watch] in watch?.resume() }
        }
    }

    func close() {
        watch.close()
        Glibc.close(descriptor)
    }

    private static func bind(_ descriptor: Int32, _ wanted: SocketAddress, _ host: String, _ port: UInt16) throws -> SocketAddress {
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard wanted.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0, listen(descriptor, 4096) == 0 else {
            throw ListenerError.cannotListen(host, port, errno)
        }
        return SocketAddress { getsockname(descriptor, $0, $1) }
    }
}

/// Takes connections from a listening socket.
private final class Acceptor {
    let descriptor: Int32
    let accepted: (Int32, SocketAddress) -> Void
    var outOfDescriptors: () -> Void = {}

    init(descriptor: Int32, accepted: @escaping (Int32, SocketAddress) -> Void) {
        self.descriptor = descriptor
        self.accepted = accepted
    }

    /// A few at a time. Each one's handshake and hello come in the next turns, so this is what bounds how long a turn lasts in which thousands
    /// come at once, and those who are here wait; how many come in a second it does not change.
    private static let acceptsPerTurn = 16

    func acceptSome() {
        for _ in 0 ..< Self.acceptsPerTurn {
            var taken: Int32 = -1
            let address = SocketAddress {
                taken = accept(descriptor, $0, $1)
                return taken
            }
            guard taken >= 0 else {
                if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM { outOfDescriptors() }
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
            _ = fcntl(taken, F_SETFD, FD_CLOEXEC)
            _ = fcntl(taken, F_SETFL, O_NONBLOCK)
            accepted(taken, address)
        }
    }
}
