import Sockets
import TestSupport
import Testing

extension SocketsTests {
    @Suite struct EchoTests {
        @Test("W A message comes back as the handler framed it, whatever its size", arguments: [0, 1, 125, 126, 4000, 65535, 65536, 300_000])
        func echoes(size: Int) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            let message = String(repeating: "x", count: size)
            try socket.send(text: message)
            #expect(try socket.receiveText() == message)
        }
    }
}
