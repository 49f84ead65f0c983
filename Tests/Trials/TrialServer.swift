import Glibc
import ShelfLoad
import Sockets
import TestSupport

/// A server with a folder of its own, and what can be seen of it from outside.
final class TrialServer {
    private let folder: TemporaryFolder
    private let process: TestProcess
    let port: UInt16
    private var logRead = 0

    init(flags: [String]) throws {
        folder = try TemporaryFolder()
        folder.makeFolder("web")
        guard let page = fopen(folder("web/index.html"), "w") else { throw TrialError("no page in \(folder.path)") }
        fputs("<!doctype html><title>Backspin</title>\n", page)
        fclose(page)
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", folder("data"), "--web", folder("web")] + flags
        process = try TestProcess(Self.executable, arguments, errors: folder("log"))
        let line = try process.readLine(timeout: 60_000)
        guard let port = line?.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw TrialError("the server said \(line ?? "nothing")") }
        self.port = port
    }

    /// Beside this program.
    private static let executable: String = {
        let own = (try? readLink("/proc/self/exe")) ?? ""
        return own[..<(own.lastIndex(of: "/") ?? own.startIndex)] + "/backspin"
    }()

    var memory: Int { ProcessUsage(of: Int(process.pid))?.memory ?? 0 }
    /// Nanoseconds that its loop has worked.
    var cpu: Int { ProcessUsage(of: Int(process.pid))?.loop ?? 0 }
    var descriptors: Int { openDescriptors(of: process.pid) }

    func get(_ path: String) throws -> (status: Int, body: [UInt8]) {
        guard let answer = httpGet(host: "127.0.0.1", port: port, path: path) else { throw TrialError("\(path) was not answered") }
        return answer
    }

    /// Its metrics that have no labels, without `backspin_`.
    func metrics() throws -> [String: Double] {
        let lines = String(decoding: try get("/metrics").body, as: UTF8.self).split(separator: "\n")
        return lines.reduce(into: [:]) { found, line in
            let words = line.split(separator: " ")
            if words.count == 2, words[0].hasPrefix("backspin_") { found[String(words[0].dropFirst(9))] = Double(words[1]) }
        }
    }

    /// The lines that it has logged since this was last asked.
    func newLogLines() -> [Substring] {
        guard let file = fopen(folder("log"), "r") else { return [] }
        defer { fclose(file) }
        fseek(file, logRead, SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        logRead += bytes.count
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Ends it as an operator does, and looks whether its journal is whole.
    /// - Returns: what went wrong.
    func stop() throws -> String? {
        process.signal(SIGTERM)
        let status = process.waitForExit()
        guard status == 0 else { return "the server ended with \(status)" }
        let check = try TestProcess(Self.executable, ["check", "--data", folder("data")])
        while try check.readLine(timeout: 600_000) != nil {}
        return check.waitForExit() == 0 ? nil : "backspin check found damage"
    }
}

struct TrialError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

func readLink(_ path: String) throws -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { throw TrialError("\(path) cannot be read") }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// How many files and sockets a process has open.
private func openDescriptors(of process: pid_t) -> Int {
    guard let folder = opendir("/proc/\(process)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = -2
    while readdir(folder) != nil { count += 1 }
    return count
}
