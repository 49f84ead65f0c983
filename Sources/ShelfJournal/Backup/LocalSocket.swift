import Glibc

/// A socket between two processes of this machine that both may enter a folder. Speaks in lines.
final class LocalSocket {
    private let descriptor: Int32

    init(_ descriptor: Int32, patienceSeconds: Int? = nil) {
        self.descriptor = descriptor
        guard let patienceSeconds else { return }
        var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// A descriptor that others can connect to by a name in a folder. One that is left over is replaced.
    static func listen(_ name: String, in folder: String) throws(JournalError) -> Int32 {
        unlink("\(folder)/\(name)")
        let descriptor = make()
        guard call(bind, descriptor, name, in: folder), chmod("\(folder)/\(name)", 0o600) == 0, Glibc.listen(descriptor, 8) == 0 else {
            let error = JournalError.system("\(folder)/\(name) could not be made")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Nil when nobody listens.
    static func connect(to name: String, in folder: String) -> LocalSocket? {
        let socket = LocalSocket(make())
        return call(Glibc.connect, socket.descriptor, name, in: folder) ? socket : nil
    }

    private static func make() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }

    /// An address has room for 107 bytes: the folder is named by a descriptor, as its path may be longer.
    private static func call(
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32, _ name: String, in folder: String
    ) -> Bool {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/proc/self/fd/\(directory)/\(name)".utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
    }

    func send(_ line: String) { put(line + "\n") }

    /// Says that this side is still there, within a line.
    func sendDot() { put(".") }

    private func put(_ text: String) { _ = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

    /// What comes before the next line end; nil when the other side is gone, or silent for too long.
    func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}
