import Glibc
import TestSupport

/// A server that runs, on a free port. It never outlives the value.
final class LiveServer {
    /// Folders that outlive a server, so that the next one goes on with them.
    final class Place {
        let folder: TemporaryFolder
        var data: String { folder("data") }
        var web: String { folder("web") }
        var log: String { folder("log") }

        init() throws {
            folder = try TemporaryFolder()
            folder.makeFolder("web")
            try writeFile("\(web)/index.html", "<!doctype html><title>Backspin</title>\n".utf8)
        }
    }

    let place: Place
    let process: TestProcess
    let port: UInt16

    /// Starts a server and waits until it listens.
    /// - Parameter wrapper: a command that becomes the server, as `sh`, with its own arguments.
    init(at place: Place? = nil, flags: [String] = [], wrapper: [String] = []) throws {
        self.place = try place ?? Place()
        let command = wrapper + [Backspin.executable] + Self.arguments(self.place, flags)
        process = try TestProcess(command[0], Array(command.dropFirst()), errors: self.place.log)
        let line = try process.readLine() ?? ""
        let start = "listening on http://127.0.0.1:"
        guard line.hasPrefix(start), let port = UInt16(line.dropFirst(start.count)), port > 0 else {
            throw Broken("the server said \"\(line)\" and logged: \(readFile(self.place.log))")
        }
        self.port = port
    }

    static func arguments(_ place: Place, _ flags: [String] = []) -> [String] {
        ["serve", "--listen", "127.0.0.1:0", "--data", place.data, "--web", place.web] + flags
    }

    /// What it said on standard error.
    var log: String { readFile(place.log) }

    /// Ends it as an operator does.
    /// - Returns: its exit status.
    @discardableResult
    func stop() throws -> Int32 {
        process.signal(SIGTERM)
        return try waitForExit()
    }

    /// - Throws: when it has not ended after 10 s.
    func waitForExit() throws -> Int32 {
        while try process.readLine() != nil {}
        return process.waitForExit()
    }

    /// Ends it without any warning.
    func kill() {
        process.signal(SIGKILL)
        process.waitForExit()
    }
}
