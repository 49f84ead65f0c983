import Glibc
import TestSupport

/// `strace`, attached to a running server: tells its system calls, and lets some of them fail or take long.
final class Strace {
    static let path = "/usr/bin/strace"
    static var isThere: Bool { fileExists(path) }
    static let isMissing = "strace is not installed, so this promise is not tested: apt install strace"

    private let process: TestProcess
    private let folder: TemporaryFolder

    /// Attaches to all threads before it returns. It lets go when the server ends.
    /// - Parameters:
    ///   - calls: separated by commas.
    ///   - inject: what happens to them, as `error=EIO:when=3`.
    init(_ server: LiveServer, calls: String, inject: String? = nil) throws {
        folder = try TemporaryFolder()
        let injection = inject.map { ["-e", "inject=\(calls):\($0)"] } ?? []
        process = try TestProcess(
            Self.path, ["-f", "-s", "64", "-o", folder("trace"), "-e", "trace=\(calls)"] + injection + ["-p", "\(server.process.pid)"],
            errors: folder("errors"))
        for _ in 0..<1_000 where !isAttached(to: server.process.pid) { usleep(10_000) }
        guard isAttached(to: server.process.pid) else { throw Broken("strace cannot attach: \(readFile(folder("errors")))") }
    }

    /// The calls so far, in their order; a call during which another one began has two lines.
    var calls: [Substring] { readFile(folder("trace")).split(separator: "\n") }

    private func isAttached(to pid: pid_t) -> Bool {
        let tasks = names(in: "/proc/\(pid)/task")
        return !tasks.isEmpty && tasks.allSatisfy { !readFile("/proc/\(pid)/task/\($0)/status").contains("TracerPid:\t0\n") }
    }
}
