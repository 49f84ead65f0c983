import ShelfCore
import ShelfScenarios
import ShelfWire

/// Plays scenarios against a live server, each on a shelf of its own, and tells where it differs.
public final class ScenarioPlay {
    /// How one scenario went.
    public struct Result: Sendable {
        public let title: String
        /// Why it cannot be played; nil when it was.
        public let skipped: String?
        public let differences: [String]
    }

    private static let patience = 10.0
    private let crowd: Crowd
    private let prefix: String

    /// - Throws: `DialError`.
    public init(_ server: ServerAddress) throws {
        crowd = try Crowd(server)
        // Shelves keep what was done to them, so each play has new ones.
        prefix = server.shelf.prefix(40) + "-" + String(UInt64.random(in: .min ... .max) >> 32, radix: 36)
    }

    public func play(_ scenarios: [Scenario]) -> [Result] {
        scenarios.enumerated().map { index, scenario in
            if let reason = scenario.whyNotOverTheWire { return Result(title: scenario.title, skipped: reason, differences: []) }
            var stage = Stage(scenario, shelf: "\(prefix)-\(index + 1)", crowd)
            return Result(title: scenario.title, skipped: nil, differences: stage.play())
        }
    }

    /// One scenario with its clients.
    private struct Stage {
        private let scenario: Scenario
        private let crowd: Crowd
        private let transcript: Transcript
        private var clients: [String: ScriptedClient] = [:]
        /// The client's own number of the request of each line.
        private var numbers: [Int: (client: String, number: Int)] = [:]

        init(_ scenario: Scenario, shelf: String, _ crowd: Crowd) {
            self.scenario = scenario
            self.crowd = crowd
            transcript = crowd.transcript(of: shelf)
            for name in [Scenario.starter] + scenario.clients { clients[name] = crowd.client(name, on: shelf) }
        }

        mutating func play() -> [String] {
            defer { for client in clients.values { client.leave() } }
            let all = clients
            guard crowd.run(atMost: ScenarioPlay.patience, until: { all.values.allSatisfy(\.isLive) }) else { return ["not all clients could join"] }
            if !scenario.start.isEmpty {
                _ = carryOut(.do(scenario.start.map { .insert($0, at: .before(nil), fields: []) }), by: Scenario.starter)
            }
            var line = 0
            return scenario.lines.compactMap { text, what in
                guard let (expected, found) = compare(what, &line), expected != found else { return nil }
                return "\(text)\n        it is: \(found)"
            }
        }

        private mutating func compare(_ what: Scenario.Line, _ line: inout Int) -> (expected: String, found: String)? {
            switch what {
            case .settled: return nil
            case .can(let all): return (all, scenario.can(told))
            case .covered(let all): return (all, scenario.covered(told))
            case .request(let action, let name, _, let result):
                line += 1
                numbers[line] = (name, clients[name]!.requestCount + 1)
                return (text(result), carryOut(own(action, of: name), by: name))
            }
        }

        /// Makes a request and lets everybody see what came of it.
        private func carryOut(_ action: Action, by name: String) -> String {
            let client = clients[name]!
            let before = Scenario.text(of: transcript.list.albums)
            let number = client.request(action)
            guard crowd.run(atMost: ScenarioPlay.patience, until: { client.fate(of: number) != .open }) else { return "no outcome" }
            let all = clients.values
            let seq = transcript.lastSeq
            for other in all { other.ping() }
            guard crowd.run(atMost: ScenarioPlay.patience, until: { all.allSatisfy { $0.seq == seq && $0.pings == 0 } }) else { return "not everybody was told" }
            let after = Scenario.text(of: transcript.list.albums)
            return switch client.fate(of: number) {
            case .open: "no outcome"
            case .nothing: "nothing"
            case .refused(let code): "refused \(code)"
            case .event: after == before ? "asleep" : after
            }
        }

        private func text(_ result: Scenario.Result) -> String {
            switch result {
            case .list(let list): list
            case .nothing: "nothing"
            case .asleep: "asleep"
            case .refused(let code): "refused \(code)"
            }
        }

        /// A scenario names requests by their lines, the wire by the client's own numbers.
        private func own(_ action: Action, of name: String) -> Action {
            switch action {
            case .do: action
            case .undo(let what): .undo(own(what, of: name))
            case .redo(let what): .redo(own(what, of: name))
            }
        }

        private func own(_ what: Switch, of name: String) -> Switch {
            var (target, expect) = (what.target, what.expect)
            if case .step(.request(let line)) = target { target = .step(.request(number(of: line, name))) }
            if case .step(.request(let line))? = expect { expect = .step(.request(number(of: line, name))) }
            return Switch(target: target, expect: expect)
        }

        /// Of somebody else's line, a number that the client never used.
        private func number(of line: Int, _ name: String) -> Int {
            guard let known = numbers[line], known.client == name else { return 1_000_000 + line }
            return known.number
        }

        /// A client's targets, others named as the scenario does.
        private func told(_ name: String) -> Targets {
            let targets = clients[name]!.targets
            let covered = targets.covered.map { covered in
                Covered(step: covered.step, label: covered.label, by: clients.first { $0.value.id == covered.by }?.key, more: covered.more)
            }
            return Targets(undo: targets.undo, redo: targets.redo, covered: covered)
        }
    }
}

extension Scenario {
    /// What the wire has no words for, or needs a server that was started so.
    fileprivate var whyNotOverTheWire: String? {
        if depth != 200 { return "needs a server with --undo-depth \(depth)" }
        for (_, line) in lines {
            switch line {
            case .settled: return "ends a client, for which the wire has no word"
            case .request(_, by: _, isAdmin: true, leadsTo: _): return "needs an admin"
            default: break
            }
        }
        return nil
    }
}
