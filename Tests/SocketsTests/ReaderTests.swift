import Sockets
import TestSupport
import Testing

extension SocketsTests {
    @Suite struct ReaderTests {
        @Test("B2 A reader that does not read gets behind, and is writable when it has taken what was sent")
        func getsBehind() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port, receiveBuffer: 4096)
            #expect(server.waits(for: "opened"))
            let message = String(repeating: "m", count: 1 << 20)
            server.runNow { #expect($0.connections[0].send(frame(message))) }
            pause(milliseconds: 30)
            server.runNow { handler in
                #expect(handler.connections[0].bytesTaken > 0)
                #expect(handler.connections[0].bytesTaken < 1 << 20)
            }
            #expect(!server.notes.contains("writable"))
            #expect(try socket.receive() == .text(message))
            #expect(server.waits(for: "writable"))
            server.run { handler in
                #expect(!handler.connections[0].isBehind)
                #expect(handler.connections[0].bytesTaken > 1 << 20)
                handler.connections[0].send(frame("more"))
            }
            #expect(try socket.receive() == .text("more"))
        }

        @Test("B1 The same bytes reach many readers, whatever each of them does")
        func shares() throws {
            let server = try EchoServer()
            let sockets = try (0 ..< 50).map { index in
                try TestWebSocket(port: server.port, receiveBuffer: index % 5 == 0 ? 4096 : nil)
            }
            #expect(server.waits(for: "opened", count: 50))
            let large = String(repeating: "l", count: 300_000)
            server.run { handler in
                var frames: [UInt8] = []
                for text in ["one", "two", large, "three"] { frames.appendTextFrame { $0.append(contentsOf: text.utf8) } }
                for connection in handler.connections { connection.send(frames) }
            }
            for socket in sockets.reversed() {
                for text in ["one", "two", large, "three"] { #expect(try socket.receive() == .text(text)) }
            }
        }

        @Test("W B2 Pongs stand between messages, never within one, also at a reader that is behind")
        func keepsFramesWhole() throws {
            let server = try EchoServer { $0.sendBufferBytes = 4096 }
            let socket = try TestWebSocket(port: server.port, receiveBuffer: 4096)
            #expect(server.waits(for: "opened"))
            let payload = [UInt8](repeating: UInt8(ascii: "p"), count: 125)
            for number in 0 ..< 100 {
                let text = String(repeating: "m", count: 500 + number * 37)
                // Until it is behind, so that the pong has to wait; each time at another place.
                server.runNow { handler in
                    while !handler.connections[0].isBehind { handler.connections[0].send(frame(text)) }
                }
                try socket.send(.ping, payload)
                while case let heard = try socket.receive(), heard != .pong(payload) { #expect(heard == .text(text)) }
            }
        }

        @Test("B2 No reader slows another")
        func doesNotSlow() throws {
            let server = try EchoServer()
            let stalled = try (0 ..< 10).map { _ in try TestWebSocket(port: server.port, receiveBuffer: 4096) }
            let reader = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened", count: 11))
            for _ in 0 ..< 20 {
                server.run { handler in
                    for connection in handler.connections where !connection.isBehind { connection.send(frame(String(repeating: "m", count: 100_000))) }
                }
                #expect(try reader.receiveText().utf8.count == 100_000)
            }
            _ = stalled
        }

        @Test("X A connection that is paused is not read, and loses nothing when it goes on")
        func pauses() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            server.runNow { $0.pausesAfterMessage = true }
            let message = TestWebSocket.frame(.text, Array("message".utf8))
            // In one go, so that the rest was read already when the first one pauses.
            try socket.tcp.send((0 ..< 5).flatMap { _ in message })
            for number in 1 ... 5 {
                #expect(try socket.receive() == .text("message"))
                pause(milliseconds: 20)
                #expect(server.notes.count { $0 == "received 7 text" } == number)
                server.run { handler in
                    handler.connections[0].resumeReading()
                    handler.connections[0].resumeReading()
                }
            }
            try socket.tcp.send(message)
            #expect(try socket.receive() == .text("message"))
        }

        @Test("X A paused connection can be sent to, closed, and left")
        func pausedEnds() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            #expect(server.waits(for: "opened"))
            server.run { handler in
                handler.connections[0].pauseReading()
                handler.connections[0].pauseReading()
                handler.connections[0].send(frame("hello"))
                handler.connections[0].close(code: 4000)
            }
            #expect(try socket.receive() == .text("hello"))
            #expect(try socket.receive() == .close(code: 4000, reason: ""))
            try socket.send(close: 4000)
            #expect(server.waits(for: "closed"))
        }

        @Test("W A silent client is pinged, and hung up on when it does not answer")
        func hangsUp() throws {
            let server = try EchoServer {
                $0.pingInterval = 60
                $0.hangUpAfter = 1000
            }
            let dead = try TestWebSocket(port: server.port)
            let alive = try TestWebSocket(port: server.port)
            for _ in 0 ..< 60 where !server.notes.contains("closed") {
                #expect(try alive.receive() == .ping(Array("ping".utf8)))
                try alive.send(.pong, Array("ping".utf8))
            }
            #expect(try dead.receive() == .ping(Array("ping".utf8)))
            #expect(try dead.receive() != .ping(Array("ping".utf8)))
            #expect(server.notes.count { $0 == "closed" } == 1)
        }
    }
}
