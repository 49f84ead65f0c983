import ShelfCore
import ShelfWire
import Testing
@testable import ShelfLoad

/// What the verdict finds in a server that breaks its promises. The server here is a shelf whose words pass through the test's hands.
@Suite struct VerdictTests {
    @Test("A server that keeps its promises is found good")
    func good() throws {
        let world = try World()
        world.everydayLife()
        let verdict = world.verdict()
        #expect(verdict.isGood, "\(verdict)")
        #expect(verdict.checks.count == 4)
        #expect(verdict.checks[3].claim.contains("the same 40 events"))
    }

    @Test("W4 A client that misses an event is found")
    func gap() throws {
        let world = try World()
        world.change = { message, client in client == 1 && message.isEvent(7) ? [] : [message] }
        world.everydayLife()
        #expect(world.bad() == [2])
    }

    @Test("W4 An event that nobody was told is found")
    func missing() throws {
        let world = try World()
        world.change = { message, _ in message.isEvent(7) ? [] : [message] }
        world.everydayLife()
        #expect(world.bad().isSuperset(of: [0, 1, 2]))
    }

    @Test("W4 An event told twice is found")
    func twice() throws {
        let world = try World()
        world.change = { message, client in client == 2 && message.isEvent(9) ? [message, message] : [message] }
        world.everydayLife()
        #expect(world.bad() == [2])
    }

    @Test("W4 An event that reads otherwise for one client is found")
    func otherBytes() throws {
        let world = try World()
        world.change = { message, client in
            guard client == 2, case .event(let event) = message, event.seq == 9 else { return [message] }
            return [.event(Event(seq: 9, by: event.by, name: "Mallory", request: event.request, kind: event.kind, at: event.at, label: event.label,
                                 of: event.of, owner: event.owner, changes: event.changes))]
        }
        world.everydayLife()
        #expect(world.bad() == [2])
    }

    @Test("W3 A request that is carried out twice is found")
    func doubled() throws {
        let world = try World()
        world.join()
        let insert = Action.do([.insert("n1", at: .after(nil), fields: [])])
        world.carryOut(insert, by: 0)
        world.applyAgain(client: 0, number: 1, action: .do([.edit("n1", set: [FieldWrite(name: "title", value: .text("again"))])]))
        #expect(world.bad().contains(1))
    }

    @Test("W3 A request without an outcome, or with two, is found")
    func outcomes() throws {
        let world = try World()
        world.join()
        world.clients[0].request(.do([.delete("nobody")]))
        #expect(world.bad() == [1])
        world.tell(.nack(number: 1, Refusal(.unknownAlbum, "")), to: 0)
        #expect(world.bad() == [])
        world.tell(.ack(number: 1, .none), to: 0)
        #expect(world.bad() == [2])
    }

    @Test("W3 An acknowledged event that is nowhere in the order is found")
    func phantom() throws {
        let world = try World()
        world.everydayLife()
        let number = world.clients[0].request(.do([.delete("a1")]))
        world.tell(.ack(number: number, .done(seq: 12)), to: 0)
        #expect(world.bad() == [1])
    }

    @Test("H1 A list that is not what the events make is found")
    func otherList() throws {
        let world = try World()
        world.everydayLife()
        var albums = Array(world.shelf.albums())
        albums.swapAt(0, 1)
        #expect(world.bad(list: albums) == [0])
    }

    @Test("U7 A button that is lit and should not be is found")
    func wrongButton() throws {
        let world = try World()
        world.change = { message, client in
            guard client == 1, case .you(let seq, let targets) = message, let undo = targets.undo else { return [message] }
            return [.you(seq: seq, Targets(undo: Target(step: undo.step - 1, label: undo.label), redo: targets.redo, covered: targets.covered))]
        }
        world.everydayLife()
        #expect(world.bad() == [3])
    }

    @Test("U7 A change of a button that was never told is found")
    func missingButton() throws {
        let world = try World()
        world.change = { message, client in
            if client == 1, case .you(let seq, _) = message, seq > 3 { [] } else { [message] }
        }
        world.everydayLife()
        #expect(world.bad() == [3])
    }

    @Test("S5 An event that the rules do not make of its request is found")
    func wrongEvent() throws {
        let world = try World()
        world.join()
        world.clients[0].request(.do([.delete("a2")]))
        world.apply(.do([.delete("a3")]), client: 0, number: 1)
        #expect(world.bad() == [3])
    }

    @Test("W2 A snapshot that is not the list at its seq is found")
    func wrongSnapshot() throws {
        let world = try World()
        world.everydayLife()
        world.giveSnapshot(to: 2, albums: Array(world.shelf.albums().dropFirst()))
        #expect(world.bad() == [2])
    }

    @Test("Where others are at work, the replay says that it ends")
    func others() throws {
        let world = try World()
        world.join()
        world.carryOut(.do([.delete("a1")]), by: 0)
        world.foreignEvent()
        world.carryOut(.do([.delete("a2")]), by: 0)
        let verdict = world.verdict()
        #expect(verdict.isGood && verdict.checks[3].claim.contains("others were at work"), "\(verdict)")
    }
}

