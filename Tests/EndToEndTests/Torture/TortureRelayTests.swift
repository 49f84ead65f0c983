import ShelfCore
import TestSupport
import Testing

/// The line is cut at every byte of an exchange, on the way there and on the way back.
struct TortureRelayTests {
    private static let exchanges = Torture.isLong ? Int.max : 60

    @Test("W3 W2 Cut at any byte of an exchange, a request is carried out once, and its outcome is told", arguments: ["there", "back"])
    func cut(way: String) throws {
        let server = try LiveServer(flags: TortureStory.flags)
        let (client, reader) = (try LiveClient("Ann", on: server), try LiveClient("Bo", on: server))
        var random = RandomNumbers(seed: Torture.seed)
        var (length, exchanges, wasWhole) = (0, 0, false)
        while !wasWhole, exchanges < Self.exchanges {
            let relay = relay(to: server.port, way, cutAfter: length)
            defer { relay.close() }
            wasWhole = try exchange(client, over: relay, with: server, "n\(length)")
            try reader.wait { reader.seq >= exchanges + 2 }
            try #require(reader.list == client.list && client.seq == exchanges + 2, "cut \(way) after \(length) bytes; \(Torture.command)")
            exchanges += 1
            length += Torture.isLong ? 1 : Int.random(in: 1...30, using: &random)
        }
        Torture.tell("\(exchanges) exchanges cut on the way \(way): 0 lost, 0 double; \(Torture.command)")
        #expect(exchanges > 20)
    }

    /// Comes back over the relay and inserts an album, which is cut off; then comes back without it.
    /// - Returns: whether it was not cut off.
    private func exchange(_ client: LiveClient, over relay: Relay, with server: LiveServer, _ id: String) throws -> Bool {
        let insertion = Action.do([.insert(id, at: .before(nil), fields: [FieldWrite(name: "title", value: .text("A title"))])])
        let number = client.lastNumber + 1
        client.disconnect()
        do {
            try client.connect(to: relay.port)
            try client.carryOut(insertion)
            return true
        } catch let error where error is LiveClient.CutOff || error is TestTCP.Failure {
            client.disconnect()
            try client.connect(to: server.port)
            if client.lastNumber < number { try client.request(insertion) }
            try client.finish()
            try client.catchUp()
        }
        let outcome = client.outcomes[number] ?? .null
        guard outcome["t"] == "ev" || outcome["effect"] == "done", client.list.ids.count(where: { $0 == id }) == 1, client.list.ids.last == id,
              client.you["undo"]["label"]["id"].text == id else { throw Broken("\(id): \(outcome), \(client.you), \(client.list.ids.suffix(3))") }
        return false
    }

    private func relay(to port: UInt16, _ way: String, cutAfter length: Int) -> Relay {
        Relay(to: port) {
            var left = length
            let cut: Relay.Filter = { bytes in
                defer { left -= bytes.count }
                return (Array(bytes.prefix(left)), bytes.count >= left)
            }
            let pass: Relay.Filter = { (Array($0), false) }
            return way == "there" ? (cut, pass) : (pass, cut)
        }
    }
}
