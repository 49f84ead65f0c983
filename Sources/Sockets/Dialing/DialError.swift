import Glibc

/// Why this machine cannot open a connection.
public enum DialError: Error, Equatable, CustomStringConvertible {
    case unknownHost(String)
    /// The process has as many open files as it may.
    case noDescriptors
    /// Every local port is taken.
    case noPorts
    case system(String)

    init(errno code: Int32) {
        self = switch code {
        case EMFILE, ENFILE: .noDescriptors
        case EADDRNOTAVAIL, EADDRINUSE: .noPorts
        default: .system(String(cString: strerror(code)))
        }
    }

    public var description: String {
        switch self {
        case .unknownHost(let host): "there is no host \"\(host)\""
        case .noDescriptors: "the process has no file descriptor left; raise the limit with ulimit -n"
        case .noPorts: "no local port is left; widen net.ipv4.ip_local_port_range, or let other connections end"
        case .system(let reason): reason
        }
    }
}

extension SocketAddress {
    /// The first address of a host's name, or a numeric one.
    init(resolving host: String, port: UInt16) throws(DialError) {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(bare == "localhost" ? "127.0.0.1" : bare, String(port), &hints, &found) == 0, let found else {
            throw DialError.unknownHost(host)
        }
        defer { freeaddrinfo(found) }
        self.init { address, length in
            length.pointee = found.pointee.ai_addrlen
            UnsafeMutableRawPointer(address).copyMemory(from: found.pointee.ai_addr, byteCount: Int(length.pointee))
            return 0
        }
    }

    /// Begins to connect; the socket can be written when it is.
    func connect(_ descriptor: Int32) throws(DialError) {
        let result = withPointer { Glibc.connect(descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw DialError(errno: errno) }
    }
}

/// A socket that never waits.
func openSocket(family: Int32, receiveBuffer: Int32?) throws(DialError) -> Int32 {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw DialError(errno: errno) }
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
    return descriptor
}

/// The error that a socket has met since it was last asked; 0 if none.
func pendingError(_ descriptor: Int32) -> Int32 {
    var code: Int32 = 0
    var length = socklen_t(4)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code
}

func closeDescriptor(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
