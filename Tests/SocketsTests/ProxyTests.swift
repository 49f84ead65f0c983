import Sockets
import TestSupport
import Testing

extension SocketsTests {
    /// A listener behind a proxy on this machine.
    @Suite struct ProxyTests {
        private func answer(_ server: EchoServer, _ headers: String...) throws -> String {
            let tcp = try TestTCP(port: server.port)
            let lines = ["GET /echo HTTP/1.1", "Host: localhost", "Connection: close"] + headers
            try tcp.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            return String(decoding: try tcp.readToEnd(), as: UTF8.self)
        }

        private func behindProxy() throws -> EchoServer {
            try EchoServer {
                $0.trustedProxy = "localhost"
                $0.maxConnectionsPerAddress = 1
            }
        }

        @Test("A8 The address that a trusted proxy names last counts, and is no loopback", arguments: [
            ("192.0.2.7", "192.0.2.7"), ("127.0.0.1, 192.0.2.7", "192.0.2.7"), ("192.0.2.9,192.0.2.7", "192.0.2.7"), ("2001:DB8::7", "2001:db8::7"),
            ("::ffff:192.0.2.7", "192.0.2.7"), ("[2001:db8::7]", "2001:db8::7"),
        ])
        func forwarded(header: String, address: String) throws {
            let text = try answer(try behindProxy(), "X-Forwarded-For: \(header)")
            #expect(text.contains("address: \"\(address)\", isLoopback: false"))
        }

        @Test("A8 Of two headers the later one counts")
        func repeated() throws {
            let text = try answer(try behindProxy(), "X-Forwarded-For: 192.0.2.9", "X-Forwarded-For: 192.0.2.7")
            #expect(text.contains("address: \"192.0.2.7\""))
        }

        @Test("A8 What names no address counts as the proxy's own", arguments: ["unknown", "evil.example", "192.0.2.7, x", "192.0.2.300"])
        func noAddress(header: String) throws {
            #expect(try answer(try behindProxy(), "X-Forwarded-For: \(header)").contains("address: \"127.0.0.1\", isLoopback: true"))
        }

        @Test("A8 Nobody but the trusted proxy is believed", arguments: [nil, "192.0.2.1"])
        func untrusted(proxy: String?) throws {
            let server = try EchoServer { $0.trustedProxy = proxy }
            #expect(try answer(server, "X-Forwarded-For: 192.0.2.7").contains("address: \"127.0.0.1\""))
        }

        @Test("A8 X The limit of one address counts the proxy's clients one by one")
        func limits() throws {
            let server = try behindProxy()
            func open(_ address: String) throws -> TestWebSocket { try TestWebSocket(port: server.port, headers: [("X-Forwarded-For", address)]) }
            var one: TestWebSocket? = try open("192.0.2.1")
            let two = try open("192.0.2.2")
            let refused = try #require(throws: TestTCP.Failure.self) { try open("192.0.2.1") }
            #expect(refused.description.contains("HTTP/1.1 429 "))
            one = nil
            #expect(server.waits(forConnections: 1))
            one = try open("192.0.2.1")
            withExtendedLifetime((one, two)) {}
        }

        @Test("A8 H3 On loopback the host of an allowed origin is a name of this server, and no other")
        func hosts() throws {
            let server = try EchoServer { $0.allowedOrigins = ["https://lists.example"] }
            let socket = try TestWebSocket(port: server.port, origin: "https://lists.example", host: "lists.example")
            try socket.send(text: "in")
            #expect(try socket.receiveText() == "in")
            #expect(throws: TestTCP.Failure.self) { try TestWebSocket(port: server.port, host: "evil.example") }
            #expect(throws: TestTCP.Failure.self) { try TestWebSocket(port: server.port, origin: "https://evil.example", host: "lists.example") }
        }

        @Test("A8 A proxy that is no address is an error with a sentence")
        func badProxy() {
            let error = #expect(throws: ListenerError.self) { try EchoServer { $0.trustedProxy = "proxy.example" } }
            #expect(error?.description == "\"proxy.example\" is no address that a proxy can have: give an IPv4 or IPv6 address, or localhost.")
        }
    }
}
