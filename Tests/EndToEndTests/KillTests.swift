import Glibc
import ShelfCore
import TestSupport
import Testing

/// A real server that is killed while clients write, again and again, on the same files.
struct KillTests {
    @Test("J2 W3 U10 Killed 20 times under four writers: all that was acknowledged is there once, and every Undo is as it was told")
    func kill() throws {
        let seed = getenv("BACKSPIN_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...999_999)
        let story = KillStory(seed: seed)
        do {
            try story.tell(rounds: 20)
        } catch {
            Issue.record("round \(story.round) of BACKSPIN_SEED=\(seed) swift test --filter EndToEndTests.KillTests: \(error)")
        }
    }
}

/// Four clients on one shelf, and one server after another.
private final class KillStory {
    private var random: RandomNumbers
    private(set) var round = 0
    private let witness: Witness
    private var clients: [LiveClient] { witness.clients }

    init(seed: UInt64) {
        random = RandomNumbers(seed: seed)
        witness = Witness(["Ann", "Bo", "Cy", "Di"].map { Writer(LiveClient($0, shelf: "killed")) })
    }

    func tell(rounds: Int) throws {
        let place = try LiveServer.Place()
        for number in 1...rounds {
            round = number
            let server = try LiveServer(at: place)
            try witness.resume(on: server)
            try write(forMilliseconds: Int.random(in: 50...350, using: &random))
            server.kill()
            for client in clients { client.hearTheRest() }
        }
        let server = try LiveServer(at: place)
        try witness.resume(on: server)
        try witness.checkOutcomes()
        #expect(witness.events.count > 100, "there was something to lose")
        try checkHistory(server)
        try witness.checkFiles(server)
    }

    private func write(forMilliseconds time: Int) throws {
        let end = ContinuousClock.now + .milliseconds(time)
        while ContinuousClock.now < end {
            for writer in witness.writers where writer.client.open.count < 4 && random.chance(0.2) { try writer.write(&random) }
            var sockets = clients.compactMap(\.socket).map { pollfd(fd: $0.tcp.descriptor, events: Int16(POLLIN), revents: 0) }
            poll(&sockets, nfds_t(sockets.count), 5)
            for client in clients { try client.hearWhatIsThere() }
        }
    }

    /// Who has read nothing yet is told the same history.
    private func checkHistory(_ server: LiveServer) throws {
        let reader = LiveClient("Ed", shelf: "killed")
        var events: [JSON] = []
        reader.onEvent = { events.append($0) }
        try reader.connect(to: server.port, at: (clients[0].epoch, 0))
        #expect(reader.list == clients[0].list)
        #expect(events == witness.events.sorted { $0.key < $1.key }.map(\.value))
    }
}
