import Sockets
import TestSupport
import Testing

extension SocketsTests {
    @Suite struct ListenerTests {
        @Test("H A listener listens where it is told", arguments: [
            ("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("[::1]", "::1"), ("::1", "::1"), ("[::]", "::1"),
        ])
        func listens(host: String, client: String) throws {
            let server: EchoServer
            do {
                server = try EchoServer { $0.host = host }
            } catch let error as ListenerError where host.contains("::") && error.description.contains("not an address") {
                return  // a machine without IPv6
            }
            let tcp = try TestTCP(port: server.port, host: client)
            try tcp.send("GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(String(decoding: try tcp.readToEnd(), as: UTF8.self).contains("address: \"\(client)\", isLoopback: true"))
        }

        @Test("H A busy port is an error with a sentence")
        func busyPort() throws {
            let server = try EchoServer()
            let port = server.port
            let error = #expect(throws: ListenerError.self) { try EchoServer { $0.port = port } }
            #expect(error?.description == "Port \(port) of 127.0.0.1 is in use by another process: stop it, or choose another port.")
        }

        @Test("H A host that is no address is an error with a sentence", arguments: ["nowhere.invalid", "", "300.1.1.1", "[::1", "203.0.113.1"])
        func badHost(host: String) throws {
            let error = #expect(throws: ListenerError.self) { try EchoServer { $0.host = host } }
            #expect(error?.description.hasSuffix(".") == true)
        }

        @Test("H A certificate that cannot be read is an error, and the port is free again")
        func badCertificate() throws {
            let error = #expect(throws: ListenerError.self) {
                try EchoServer { $0.certificate = .init(certificatePath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem") }
            }
            #expect(error?.description.contains("certificate") == true)
        }

        @Test("X Connections beyond the limit are closed, and others take their places")
        func limitsConnections() throws {
            let server = try EchoServer { $0.maxConnections = 3 }
            var sockets = try (0 ..< 3).map { _ in try TestWebSocket(port: server.port) }
            #expect(try TestTCP(port: server.port).isEnded(within: 5000))
            sockets.removeLast()
            #expect(server.waits(for: "closed"))
            pause(milliseconds: 20)
            sockets.append(try TestWebSocket(port: server.port))
            try sockets[2].send(text: "in")
            #expect(try sockets[2].receiveText() == "in")
        }

        @Test("X Half-open connections do not keep others out")
        func halfOpen() throws {
            let server = try EchoServer()
            let half = try (0 ..< 300).map { _ in
                let tcp = try TestTCP(port: server.port)
                try tcp.send("GET / HTTP/1.1\r\nHost: loc")
                return tcp
            }
            let socket = try TestWebSocket(port: server.port)
            try socket.send(text: "in")
            #expect(try socket.receiveText() == "in")
            _ = half
        }
    }
}
