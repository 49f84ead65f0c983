import ShelfCore
import TestSupport
import Testing

// The stories of `Scenarios`, told over sockets to one server, each on a shelf of its own. Left out are those whose lines the wire cannot
// say: ending a client (`settled:`), and acting as an admin.
@Suite(.liveServer)
struct ScenarioTests {
    @Test("S5 Every scenario reads over the wire as its table says", arguments: Scenarios.all.enumerated().filter { $0.element.isForTheWire })
    func scenario(index: Int, scenario: Scenario) throws {
        try LiveScenario(scenario, shelf: "s-\(index + 1)", port: SharedServer.port).run()
    }

    @Test("U10 X Undo depth is a flag", arguments: Scenarios.all.filter { $0.depth != 200 })
    func depth(scenario: Scenario) throws {
        let server = try LiveServer(flags: ["--undo-depth", "\(scenario.depth)"])
        try LiveScenario(scenario, shelf: "s-1", port: server.port).run()
        #expect(try server.stop() == 0)
    }
}

extension Scenario {
    fileprivate var isForTheWire: Bool {
        depth == 200 && lines.allSatisfy { line in
            switch line.line {
            case .settled, .request(_, by: _, isAdmin: true, leadsTo: _): false
            default: true
            }
        }
    }
}

/// A scenario with real clients.
private final class LiveScenario {
    private let scenario: Scenario
    private var clients: [String: LiveClient] = [:]

    init(_ scenario: Scenario, shelf: String, port: UInt16) throws {
        self.scenario = scenario
        if !scenario.start.isEmpty {
            let starter = LiveClient(Scenario.starter, shelf: shelf)
            try starter.connect(to: port)
            try starter.carryOut(.do(scenario.start.map { .insert($0, at: .before(nil), fields: []) }))
        }
        for name in scenario.clients {
            clients[name] = LiveClient(name, shelf: shelf)
            try clients[name]!.connect(to: port)
        }
    }

    func run() throws {
        var number = 0
        for line in scenario.lines {
            let comment = Comment(rawValue: line.text)
            switch line.line {
            case .request(let action, let name, _, let result):
                number += 1
                let led = try carryOut(action, by: clients[name]!, number: number)
                #expect(led == result, comment)
            case .can(let all): #expect(scenario.can { told($0) } == all, comment)
            case .covered(let all): #expect(scenario.covered { told($0) } == all, comment)
            case .settled: break
            }
        }
    }

    /// What a line leads to, as everybody sees it.
    private func carryOut(_ action: Action, by client: LiveClient, number: Int) throws -> Scenario.Result {
        let outcome = try client.carryOut(action, number: number)
        for other in clients.values {
            try other.catchUp()
            #expect(other.list == client.list)
        }
        switch outcome["t"] {
        case "nack": return .refused(outcome["code"].text ?? "")
        case "ack": return .nothing
        default: return outcome["ops"].items.isEmpty ? .asleep : .list(client.list.description)
        }
    }

    /// A client's targets; their labels do not count here.
    private func told(_ name: String) -> Targets {
        let you = clients[name]!.you
        let label = Label(kind: .mixed, count: 0, id: "", title: nil, field: nil)
        let target = { (json: JSON) in json["step"].int.map { Target(step: $0, label: label) } }
        let covered = you["covered"]["step"].int.map { step in
            Covered(step: step, label: label, by: clients.values.first { $0.id == you["covered"]["by"].text }?.name, more: 0)
        }
        return Targets(undo: target(you["undo"]), redo: target(you["redo"]), covered: covered)
    }
}
