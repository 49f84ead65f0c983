import Glibc

/// Stands between clients and a server, and may change what they say on its way, or cut them off.
public final class Relay: @unchecked Sendable {
    /// What is passed on of some bytes, and whether the connection ends behind it, both ways.
    public typealias Filter = (ArraySlice<UInt8>) -> (passed: [UInt8], isCut: Bool)

    public let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let filters: @Sendable () -> (toServer: Filter, toClient: Filter)

    /// - Parameter filters: asked for each connection, and used on two threads.
    public init(to target: UInt16, filters: @escaping @Sendable () -> (toServer: Filter, toClient: Filter)) {
        self.target = target
        self.filters = filters
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withSocketAddress(&address) { bind(listener, $0, length) }
        listen(listener, 64)
        _ = withSocketAddress(&address) { getsockname(listener, $0, &length) }
        port = UInt16(bigEndian: address.sin_port)
        inThread { [self] in acceptAll() }
    }

    public func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while case let client = accept(listener, nil, nil), client >= 0 {
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = loopback(target)
            guard withSocketAddress(&address, { connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }) == 0 else {
                shutdown(client, Int32(SHUT_RDWR))
                continue
            }
            let pair = Pair(client: client, server: server)
            inThread { [self] in pair.pump(from: client, to: server, filters().toServer) }
            inThread { [self] in pair.pump(from: server, to: client, filters().toClient) }
        }
        Glibc.close(listener)
    }
}

/// The two sockets of a connection; closed when both directions have ended.
private final class Pair: Sendable {
    let client: Int32
    let server: Int32

    init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

    deinit {
        Glibc.close(client)
        Glibc.close(server)
    }

    func pump(from source: Int32, to sink: Int32, _ filter: Relay.Filter) {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = recv(source, &chunk, chunk.count, 0), count > 0 {
            let (bytes, isCut) = filter(chunk[..<count])
            guard send(bytes, to: sink), !isCut else { break }
        }
        // The other direction's thread meets the end too.
        for socket in [client, server] { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private func send(_ bytes: [UInt8], to sink: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let more = bytes[sent...].withUnsafeBytes { Glibc.send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard more > 0 else { return false }
            sent += more
        }
        return true
    }
}

private func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

private func withSocketAddress<Result>(_ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
    withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
}

private func inThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    pthread_create(&thread, nil, { box in
        Unmanaged<Body>.fromOpaque(box!).takeRetainedValue().run()
        return nil
    }, box.toOpaque())
    pthread_detach(thread)
}

private final class Body {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
