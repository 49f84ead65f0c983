import Glibc
import Sockets
import TestSupport
import Testing

extension SocketsTests {
    /// Many do the same at once, and those who are here do not wait for them all.
    @Suite struct CrowdTests {
        private static let count = 200

        /// How many connections there are at the end of each turn.
        private func noteConnections(of server: EchoServer) {
            server.runNow { handler in
                handler.loop.endOfTurn = { [unowned handler] in handler.note("turn \(handler.listener?.connectionCount ?? 0)") }
            }
        }

        private func steps(of server: EchoServer) -> [Int] {
            let counts = server.notes.compactMap { $0.hasPrefix("turn ") ? Int($0.dropFirst(5)) : nil }
            return zip(counts, counts.dropFirst()).map { $1 - $0 }
        }

        @Test("X A crowd that comes at once is let in over several turns") func comes() throws {
            let server = try EchoServer()
            noteConnections(of: server)
            // They wait at the door while the loop is busy.
            server.run { _ in usleep(300_000) }
            let crowd = try (0 ..< Self.count).map { _ in try TestTCP(port: server.port) }
            #expect(server.waits(for: "turn \(Self.count)"))
            #expect(steps(of: server).max()! <= 16)
            withExtendedLifetime(crowd) {}
        }

        @Test("X A crowd that is beyond its time at once ends over several turns") func ends() throws {
            let server = try EchoServer { $0.headerTimeout = 2_000 }
            noteConnections(of: server)
            let crowd = try (0 ..< Self.count).map { _ in try TestTCP(port: server.port) }
            #expect(server.waits(for: "turn \(Self.count)"))
            #expect(server.waits(forConnections: 0))
            // A tenth in each sweep, and now and then the ends of two come together.
            #expect(steps(of: server).min()! >= -Self.count / 10 * 3, "\(steps(of: server))")
            withExtendedLifetime(crowd) {}
        }
    }
}
