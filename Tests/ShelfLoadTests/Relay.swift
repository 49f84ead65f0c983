import Glibc

/// Stands between clients and a server, and may drop one frame of the server on its way: a fault that only the clients can notice.
final class Relay: @unchecked Sendable {
    let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let dropsFrame: @Sendable (_ payload: [UInt8]) -> Bool

    /// - Parameter dropsFrame: asked for each frame of the server, on any of several threads.
    init(to target: UInt16, dropsFrame: @escaping @Sendable ([UInt8]) -> Bool) {
        self.target = target
        self.dropsFrame = dropsFrame
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

    func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while case let client = accept(listener, nil, nil), client >= 0 {
            let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = loopback(target)
            guard withSocketAddress(&address, { connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }) == 0 else {
                shutdown(client, Int32(SHUT_RDWR))
                continue
            }
            inThread { pump(from: client, to: server) { Array($0) } }
            inThread { [self] in
                var filter = FrameFilter(dropsFrame)
                pump(from: server, to: client) { filter.pass($0) }
            }
        }
        Glibc.close(listener)
    }
}

/// What a server sends: the answer to the handshake as it is, then frames, some of which are left out.
private struct FrameFilter {
    private var held: [UInt8] = []
    private var isPastHandshake = false
    private let drops: @Sendable ([UInt8]) -> Bool

    init(_ drops: @escaping @Sendable ([UInt8]) -> Bool) { self.drops = drops }

    mutating func pass(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        held += bytes
        var passed: [UInt8] = []
        if !isPastHandshake {
            guard held.starts(with: "HTTP/1.1 101".utf8) else { return takeAll() }
            guard let end = endOfHead(held) else { return [] }
            passed = Array(held[..<end])
            held.removeFirst(end)
            isPastHandshake = true
        }
        while let (header, length) = frame(held) {
            if !drops(Array(held[header..<length])) { passed += held[..<length] }
            held.removeFirst(length)
        }
        return passed
    }

    private mutating func takeAll() -> [UInt8] {
        defer { held = [] }
        return held
    }

    private func frame(_ bytes: [UInt8]) -> (header: Int, length: Int)? {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1])
        let header = short == 127 ? 10 : short == 126 ? 4 : 2
        guard bytes.count >= header else { return nil }
        let count = header == 2 ? short : bytes[2..<header].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count >= header + count ? (header, header + count) : nil
    }
}

private func endOfHead(_ bytes: [UInt8]) -> Int? {
    (0...max(0, bytes.count - 4)).first { bytes[$0...].starts(with: [13, 10, 13, 10]) }.map { $0 + 4 }
}

private func pump(from source: Int32, to sink: Int32, _ change: (ArraySlice<UInt8>) -> [UInt8]) {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = recv(source, &chunk, chunk.count, 0), count > 0 {
        let bytes = change(chunk[..<count])
        var sent = 0
        while sent < bytes.count {
            let more = bytes[sent...].withUnsafeBytes { send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard more > 0 else { break }
            sent += more
        }
    }
    // The other direction's thread meets the end too; descriptors are left to the end of the process.
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(sink, Int32(SHUT_RDWR))
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
