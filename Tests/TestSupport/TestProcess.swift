import Glibc

/// A child process whose output a test reads line by line. It never outlives the value.
public final class TestProcess {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public let pid: pid_t
    private let output: Int32
    private var buffered: [UInt8] = []
    /// How it ended, once it was waited for.
    private var status: Int32?

    /// Starts `executable`, a path.
    /// - Parameter errors: the file for its standard error, appended to; without one that is the test's own.
    public init(_ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil, errors: String? = nil) throws {
        // Not `pipe`: a process that another thread starts now must not inherit the end that this one writes to.
        var pipe: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pipe) == 0 else { throw Failure(description: "no pair of sockets") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        if let errors { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600) }
        defer { posix_spawn_file_actions_destroy(&actions) }

        // The threads that tests run on block signals, and a process begins with its maker's mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var child: pid_t = 0
        let failure = withCStrings([executable] + arguments) { arguments in
            guard let environment else { return posix_spawn(&child, executable, &actions, &attributes, arguments, environ) }
            return withCStrings(environment.map { "\($0.key)=\($0.value)" }) {
                posix_spawn(&child, executable, &actions, &attributes, arguments, $0)
            }
        }
        Glibc.close(pipe[1])
        guard failure == 0 else {
            Glibc.close(pipe[0])
            throw Failure(description: "cannot start \(executable): \(String(cString: strerror(failure)))")
        }
        pid = child
        output = pipe[0]
    }

    deinit {
        if status == nil {
            kill(pid, SIGKILL)
            _ = waitForExit()
        }
        Glibc.close(output)
    }

    /// The next line of its standard output, without the line end; nil at the end of it.
    /// - Throws: `Failure` when no line comes within `timeout` milliseconds.
    public func readLine(timeout: Int = 10_000) throws -> String? {
        while true {
            if let end = buffered.firstIndex(of: 10) {
                defer { buffered.removeFirst(end + 1) }
                return String(decoding: buffered[..<end], as: UTF8.self)
            }
            guard try fill(timeout: timeout) else {
                defer { buffered = [] }
                return buffered.isEmpty ? nil : String(decoding: buffered, as: UTF8.self)
            }
        }
    }

    /// Sends it a signal, for example `SIGTERM`.
    public func signal(_ signal: Int32) {
        if status == nil { kill(pid, signal) }
    }

    /// Waits until it has ended.
    /// - Returns: its exit status, or the negated number of the signal that ended it.
    @discardableResult
    public func waitForExit() -> Int32 {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0 && errno == EINTR {}
        let ended = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F)
        status = ended
        return ended
    }

    private func fill(timeout: Int) throws -> Bool {
        var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, Int32(timeout)) > 0 else { throw Failure(description: "no line for \(timeout) ms") }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(output, &chunk, chunk.count)
        guard count > 0 else { return false }
        buffered.append(contentsOf: chunk[..<count])
        return true
    }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
