import Glibc

/// An IPv4 or IPv6 address with a port.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// What a system call fills in.
    init(_ fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        withUnsafeMutableBytes(of: &storage) { bytes in
            _ = fill(bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
        }
    }

    /// The address of a numeric host, or of `localhost`.
    init(host: String, port: UInt16) throws {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(bare == "localhost" ? "127.0.0.1" : bare, String(port), &hints, &found) == 0, let found else {
            throw ListenerError.badHost(host)
        }
        defer { freeaddrinfo(found) }
        length = found.pointee.ai_addrlen
        withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: UnsafeRawBufferPointer(start: found.pointee.ai_addr, count: Int(length))) }
    }

    var family: Int32 { Int32(storage.ss_family) }

    var port: UInt16 {
        // At the same offset in both families.
        withPointer { address, _ in
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        }
    }

    /// The address without its port, as it is written; an IPv4 address that came over an IPv6 socket is written as IPv4.
    var host: String {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        _ = withPointer { getnameinfo($0, $1, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) }
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return host.hasPrefix("::ffff:") && host.contains(".") ? String(host.dropFirst(7)) : host
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: storage) { body($0.baseAddress!.assumingMemoryBound(to: sockaddr.self), length) }
    }
}

/// Whether a numeric address names this machine only.
func isLoopback(_ host: String) -> Bool {
    host.hasPrefix("127.") || host == "::1"
}
