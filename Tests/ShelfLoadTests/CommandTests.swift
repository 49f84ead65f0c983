import Glibc
import Synchronization
import TestSupport
import Testing

/// `backspin load` as people run it, against a server that is real.
@Suite(.serialized) struct CommandTests {
    @Test("Clients that are cut and readers that are slow find a good server good, and the status is 0")
    func good() throws {
        let server = try RunningServer()
        let (status, lines) = try load(server.port, ["--for", "2s", "--clients", "20", "--rate", "400", "--watchers", "10", "--slow", "2", "--cut", "20/s"])
        #expect(status == 0, "\(lines)")
        #expect(lines.count { $0.hasPrefix("good  ") } == 4)
        #expect(lines.contains { $0.contains("of them cut by us") })
        #expect(server.stop() == 0)
    }

    @Test("Four clients that keep eight requests open find a good server good on each of three shelves")
    func closedLoop() throws {
        let server = try RunningServer()
        let (status, lines) = try load(server.port, ["--for", "1s", "--clients", "6", "--window", "8", "--shelves", "3", "--seed", "7"])
        #expect(status == 0, "\(lines)")
        #expect(server.stop() == 0)
    }

    @Test("A frame that is lost on the way is found, and the status is 1")
    func lostFrame() throws {
        let server = try RunningServer()
        let dropped = Mutex(false)
        let relay = Relay(to: server.port) { payload in
            guard String(decoding: payload.prefix(40), as: UTF8.self).hasPrefix("{\"t\":\"ev\",\"seq\":30,") else { return false }
            return dropped.withLock { isDropped in
                defer { isDropped = true }
                return !isDropped
            }
        }
        defer { relay.close() }
        let (status, lines) = try load(relay.port, ["--for", "1s", "--clients", "4", "--rate", "100"])
        #expect(status == 1)
        #expect(lines.contains { $0.contains("was told event 31 behind 29") }, "\(lines)")
        #expect(server.stop() == 0)
    }

    @Test("A scenario that the server plays otherwise is shown, and the status is 1")
    func scenarios() throws {
        let server = try RunningServer()
        let script = server.folder("script.txt")
        try write("# A story\nstart: A B\nU: delete B -> A\nU: undo -> A B\ncan: U redo\n", to: script)
        let (good, _) = try load(server.port, ["--script", script])
        #expect(good == 0)
        try write("# A story\nstart: A B\nU: delete B -> B\n", to: script)
        let (bad, lines) = try load(server.port, ["--script", script])
        #expect(bad == 1)
        #expect(lines.contains("DIFFERS  A story"))
        #expect(server.stop() == 0)
    }

    @Test("Where no server is, one sentence says so")
    func nobody() throws {
        let (status, _) = try load(1, ["--for", "1s"])
        #expect(status == 1)
    }
}

private func load(_ port: UInt16, _ arguments: [String]) throws -> (status: Int32, lines: [String]) {
    let tool = try TestProcess(RunningServer.executable, ["load", "http://127.0.0.1:\(port)/s/try"] + arguments)
    var lines: [String] = []
    while let line = try tool.readLine(timeout: 60_000) { lines.append(line) }
    return (tool.waitForExit(), lines)
}

private func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
}

/// A server with an empty journal on a free port.
private final class RunningServer {
    /// Beside the program that runs the tests.
    static let executable: String = {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let tests = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)] + "/backspin"
    }()

    private let temporary: TemporaryFolder
    private let process: TestProcess
    let port: UInt16

    init() throws {
        temporary = try TemporaryFolder()
        temporary.makeFolder("web")
        try write("<!doctype html>", to: temporary("web/index.html"))
        process = try TestProcess(Self.executable, ["serve", "--listen", "127.0.0.1:0", "--data", temporary("data"), "--web", temporary("web")])
        let line = try process.readLine()
        port = try #require(line?.split(separator: ":").last.flatMap { UInt16($0) })
    }

    func folder(_ name: String) -> String { temporary(name) }

    func stop() -> Int32 {
        process.signal(SIGTERM)
        return process.waitForExit()
    }
}
