import TestSupport
import Testing

/// Whose pages may connect (H3), to a real server.
struct OriginTests {
    private let server: LiveServer

    init() throws { server = try LiveServer(flags: ["--allow-origin", "https://example.org", "--allow-origin=http://localhost:3000"]) }

    /// The status that the upgrade is answered with.
    private func status(host: String? = nil, origin: String? = nil, headers: [(String, String)] = []) throws -> Int {
        let tcp = try TestTCP(port: server.port)
        try tcp.send(TestWebSocket.handshake(port: server.port, origin: origin, host: host, headers: headers))
        let line = try tcp.read(upTo: "\r\n")
        return Int(line.split(separator: " ")[1]) ?? 0
    }

    @Test("H3 The server's own pages, those of allowed origins and scripts are let in")
    func allowed() throws {
        for origin in [nil, "http://127.0.0.1:\(server.port)", "https://example.org", "http://localhost:3000"] {
            #expect(try status(origin: origin) == 101, "\(origin ?? "none")")
        }
        #expect(try status(host: "localhost:\(server.port)", origin: "http://localhost:\(server.port)") == 101)
    }

    @Test("H3 Pages of others are refused", arguments: [
        "https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "https://example.org.evil.example", "https://example.org:444",
        "http://example.org", "https://sub.example.org", "https://example.org/", "HTTPS://example.org,https://evil.example", "https://evil.example#https://example.org",
        String(repeating: "a", count: 1_000),
    ])
    func refused(origin: String) throws {
        #expect(try status(origin: origin) == 403)
    }

    @Test("H3 Two origins are none")
    func twice() throws {
        #expect(try status(origin: "https://example.org", headers: [("Origin", "https://evil.example")]) == 403)
        #expect(try status(origin: "https://evil.example", headers: [("Origin", "https://example.org")]) == 403)
    }

    @Test("H3 On loopback, a foreign Host is refused, for the page and for the socket", arguments: [
        "evil.example", "evil.example:8420", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1", "0.0.0.0", "127.0.0.1:port", "[::2]", "xlocalhost",
    ])
    func foreignHost(host: String) throws {
        #expect(try status(host: host, origin: "http://\(host)") == 403)
        #expect(try ask(server.port, "/", host: host).status == 403)
        #expect(try ask(server.port, "/api/shelves/main", host: host).status == 403)
    }

    @Test("H3 Every name of loopback is one", arguments: ["localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:8420", "[::1]", "[::1]:8420"])
    func loopbackHost(host: String) throws {
        #expect(try status(host: host) == 101)
        #expect(try ask(server.port, "/", host: host).status == 200)
    }
}
