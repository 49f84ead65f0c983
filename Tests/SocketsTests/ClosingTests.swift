import Sockets
import TestSupport
import Testing

extension SocketsTests {
    @Suite struct ClosingTests {
        @Test("W10 After what was sent comes the close frame with its code and reason, then the end", arguments: [1012, 4001, 4499, 4504])
        func closes(code: Int) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            server.run { handler in
                for number in 0 ..< 10 { handler.connections[0].send(frame("\(number)")) }
                handler.connections[0].close(code: code, reason: "because")
                handler.connections[0].send(frame("never"))
                #expect(!handler.connections[0].isOpen)
            }
            for number in 0 ..< 10 { #expect(try socket.receive() == .text("\(number)")) }
            #expect(try socket.receive() == .close(code: code, reason: "because"))
            try socket.send(close: code)
            #expect(try socket.receive() == .end)
            #expect(server.waits(for: "closed"))
        }

        @Test("W10 All that was sent arrives before the close frame, also at a reader that was behind")
        func closesBehind() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port, receiveBuffer: 4096)
            let message = String(repeating: "m", count: 2 << 20)
            #expect(server.waits(for: "opened"))
            server.run { handler in
                #expect(handler.connections[0].send(frame(message)))
                #expect(handler.connections[0].isBehind)
                handler.connections[0].close(code: 4001, reason: "slow")
            }
            pause(milliseconds: 50)
            #expect(try socket.receive() == .text(message))
            #expect(try socket.receive() == .close(code: 4001, reason: "slow"))
            #expect(!server.notes.contains("writable"))
        }

        @Test("W10 A long message to one that is behind arrives before the close frame, and pings are answered meanwhile", arguments: [false, true])
        func longMessage(isClosed: Bool) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port, receiveBuffer: 4096)
            let message = String(repeating: "Grüße ", count: 1 << 20)
            #expect(server.waits(for: "opened"))
            server.runNow { handler in
                #expect(handler.connections[0].send(long(message)) && handler.connections[0].isBehind)
                if isClosed { handler.connections[0].close(code: 4001, reason: "slow") }
            }
            for number in UInt8(0) ..< 3 { try socket.send(.ping, [number]) }
            pause(milliseconds: 50)
            var received: [TestWebSocket.Incoming] = []
            while !received.contains(.text(message)) { received.append(try socket.receive()) }
            guard !isClosed else { return #expect(try socket.receiveClose() == 4001) }
            #expect(server.waits(for: "writable"))
            server.run { $0.connections[0].send(frame("next")) }
            #expect(try socket.receiveText() == "next")
        }

        @Test("W10 A client that does not answer the close frame, or reads nothing at all, is gone after the time for it", arguments: [false, true])
        func closesStalled(isBehind: Bool) throws {
            let server = try EchoServer { $0.closeTimeout = 100 }
            let socket = try TestWebSocket(port: server.port, receiveBuffer: 4096)
            #expect(server.waits(for: "opened"))
            server.run { handler in
                if isBehind { handler.connections[0].send(frame(String(repeating: "m", count: 2 << 20))) }
                handler.connections[0].close(code: 4001)
            }
            #expect(server.waits(for: "closed"))
            _ = socket
        }

        @Test("W10 What the client sends behind our close frame is dropped")
        func dropsBehindClose() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            server.run { $0.connections[0].close(code: 4500) }
            #expect(try socket.receive() == .close(code: 4500, reason: ""))
            try socket.send(text: "late")
            try socket.send(close: 4500)
            #expect(try socket.receive() == .end)
            #expect(server.waits(for: "closed"))
            #expect(!server.notes.contains { $0.hasPrefix("received") })
        }

        @Test("W10 A reason that is too long is cut between characters")
        func cutsReason() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            server.run { $0.connections[0].close(code: 4000, reason: String(repeating: "€", count: 60)) }
            #expect(try socket.receive() == .close(code: 4000, reason: String(repeating: "€", count: 41)))
        }

        @Test("W A client's close is answered with its code", arguments: [1000, 1001, 4999])
        func clientCloses(code: Int) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.send(close: code)
            #expect(try socket.receiveClose() == code)
            #expect(try socket.receive() == .end)
            #expect(server.waits(for: "closed"))
        }

        @Test("W A client that goes without a word is told as closed, once")
        func clientGoes() throws {
            let server = try EchoServer()
            var socket: TestWebSocket? = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            _ = socket?.response
            socket = nil
            #expect(server.waits(for: "closed"))
            pause(milliseconds: 20)
            #expect(server.notes == ["upgrade /ws/main", "opened", "closed"])
        }

        @Test("W Nothing is written behind a close frame that answers a bad client")
        func silentAfterFault() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.send(.text, [0xFF])
            #expect(try socket.receiveClose() == 1007)
            server.runNow { handler in
                for connection in handler.connections { connection.send(frame("never")) }
            }
            try socket.send(close: 1007)
            #expect(try socket.receive() == .end)
        }

        @Test("W10 Closing from within any call is safe", arguments: ["opened", "received", "writable"])
        func closesWithin(call: String) throws {
            let server = try EchoServer()
            server.runNow { $0.closesIn = call }
            let socket = try TestWebSocket(port: server.port, receiveBuffer: 4096)
            let message = TestWebSocket.frame(.text, Array("x".utf8))
            if call == "received" { try socket.tcp.send(message + message) }
            if call == "writable" {
                #expect(server.waits(for: "opened"))
                server.run { $0.connections[0].send(frame(String(repeating: "m", count: 2 << 20))) }
            }
            #expect(try socket.receiveClose() == 4000)
            #expect(server.notes.count { $0.hasPrefix("received") } == (call == "received" ? 1 : 0))
        }

        @Test("B3 Accepting stops while connections go on, and the port is free at once")
        func stopsAccepting() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            server.runNow { $0.listener?.stopAccepting() }
            #expect(throws: TestTCP.Failure.self) { try TestTCP(port: server.port) }
            try socket.send(text: "still here")
            #expect(try socket.receiveText() == "still here")
            let port = server.port
            let next = try EchoServer { $0.port = port }
            #expect(next.port == port)
        }

        @Test("B3 Ending a listener ends its connections, in whatever state they are")
        func endsAll() throws {
            var server: EchoServer? = try EchoServer()
            let port = server!.port
            let sockets = try (0 ..< 20).map { _ in try TestWebSocket(port: port) }
            let half = try TestTCP(port: port)
            try half.send("GET / HT")
            let large = try TestTCP(port: port, receiveBuffer: 4096)
            try large.send("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let idle = try TestTCP(port: port)
            try sockets[0].send(.text, [0x61], isFinal: false)
            #expect(server!.waits(for: "opened", count: 20))
            server!.run { $0.connections[1].send(frame(String(repeating: "m", count: 2 << 20))) }
            server!.run { $0.connections[2].close(code: 1012) }
            server = nil
            for socket in sockets { #expect(socket.tcp.isEnded(within: 5000)) }
            #expect(half.isEnded(within: 5000))
            #expect(large.isEnded(within: 5000))
            #expect(idle.isEnded(within: 5000))
        }
    }
}

/// One text message, in fragments when it is long.
func long(_ text: String) -> [UInt8] {
    var frames: [UInt8] = []
    frames.appendTextMessage { $0.append(contentsOf: text.utf8) }
    return frames
}

/// One text message, framed.
func frame(_ text: String) -> [UInt8] {
    var frames: [UInt8] = []
    frames.appendTextFrame { $0.append(contentsOf: text.utf8) }
    return frames
}
