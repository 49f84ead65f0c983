import ShelfCore
import TestSupport
import Testing

/// Hears what writers on one shelf are told, by however many servers after each other, and holds it against what one server that never
/// was killed would have told them.
final class Witness {
    let writers: [Writer]
    var clients: [LiveClient] { writers.map(\.client) }

    /// Every event that anybody was told, by its `seq`.
    private(set) var events: [Int: JSON] = [:]
    /// Every `you` that was told, with whom it was told to, by its `seq`.
    private var told: [Int: [(client: LiveClient, you: JSON)]] = [:]
    private var model = Shelf()
    private var lastModelled = 0

    init(_ writers: [Writer]) {
        self.writers = writers
        for client in clients {
            client.onEvent = { [unowned self] in try note($0) }
            client.onTargets = { [unowned self] in told[$0["seq"].int ?? -1, default: []].append((client, $0)) }
        }
    }

    /// The same bytes for everybody, before a kill and after it.
    private func note(_ event: JSON) throws {
        let seq = event["seq"].int ?? -1
        guard events[seq, default: event] == event else { throw Broken("\(seq) was \(events[seq]!) and is \(event)") }
        events[seq] = event
    }

    /// All come back with what they have and what is open, and agree.
    func resume(on server: LiveServer) throws {
        for client in clients {
            let (acknowledged, isFirst) = (client.outcomes.keys.max() ?? 0, client.seq == 0)
            try client.connect(to: server.port)
            guard client.welcome["req"].int ?? 0 >= acknowledged else { throw Broken("\(client.name): \(acknowledged) was acknowledged, not \(client.welcome)") }
            guard isFirst || client.welcome["resumed"] == true else { throw Broken("\(client.name) was not resumed: \(client.welcome)") }
        }
        try agree()
    }

    /// Waits until nothing is open any more; then all have the same, and it is what had to come of it.
    func agree() throws {
        for client in clients { try client.finish() }
        for client in clients { try client.catchUp() }
        if lastModelled == 0 { _ = [Act.epoch(clients[0].epoch), .settings(Settings())].map { model.apply($0) } }
        try follow()
        for client in clients {
            guard client.list == clients[0].list else { throw Broken("\(client.name) has \(client.list), \(clients[0].name) \(clients[0].list)") }
            try compare(client.you, with: client)
        }
    }

    // MARK: The model

    /// Carries out what the events say was carried out, and compares whatever anybody was told on the way.
    private func follow() throws {
        try compareTold()
        while let event = events[lastModelled + 1] {
            guard let writer = writers.first(where: { $0.client.id == event["by"].text }), let number = event["req"].int,
                  let action = writer.asked[number]
            else { throw Broken("nobody asked for \(event)") }
            let request = Request(client: writer.client.id, name: writer.client.name, number: number, at: event["at"].int ?? 0, action: action)
            guard case .event(let expected) = model.apply(.request(request)), expected.seq == event["seq"].int else {
                throw Broken("twice, or never to be carried out: \(event)")
            }
            lastModelled += 1
            try compareTold()
        }
        guard events.count == lastModelled else { throw Broken("event \(lastModelled + 1) is missing of \(events.count)") }
    }

    private func compareTold() throws {
        for (client, you) in told.removeValue(forKey: lastModelled) ?? [] { try compare(you, with: client) }
    }

    private func compare(_ you: JSON, with client: LiveClient) throws {
        let targets = model.targets(of: client.id)
        let steps = [targets.undo?.step, targets.redo?.step, targets.covered?.step]
        guard [you["undo"]["step"].int, you["redo"]["step"].int, you["covered"]["step"].int] == steps else {
            throw Broken("\(client.name) was told \(you) at \(lastModelled), instead of \(steps)")
        }
    }

    // MARK: The end

    /// Each request has one outcome, and was carried out once if that says so, else never.
    func checkOutcomes() throws {
        let carriedOut = events.values.map { "\($0["by"].text ?? "") \($0["req"])" }
        guard Set(carriedOut).count == carriedOut.count else { throw Broken("a request was carried out twice") }
        for writer in writers {
            for number in writer.asked.keys {
                guard let outcome = writer.client.outcomes[number] else { throw Broken("\(writer.client.name) \(number) has no outcome") }
                let shouldBe = outcome["t"] == "ev" || outcome["effect"] == "done"
                guard Set(carriedOut).contains("\(writer.client.id) \(number)") == shouldBe else { throw Broken("carried out or not: \(outcome)") }
            }
        }
    }

    /// The list by HTTP and the journal itself say what everybody was told. Ends the server.
    func checkFiles(_ server: LiveServer) throws {
        let (list, shelf) = (clients[0].list, clients[0].shelf)
        #expect(try LiveList(JSON(ask(server.port, "/api/shelves/\(shelf)").text)) == list)
        #expect(Scenario.text(of: model.albums()) == list.description)
        // It waits a while for clients that stay.
        for client in clients { client.disconnect() }
        #expect(try server.stop() == 0)
        let check = try Backspin.run("check", "--data", server.place.data)
        #expect(check.status == 0, "\(check)")
        let dump = try JSON(Backspin.run("dump", shelf, "--json", "--data", server.place.data).output)
        #expect(try LiveList(dump) == list)
        #expect(dump["seq"].int == events.count)
    }
}
