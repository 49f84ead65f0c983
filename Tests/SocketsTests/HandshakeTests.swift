import Sockets
import TestSupport
import Testing

/// Sends `request` and gives back the status of the answer, or 0 when the connection just ends.
func status(of request: String, port: UInt16) throws -> Int {
    let tcp = try TestTCP(port: port)
    try tcp.send(request)
    let answer = String(decoding: try tcp.readToEnd(), as: UTF8.self)
    return answer.hasPrefix("HTTP/1.1 ") ? Int(answer.dropFirst(9).prefix(3)) ?? -1 : 0
}

extension SocketsTests {
    @Suite struct HandshakeTests {
        @Test("W A WebSocket opens with the subprotocol, and without extensions")
        func opens() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port, headers: [("Sec-WebSocket-Extensions", "permessage-deflate")])
            #expect(socket.response.contains("Sec-WebSocket-Protocol: backspin.v1\r\n"))
            #expect(socket.response.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
            #expect(!socket.response.lowercased().contains("extensions"))
            #expect(server.waits(for: "opened"))
            #expect(server.notes == ["upgrade /ws/main", "opened"])
        }

        @Test("W The subprotocol may be one of several offered")
        func offersSeveral() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port, subprotocol: "other, backspin.v1")
            #expect(socket.response.contains("Sec-WebSocket-Protocol: backspin.v1\r\n"))
        }

        @Test("W What is no WebSocket of this subprotocol is refused before it is established", arguments: [
            (nil, "13", "websocket", 400),
            ("", "13", "websocket", 400),
            ("backspin.v2", "13", "websocket", 400),
            ("http", "13", "websocket", 400),
            ("backspin.v1", "8", "websocket", 426),
            ("backspin.v1", "", "websocket", 426),
            ("backspin.v1", "13", "h2c", 400),
            ("backspin.v1", "13", "websocket, h2c", 0),
            ("backspin.v1", "13", "TLS/1.0", 0),
        ] as [(String?, String, String, Int)])
        func refuses(subprotocol: String?, version: String, upgrade: String, expected: Int) throws {
            let server = try EchoServer()
            let request = TestWebSocket.handshake(port: server.port, subprotocol: subprotocol, version: version, upgrade: upgrade)
            let answered = try status(of: request, port: server.port)
            #expect(answered == expected)
            #expect(server.notes == [])
        }

        @Test("W Who is refused is told why, in a sentence", arguments: [
            (nil, "13", "offer the subprotocol backspin.v1\n"),
            ("backspin.v2", "13", "offer the subprotocol backspin.v1\n"),
            ("backspin.v1", "8", "the version of WebSockets is 13\n"),
        ] as [(String?, String, String)])
        func saysWhy(subprotocol: String?, version: String, sentence: String) throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            try tcp.send(TestWebSocket.handshake(port: server.port, subprotocol: subprotocol, version: version))
            #expect(String(decoding: try tcp.readToEnd(), as: UTF8.self).hasSuffix("\r\n\r\n" + sentence))
        }

        @Test("H3 Only pages of the server's own host or an allowed one may open a WebSocket", arguments: [
            (nil, 101),
            ("http://127.0.0.1:PORT", 101),
            ("https://127.0.0.1:PORT", 101),
            ("https://lists.example", 101),
            ("http://lists.example", 403),
            ("https://lists.example.evil.example", 403),
            ("http://evil.example", 403),
            ("http://127.0.0.1", 403),
            ("http://127.0.0.1:1", 403),
            ("http://127.0.0.1:PORT.evil.example", 403),
            ("null", 403),
            ("127.0.0.1:PORT", 403),
            ("https://lists.example, https://lists.example", 403),
            (String(repeating: "x", count: 1000), 403),
        ] as [(String?, Int)])
        func checksOrigin(origin: String?, expected: Int) throws {
            let server = try EchoServer { $0.allowedOrigins = ["https://lists.example"] }
            let origin = origin.map { $0.split(separator: "PORT", omittingEmptySubsequences: false).joined(separator: "\(server.port)") }
            let tcp = try TestTCP(port: server.port)
            try tcp.send(TestWebSocket.handshake(port: server.port, origin: origin))
            #expect(try tcp.read(upTo: "\r\n").hasPrefix("HTTP/1.1 \(expected) "))
            #expect(server.notes.isEmpty == (expected != 101))
        }

        @Test("H3 Two Origin headers are one that is not allowed")
        func refusesTwoOrigins() throws {
            let server = try EchoServer()
            let own = "http://127.0.0.1:\(server.port)"
            let request = TestWebSocket.handshake(port: server.port, origin: own, headers: [("Origin", "http://evil.example")])
            #expect(try status(of: request, port: server.port) == 403)
        }

        @Test("H3 A foreign Origin is refused without a subprotocol too")
        func refusesForeignWithoutSubprotocol() throws {
            let server = try EchoServer()
            let request = TestWebSocket.handshake(port: server.port, subprotocol: nil, origin: "http://evil.example")
            #expect(try status(of: request, port: server.port) == 400)
            #expect(server.notes == [])
        }

        @Test("H3 On loopback a Host that is no loopback name is refused, for pages and for WebSockets", arguments: [
            ("localhost", true),
            ("localhost:PORT", true),
            ("LOCALHOST:PORT", true),
            ("127.0.0.1", true),
            ("127.0.0.1:PORT", true),
            ("127.8.9.10:PORT", true),
            ("[::1]", true),
            ("[::1]:PORT", true),
            ("evil.example", false),
            ("evil.example:PORT", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false),
            ("127.0.0.1:evil", false),
            ("127.0.0.evil", false),
            ("128.0.0.1", false),
            ("127.0.0.256", false),
            ("::1", false),
            ("localhost, evil.example", false),
            ("evil.example, localhost", false),
        ])
        func checksHost(host: String, isAllowed: Bool) throws {
            let server = try EchoServer()
            let host = host.split(separator: "PORT", omittingEmptySubsequences: false).joined(separator: "\(server.port)")
            let page = "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
            #expect(try status(of: page, port: server.port) == (isAllowed ? 200 : 403))
            let tcp = try TestTCP(port: server.port)
            try tcp.send(TestWebSocket.handshake(port: server.port, host: host))
            #expect(try tcp.read(upTo: "\r\n").hasPrefix("HTTP/1.1 \(isAllowed ? 101 : 403) "))
        }

        @Test("H3 Without a Host nothing is answered but 400")
        func needsHost() throws {
            let server = try EchoServer()
            #expect(try status(of: "GET / HTTP/1.1\r\n\r\n", port: server.port) == 400)
            #expect(try status(of: "GET / HTTP/1.0\r\n\r\n", port: server.port) == 400)
        }

        @Test("H3 A server that others can reach takes any Host")
        func takesAnyHostWhenOpen() throws {
            let server = try EchoServer { $0.host = "0.0.0.0" }
            #expect(try status(of: "GET / HTTP/1.1\r\nHost: lists.example\r\nConnection: close\r\n\r\n", port: server.port) == 200)
        }

        @Test("W A WebSocket that the handler refuses gets its status")
        func handlerRefuses() throws {
            let server = try EchoServer()
            #expect(try status(of: TestWebSocket.handshake(port: server.port, path: "/other"), port: server.port) == 404)
            #expect(server.notes == ["upgrade /other"])
        }

        @Test("H An unknown Upgrade on a kept-alive connection ends it, and nothing else", arguments: ["h2c", "foo", "websocket"])
        func unknownUpgradeAfterAnswer(upgrade: String) throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            let page = "GET /missing HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try tcp.send(page)
            #expect(try tcp.read(upTo: "not found\n").hasPrefix("HTTP/1.1 404 "))
            try tcp.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: \(upgrade)\r\n\r\n")
            let answer = String(decoding: try tcp.readToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix(upgrade == "foo" ? "HTTP/1.1 403 " : "HTTP/1.1 400 "))
            #expect(answer.split(separator: "HTTP/1.1").count == 1, "\(answer)")
            #expect(try status(of: "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port: server.port) == 200)
        }
    }
}
