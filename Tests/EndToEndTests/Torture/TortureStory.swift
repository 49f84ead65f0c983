import Glibc
import TestSupport
import Testing

/// Two clients that write on one shelf, to a server that is tortured, and then to one that is not.
final class TortureStory {
    static let flags = ["--max-request-rate", "0", "--max-request-burst", "1000000"]

    let place: LiveServer.Place
    let witness: Witness
    private var random: RandomNumbers
    private var clients: [LiveClient] { witness.clients }

    /// - Parameter noteBytes: the size of the albums.
    init(seed: UInt64, noteBytes: Int = 0) throws {
        place = try LiveServer.Place()
        random = RandomNumbers(seed: seed)
        witness = Witness(["Ann", "Bo"].map { Writer(LiveClient($0, shelf: "tortured"), noteBytes: noteBytes) })
    }

    func start(_ plan: TortureDisk.Plan? = nil, log: String? = nil, mark: String? = nil, flags: [String] = []) throws -> LiveServer {
        try LiveServer(at: place, flags: Self.flags + flags, wrapper: TortureDisk.wrapper(place, plan, log: log, mark: mark))
    }

    /// Comes back, and makes requests until as many were made and have their outcome.
    func write(requests: Int, on server: LiveServer) throws {
        for client in clients { try client.connect(to: server.port) }
        try write(requests: requests)
    }

    func hearTheRest() {
        for client in clients { client.hearTheRest() }
    }

    private func write(requests: Int) throws {
        for _ in 0..<requests {
            let writer = random.pick(witness.writers)
            while writer.client.open.count >= 4 { try hear() }
            try writer.write(&random)
            for client in clients { try client.hearWhatIsThere() }
        }
        while clients.contains(where: { !$0.open.isEmpty }) { try hear() }
        for client in clients { try client.catchUp() }
    }

    /// Waits until somebody was told something.
    private func hear() throws {
        var sockets = clients.compactMap(\.socket).map { pollfd(fd: $0.tcp.descriptor, events: Int16(POLLIN), revents: 0) }
        guard poll(&sockets, nfds_t(sockets.count), 10_000) > 0 else { throw Broken("nothing was told for 10 s") }
        for client in clients {
            try client.hearWhatIsThere()
            if client.socket?.tcp.isEnded(within: 0) == true { throw LiveClient.CutOff() }
        }
    }

    /// Runs `body`, with a server that may be killed in the middle of it.
    /// - Returns: whether it was.
    func isKilled(_ plan: TortureDisk.Plan, in body: (LiveServer) throws -> Void) throws -> Bool {
        do {
            let server = try start(plan)
            do {
                try body(server)
                server.kill()
            } catch let error where error is LiveClient.CutOff || error is TestTCP.Failure {
                guard try server.waitForExit() == -SIGKILL else { throw Broken("it was not killed, but \(error): \(server.log)") }
                hearTheRest()
                return true
            }
        } catch let ending as LiveServer.NeverListened where ending.status == -SIGKILL {
            return true
        }
        hearTheRest()
        return false
    }

    /// All is there that was acknowledged, once, and everybody is told so.
    func checkAll() throws {
        let server = try LiveServer(at: place, flags: Self.flags)
        try witness.resume(on: server)
        try write(requests: 8)
        try witness.agree()
        try witness.checkOutcomes()
        try witness.checkFiles(server)
    }
}
