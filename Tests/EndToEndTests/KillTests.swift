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

/// Four clients on one shelf, and what a server that never was killed would have told them.
private final class KillStory {
    private var random: RandomNumbers
    private(set) var round = 0
    private let clients = ["Ann", "Bo", "Cy", "Di"].map { LiveClient($0, shelf: "killed") }
    private var writers: [Writer] = []

    /// Every event that anybody was told, by its `seq`.
    private var events: [Int: JSON] = [:]
    /// Every `you` that was told, with whom it was told to, by its `seq`.
    private var told: [Int: [(client: LiveClient, you: JSON)]] = [:]
    private var model = Shelf()
    private var lastModelled = 0

    init(seed: UInt64) {
        random = RandomNumbers(seed: seed)
        for client in clients {
            writers.append(Writer(client))
            client.onEvent = { [unowned self] in try note($0) }
            client.onTargets = { [unowned self] in told[$0["seq"].int ?? -1, default: []].append((client, $0)) }
        }
    }

    func tell(rounds: Int) throws {
        let place = try LiveServer.Place()
        for number in 1...rounds {
            round = number
            let server = try LiveServer(at: place)
            try resume(on: server)
            try write(forMilliseconds: Int.random(in: 50...350, using: &random))
            server.kill()
            for client in clients { client.hearTheRest() }
        }
        let server = try LiveServer(at: place)
        try resume(on: server)
        try checkOutcomes()
        try checkHistory(server)
        try checkFiles(server)
    }

    /// The same bytes for everybody, before the kill and after it.
    private func note(_ event: JSON) throws {
        let seq = event["seq"].int ?? -1
        guard events[seq, default: event] == event else { throw Broken("\(seq) was \(events[seq]!) and is \(event)") }
        events[seq] = event
    }

    // MARK: A round

    /// All come back with what they have and what is open; when nothing is open any more, all agree.
    private func resume(on server: LiveServer) throws {
        for client in clients {
            let (acknowledged, isFirst) = (client.outcomes.keys.max() ?? 0, client.epoch.isEmpty)
            try client.connect(to: server.port)
            guard client.welcome["req"].int ?? 0 >= acknowledged else { throw Broken("\(client.name): \(acknowledged) was acknowledged, not \(client.welcome)") }
            guard isFirst || client.welcome["resumed"] == true else { throw Broken("\(client.name) was not resumed: \(client.welcome)") }
        }
        for client in clients { try client.finish() }
        for client in clients { try client.catchUp() }
        if round == 1 { _ = [Act.epoch(clients[0].epoch), .settings(Settings())].map { model.apply($0) } }
        try follow()
        for client in clients {
            guard client.list == clients[0].list else { throw Broken("\(client.name) has \(client.list), \(clients[0].name) \(clients[0].list)") }
            try compare(client.you, with: client)
        }
    }

    private func write(forMilliseconds time: Int) throws {
        let end = ContinuousClock.now + .milliseconds(time)
        while ContinuousClock.now < end {
            for writer in writers where writer.client.open.count < 4 && random.chance(0.2) { try writer.write(&random) }
            var sockets = clients.compactMap(\.socket).map { pollfd(fd: $0.tcp.descriptor, events: Int16(POLLIN), revents: 0) }
            poll(&sockets, nfds_t(sockets.count), 5)
            for client in clients { try client.hearWhatIsThere() }
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
    private func checkOutcomes() throws {
        let carriedOut = events.values.map { "\($0["by"].text ?? "") \($0["req"])" }
        guard Set(carriedOut).count == carriedOut.count else { throw Broken("a request was carried out twice") }
        for writer in writers {
            for number in writer.asked.keys {
                guard let outcome = writer.client.outcomes[number] else { throw Broken("\(writer.client.name) \(number) has no outcome") }
                let shouldBe = outcome["t"] == "ev" || outcome["effect"] == "done"
                guard Set(carriedOut).contains("\(writer.client.id) \(number)") == shouldBe else { throw Broken("carried out or not: \(outcome)") }
            }
        }
        #expect(events.count > 100, "there was something to lose")
    }

    /// Who has read nothing yet is told the same history.
    private func checkHistory(_ server: LiveServer) throws {
        let reader = LiveClient("Ed", shelf: "killed")
        var count = 0
        reader.onEvent = { [unowned self] in try note($0); count += 1 }
        try reader.connect(to: server.port, at: (clients[0].epoch, 0))
        #expect(reader.list == clients[0].list)
        #expect(count == events.count)
    }

    /// The list by HTTP and the journal itself say the same.
    private func checkFiles(_ server: LiveServer) throws {
        let list = clients[0].list
        #expect(try LiveList(JSON(ask(server.port, "/api/shelves/killed").text)) == list)
        #expect(Scenario.text(of: model.albums()) == list.description)
        #expect(try server.stop() == 0)
        let check = try Backspin.run("check", "--data", server.place.data)
        #expect(check.status == 0, "\(check)")
        let dump = try JSON(Backspin.run("dump", "killed", "--json", "--data", server.place.data).output)
        #expect(try LiveList(dump) == list)
        #expect(dump["seq"].int == events.count)
    }
}

/// A client with a mind of its own.
private final class Writer {
    let client: LiveClient
    /// What it asked for, by number.
    private(set) var asked: [Int: Action] = [:]
    private var inserted: [AlbumID] = []

    init(_ client: LiveClient) { self.client = client }

    func write(_ random: inout RandomNumbers) throws {
        let action = action(&random)
        asked[try client.request(action)] = action
    }

    private func action(_ random: inout RandomNumbers) -> Action {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: .undo(Switch())
        case 2: .redo(Switch())
        default: .do((0...Int.random(in: 0...2, using: &random)).map { _ in operation(&random) })
        }
    }

    private func operation(_ random: inout RandomNumbers) -> ShelfCore.Operation {
        let ids = client.list.ids
        guard let id = ids.randomElement(using: &random) else { return insert(at: .before(nil)) }
        return switch Int.random(in: 0..<10, using: &random) {
        case 0...3 where ids.count < 60: insert(at: .after(id))
        case 4...5: .delete(id)
        case 6: .restore(inserted.randomElement(using: &random) ?? id)
        case 7: .move(id, to: .before(nil))
        default: .edit(id, set: [FieldWrite(name: "year", value: .number(Int.random(in: 1950...2026, using: &random)))])
        }
    }

    private func insert(at anchor: Anchor) -> ShelfCore.Operation {
        inserted.append("\(client.name)-\(inserted.count)")
        return .insert(inserted.last!, at: anchor, fields: [FieldWrite(name: "title", value: .text("of \(client.name)"))])
    }
}
