import Glibc
import TestSupport

/// The Autobahn test suite for WebSockets, a program in Python 2.7: `deploy/setup test` installs it where that interpreter is.
enum Autobahn {
    private static let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/.build/autobahn"
    private static let program = folder + "/bin/wstest"

    static let isInstalled = access(program, X_OK) == 0

    /// What it finds in each case that it tries on an echo at `port`; its reports stay in `.build/autobahn/report`.
    ///
    /// In five cases a message follows a ping and must not come back before the pong, which libwebsockets sends in the next turn of the loop:
    /// they are tried on an echo that is no faster.
    static func findings(port: UInt16) throws -> [String: String] {
        let report = folder + "/report"
        mkdir(report, 0o755)
        // Without 12 and 13, which are about compression: it is never offered.
        try write("""
            {"outdir": "\(report)", "exclude-cases": [],
             "cases": ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"],
             "servers": [{"agent": "at once", "url": "ws://127.0.0.1:\(port)/ws/echo", "protocols": ["backspin.v1"]},
                         {"agent": "later", "url": "ws://127.0.0.1:\(port)/ws/later", "protocols": ["backspin.v1"]}],
             "exclude-agent-cases": {"at once": ["5.6", "5.7", "5.8", "5.19", "5.20"],
                                     "later": ["1.*", "2.*", "3.*", "4.*", "5.1", "5.2", "5.3", "5.4", "5.5", "5.9", "5.10", "5.11", "5.12",
                                               "5.13", "5.14", "5.15", "5.16", "5.17", "5.18", "6.*", "7.*", "9.*", "10.*"]}}
            """, to: report + "/spec.json")
        unlink(report + "/index.json")
        let process = try TestProcess(program, ["-m", "fuzzingclient", "-s", report + "/spec.json"], errors: report + "/errors")
        while try process.readLine(timeout: 600_000) != nil {}
        guard process.waitForExit() == 0 else { throw TestProcess.Failure(description: "wstest failed: see \(report)/errors") }
        let index = try JSON(read(report + "/index.json"))
        return index["at once"].members.merging(index["later"].members) { first, _ in first }.mapValues { finding in
            let (inside, atTheEnd) = (finding["behavior"].text ?? "?", finding["behaviorClose"].text ?? "?")
            return isFine(atTheEnd) ? inside : "\(inside), then \(atTheEnd)"
        }
    }

    /// `INFORMATIONAL`: the standard leaves it open. `FAILED BY CLIENT`: all was said, and the test waited no longer for the end of the stream.
    static func isFine(_ finding: String) -> Bool { ["OK", "INFORMATIONAL", "FAILED BY CLIENT"].contains(finding) }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw TestProcess.Failure(description: "cannot write \(path)") }
        fputs(text, file)
        fclose(file)
    }

    private static func read(_ path: String) throws -> String {
        guard let file = fopen(path, "r") else { throw TestProcess.Failure(description: "cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
