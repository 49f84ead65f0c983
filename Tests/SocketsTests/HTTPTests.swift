import Sockets
import TestSupport
import Testing

extension SocketsTests {
    @Suite struct HTTPTests {
        @Test("H1 A GET is answered from memory, and the connection kept for the next one")
        func keepsAlive() throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            for _ in 0 ..< 3 {
                try tcp.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let head = try tcp.read(upTo: "\r\n\r\n")
                #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(head.contains("\r\nContent-Type: text/html\r\n"))
                #expect(head.contains("\r\nContent-Length: 12\r\nConnection: keep-alive\r\n"))
                #expect(try tcp.read(12) == Array("<p>hello</p>".utf8))
            }
        }

        @Test("H1 Who asks for it is hung up on after the answer", arguments: [
            ("HTTP/1.1", "close"), ("HTTP/1.1", "Close"), ("HTTP/1.0", nil),
        ] as [(String, String?)])
        func closes(version: String, connection: String?) throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            try tcp.send("GET / \(version)\r\nHost: localhost\r\n\(connection.map { "Connection: \($0)\r\n" } ?? "")\r\n")
            let answer = String(decoding: try tcp.readToEnd(), as: UTF8.self)
            #expect(answer.contains("Connection: close\r\n"))
            #expect(answer.hasSuffix("<p>hello</p>"))
        }

        @Test("H1 HEAD gets the headers of GET and nothing else")
        func head() throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            try tcp.send("HEAD /large HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(try tcp.read(upTo: "\r\n\r\n").contains("Content-Length: \(largeBody.count)\r\n"))
            let second = String(decoding: try tcp.readToEnd(), as: UTF8.self)
            #expect(second.contains("Content-Length: 12\r\n"))
            #expect(second.hasSuffix("\r\n\r\n"))
        }

        @Test("H1 A body of megabytes arrives whole, and the connection goes on")
        func largeBodyArrives() throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port, receiveBuffer: 4096)
            for _ in 0 ..< 2 {
                try tcp.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try tcp.read(upTo: "\r\n\r\n")
                let body = try tcp.read(largeBody.count)
                #expect(body == largeBody)
            }
        }

        @Test("H1 Requests that come in one go are answered one after the other")
        func pipelined() throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            let request = "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try tcp.send(request + request + "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let answer = try tcp.readToEnd()
            #expect(answer.count > 2 * largeBody.count)
            #expect(String(decoding: answer.suffix(12), as: UTF8.self) == "<p>hello</p>")
        }

        @Test("H2 304 has no body and no length")
        func notModified() throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            try tcp.send("GET /same HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"v1\"\r\nConnection: close\r\n\r\n")
            let answer = String(decoding: try tcp.readToEnd(), as: UTF8.self)
            #expect(answer == "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\nConnection: close\r\n\r\n")
        }

        @Test("H1 Path, query and headers reach the handler")
        func request() throws {
            let server = try EchoServer()
            let tcp = try TestTCP(port: server.port)
            try tcp.send("GET /echo?a=1&b=%20 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n")
            let answer = String(decoding: try tcp.readToEnd(), as: UTF8.self)
            for part in ["path: \"/echo\"", "query: [\"a=1\", \"b= \"]", "host: \"localhost\"", "Optional(\"gzip\")", "Optional(\"Bearer t\")", "isLoopback: true"] {
                #expect(answer.contains(part), "\(answer)")
            }
        }

        @Test("H1 Only GET and HEAD, and no bodies", arguments: [
            ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", [405]),
            ("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", [405]),
            ("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", [405]),
            ("DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n", [405]),
            ("PATCH / HTTP/1.1\r\nHost: localhost\r\n\r\n", [405]),
            ("OPTIONS / HTTP/1.1\r\nHost: localhost\r\n\r\n", [405]),
            ("CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", [405, 403, 0]),
            ("TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", [405, 403, 0]),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc", [400]),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", [400]),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 3\r\n\r\nabc", [400, 0]),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", [400, 0]),
            ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [405, 403, 400, 0]),
            ("GARBAGE\r\n\r\n", [403, 400, 0]),
            ("\u{16}\u{3}\u{1}\u{0}\u{0}\r\n\r\n", [403, 400, 0]),
        ])
        func refuses(request: String, allowed: [Int]) throws {
            let server = try EchoServer()
            let answered = try status(of: request, port: server.port)
            #expect(allowed.contains(answered), "\(answered)")
            #expect(server.notes == [])
        }

        @Test("H3 A zero byte does not make a foreign name a good one", arguments: [
            "Host: localhost\u{0}.evil.example", "Host: evil.example\u{0}localhost", "X: \u{0}\r\nHost: evil.example",
        ])
        func zeroByte(header: String) throws {
            let server = try EchoServer { $0.headerTimeout = 100 }
            #expect([0, 400, 403].contains(try status(of: "GET / HTTP/1.1\r\n\(header)\r\n\r\n", port: server.port)))
            #expect(server.notes == [])
        }

        @Test("H2 No spelling of a path leaves the handler's pages", arguments: [
            "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/./../etc/passwd",
            "/a/../../../etc/passwd", "/%", "/%zz", "/etc/passwd%00.html", "\\..\\etc",
        ])
        func strangePaths(path: String) throws {
            let server = try EchoServer()
            let answered = try status(of: "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port: server.port)
            #expect([404, 403, 400, 0].contains(answered), "\(answered)")
            #expect(!server.notes.contains { $0.contains("..") }, "\(server.notes)")
        }

        @Test("X Headers beyond 8 KiB end the connection")
        func headersTooLarge() throws {
            let server = try EchoServer()
            let header = "Cookie: \(String(repeating: "c", count: 9000))\r\n"
            #expect(try status(of: "GET / HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n", port: server.port) != 200)
            #expect(server.notes == [])
            let fits = "Cookie: \(String(repeating: "c", count: 7000))\r\n"
            #expect(try status(of: "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(fits)\r\n", port: server.port) == 200)
        }

        @Test("X Headers that do not come in time end the connection, also when they trickle")
        func slowHeaders() throws {
            let server = try EchoServer { $0.headerTimeout = 200 }
            let silent = try TestTCP(port: server.port)
            let slow = try TestTCP(port: server.port)
            try slow.send("GET / HTTP/1.1\r\n")
            var sent = 0
            while sent < 200, !slow.isEnded(within: 20) {
                try? slow.send("X")
                sent += 1
            }
            #expect(sent < 200)
            #expect(silent.isEnded(within: 3000))
            #expect(try status(of: "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port: server.port) == 200)
        }

        @Test("X A kept-alive connection that asks nothing more is ended")
        func idleKeepAlive() throws {
            let server = try EchoServer { $0.headerTimeout = 200 }
            let tcp = try TestTCP(port: server.port)
            try tcp.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try tcp.read(upTo: "<p>hello</p>")
            #expect(tcp.isEnded(within: 5000))
        }

        @Test("X Who does not take the answer is hung up on, who is slow is not")
        func slowReader() throws {
            let server = try EchoServer { $0.hangUpAfter = 1000 }
            let stalled = try TestTCP(port: server.port, receiveBuffer: 4096)
            try stalled.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let slow = try TestTCP(port: server.port, receiveBuffer: 4096)
            try slow.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try slow.read(upTo: "\r\n\r\n")
            for _ in 0 ..< 8 {
                _ = try slow.read(largeBody.count / 8)
                pause(milliseconds: 200)
            }
            #expect(try stalled.readToEnd().count < largeBody.count)
        }
    }
}
