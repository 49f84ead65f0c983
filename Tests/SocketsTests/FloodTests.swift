import Glibc
@testable import Sockets
import TestSupport
import Testing

extension SocketsTests {
    /// Who sends without end what nobody has use for.
    @Suite struct FloodTests {
        private static let pings = Array(repeatElement(TestWebSocket.frame(.ping, [1]), count: 1_000).joined())
        private static let crumbs = Array(repeatElement(TestWebSocket.frame(.continuation, [0x20], isFinal: false), count: 1_000).joined())

        @Test("X A flood of pings is not read for a while, and others are served") func pings() throws {
            let server = try EchoServer { $0.closeTimeout = 100 }
            let flooder = try TestWebSocket(port: server.port)
            let isHeld = flood(flooder, with: Self.pings)
            #expect(isHeld)
            let good = try TestWebSocket(port: server.port)
            try good.send(text: "still here")
            #expect(try good.receiveText() == "still here")
        }

        @Test("X A flood behind the server's close frame is not read any more") func behindClose() throws {
            let server = try EchoServer { $0.closeTimeout = 30_000 }
            let flooder = try TestWebSocket(port: server.port)
            try flooder.send(.text, [0x7B], isFinal: false)
            #expect(server.waits(for: "opened"))
            server.run { $0.connections[0].close(code: 4500) }
            #expect(try flooder.receive() == .close(code: 4500, reason: ""))
            let isHeld = flood(flooder, with: Self.crumbs)
            #expect(isHeld)
        }

        @Test("B Messages without end do not keep others waiting for the end of the turn") func fragments() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port, path: "/ws/slow")
            server.runNow { handler in handler.loop.endOfTurn = { [unowned handler] in handler.note("end of turn") } }
            try socket.tcp.send(
                TestWebSocket.frame(.text, [0x61], isFinal: false) + TestWebSocket.frame(.continuation, [0x62])
                    + TestWebSocket.frame(.text, [0x63], isFinal: false))
            #expect(server.waits(for: "next turn"))
            let since = server.notes.drop { $0 != "received 2 text" }
            #expect(since.dropFirst().first == "end of turn", "\(since)")
        }

        @Test("X Messages are no flood of control frames, however many and small they are") func messages() {
            var control = ControlFrames()
            control.look(read: 200, now: 0)
            for _ in 0..<100_000 { control.count(messageBytes: 1) }
            control.look(read: 200 + 100_000 * 7, now: 1_000)
            #expect(!control.isHeld)
            control.look(read: 200 + 100_000 * 7 + (64 << 10), now: 2_000)
            #expect(!control.isHeld)
            // That much within a day is nothing.
            control.look(read: 1_000_000, now: 100_000)
            #expect(!control.isHeld)
            control.look(read: 1_000_000 + (64 << 10) + 1, now: 101_000)
            #expect(control.heldUntil == 111_000)
        }
    }
}

/// Sends until the socket has taken nothing for a second. False when it took all of a gigabyte.
private func flood(_ socket: TestWebSocket, with bytes: [UInt8]) -> Bool {
    for _ in 0..<(1 << 30) / bytes.count {
        var sent = 0
        while sent < bytes.count {
            var entry = pollfd(fd: socket.tcp.descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&entry, 1, 1_000) == 1 else { return true }
            let taken = bytes[sent...].withUnsafeBytes { Glibc.send(socket.tcp.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
            guard taken >= 0 || errno == EAGAIN else { return false }
            sent += max(0, taken)
        }
    }
    return false
}
