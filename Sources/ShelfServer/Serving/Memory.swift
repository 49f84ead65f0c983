import Glibc

/// Whether this process uses more memory than it should (X): then nobody new is let in, before the system ends it.
final class Memory {
    private let limit: Int
    /// Of `/proc/self/statm`; nothing is opened while serving.
    private let status = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)

    /// - Parameter mebibytes: 0 stands for three quarters of the machine's.
    init(mebibytes: Int) {
        limit = mebibytes > 0 ? mebibytes << 20 : sysconf(Int32(_SC_PHYS_PAGES)) / 4 * 3 * Self.pageSize
    }

    deinit { close(status) }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

    var isShort: Bool { used > limit }

    /// Bytes in memory; 0 where the system does not tell.
    private var used: Int {
        var text = [UInt8](repeating: 0, count: 128)
        let count = pread(status, &text, text.count, 0)
        let pages = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Self.pageSize
    }
}
