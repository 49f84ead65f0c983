import Glibc
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
            #expect(error?.description == "/nowhere/cert.pem cannot be read: No such file or directory.")
        }

        @Test("X Connections beyond the limit are closed, and others take their places")
        func limitsConnections() throws {
            let server = try EchoServer { $0.maxConnections = 3 }
            var sockets = try (0 ..< 3).map { _ in try TestWebSocket(port: server.port) }
            #expect(try TestTCP(port: server.port).isEnded(within: 5000))
            sockets.removeLast()
            #expect(server.waits(forConnections: 2))
            sockets.append(try TestWebSocket(port: server.port))
            try sockets[2].send(text: "in")
            #expect(try sockets[2].receiveText() == "in")
        }

        @Test("X One address has no more than its share, and loopback no limit", .enabled(if: ownAddress() != nil))
        func limitsAddresses() throws {
            let server = try EchoServer {
                $0.host = "0.0.0.0"
                $0.maxConnectionsPerAddress = 2
            }
            let own = try #require(ownAddress())
            var theirs = try (0 ..< 2).map { _ in try TestTCP(port: server.port, host: own) }
            #expect(try TestTCP(port: server.port, host: own).isEnded(within: 5000))
            let local = try (0 ..< 5).map { _ in try TestWebSocket(port: server.port) }
            #expect(server.waits(for: "opened", count: 5))
            theirs.removeLast()
            #expect(server.waits(forConnections: 6))
            theirs.append(try TestTCP(port: server.port, host: own))
            try theirs[1].send("GET /echo HTTP/1.1\r\nHost: \(own)\r\nConnection: close\r\n\r\n")
            let answer = String(decoding: try theirs[1].readToEnd(), as: UTF8.self)
            #expect(answer.contains("address: \"\(own)\", isLoopback: false"))
            _ = local
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

/// An IPv4 address of this machine that is not loopback, if it has one.
private func ownAddress() -> String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    for interface in sequence(first: first, next: { $0?.pointee.ifa_next }) {
        guard let address = interface?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        getnameinfo(address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if !name.hasPrefix("127.") { return name }
    }
    return nil
}