extension ServerMessage {
    fileprivate func isEvent(_ seq: Int) -> Bool { if case .event(let event) = self { event.seq == seq } else { false } }
}

/// A shelf, three clients, and what passes between them.
private final class World {
    private(set) var shelf = Shelf()
    let crowd: Crowd
    let clients: [ScriptedClient]
    /// What a client is told instead of a message.
    var change: (ServerMessage, _ client: Int) -> [ServerMessage] = { message, _ in [message] }

    init() throws {
        let crowd = try Crowd(ServerAddress(host: "127.0.0.1", port: 1, shelf: "main"))
        self.crowd = crowd
        clients = (0..<3).map { crowd.newClient("client \($0)", on: "main") }
        _ = shelf.apply(.epoch("e1"))
        let births = ["a1", "a2", "a3", "a4"].map { Operation.insert($0, at: .before(nil), fields: [FieldWrite(name: "title", value: .text($0))]) }
        _ = shelf.apply(.request(Request(client: "elsewhere", name: "", number: 1, at: 1, action: .do(births))))
    }

    func join() {
        for client in clients.indices { join(client) }
    }

    private func join(_ index: Int) {
        let welcome = Welcome(
            client: clients[index].id, key: nil, shelf: "main", epoch: "e1", seq: shelf.seq, lastRequest: 0, role: .edit, resumed: false,
            durable: .disk, limits: Limits(), webCovers: false, server: "test")
        tell(.welcome(welcome), to: index)
        giveSnapshot(to: index, albums: Array(shelf.albums()))
        tell(.you(seq: shelf.seq, shelf.targets(of: clients[index].id)), to: index)
    }

    func giveSnapshot(to index: Int, albums: [Album]) {
        var writer = SnapshotWriter(limits: Limits())
        for album in albums { writer.append(album.id, album.fields) }
        for message in writer.messages(epoch: "e1", seq: shelf.seq, why: .first) { tell(message, to: index) }
    }

    func tell(_ message: ServerMessage, to index: Int) {
        for message in change(message, index) { message.encoded.withUnsafeBytes { clients[index].take($0) } }
    }

    /// All join; then forty edits and undos, and a few requests that come to nothing.
    func everydayLife() {
        join()
        for round in 0..<10 {
            carryOut(.do([.edit("a\(round % 4 + 1)", set: [FieldWrite(name: "title", value: .text("round \(round)"))])]), by: round % 3)
            carryOut(.do([.insert("n\(round)", at: .after("a1"), fields: [])]), by: (round + 1) % 3)
            carryOut(.undo(Switch()), by: (round + 1) % 3)
            carryOut(.do([.move("a\(round % 4 + 1)", to: round % 2 == 0 ? .after(nil) : .before(nil))]), by: (round + 2) % 3)
            carryOut(.do([.delete("nobody")]), by: round % 3)
        }
        while shelf.seq < 41 { carryOut(.do([.edit("a1", set: [FieldWrite(name: "note", value: .text("\(shelf.seq)"))])]), by: 0) }
    }

    /// A client makes a request, and everybody is told what came of it.
    func carryOut(_ action: Action, by index: Int) {
        apply(action, client: index, number: clients[index].request(action))
    }

    func apply(_ action: Action, client index: Int, number: Int) {
        let client = clients[index]
        let outcome = shelf.apply(.request(Request(client: client.id, name: client.name, number: number, at: 1_000 + shelf.seq, action: action)))!
        switch outcome {
        case .event(let event): for index in clients.indices { tell(.event(event), to: index) }
        case .none, .done: tell(.ack(number: number, .none), to: index)
        case .refused(let refusal): tell(.nack(number: number, refusal), to: index)
        }
        for (index, client) in clients.enumerated() where shelf.changedTargets.contains(client.id) {
            tell(.you(seq: shelf.seq, shelf.targets(of: client.id)), to: index)
        }
    }

    /// The server carries a request out once more, under its old number.
    func applyAgain(client index: Int, number: Int, action: Action) {
        guard case .event(let event)? = shelf.apply(.request(Request(client: "ghost", name: "", number: 1, at: 9, action: action))) else { return }
        let forged = Event(seq: event.seq, by: clients[index].id, name: clients[index].name, request: number, kind: .do, at: 9, label: event.label, changes: event.changes)
        for index in clients.indices { tell(.event(forged), to: index) }
    }

    func foreignEvent() {
        guard case .event(let event)? = shelf.apply(.request(Request(client: "ghost", name: "", number: 1, at: 9, action: .do([.delete("a3")])))) else { return }
        for index in clients.indices { tell(.event(event), to: index) }
    }

    func verdict(list: [Album]? = nil) -> Verdict {
        Verdict(clients: clients, transcripts: crowd.allTranscripts, isDrained: true) { _ in
            ServerList(seq: self.shelf.seq, list: Replica(list ?? Array(self.shelf.albums())))
        }
    }

    /// Which of the four checks found something: lists, outcomes, events, targets.
    func bad(list: [Album]? = nil) -> Set<Int> {
        let checks = verdict(list: list).checks
        return Set(checks.indices.filter { !checks[$0].isGood })
    }
}
