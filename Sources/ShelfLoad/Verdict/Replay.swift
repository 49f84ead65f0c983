import ShelfCore
import ShelfWire

/// What a shelf must have done, found out independently: a second shelf is given the list with which the transcript begins, then the
/// requests that our clients made, in the order in which the server put them. Each event must be the same to the byte, and so must each
/// `you`.
///
/// That needs every request, so it ends where somebody else is at work. Steps have other numbers here, lower by `shift`.
struct Replay {
    private var shelf = Shelf()
    private let shift: Int

    init(_ transcript: Transcript) {
        var settings = Settings()
        settings.undoDepth = transcript.undoDepth
        _ = shelf.apply(.epoch("replay"))
        _ = shelf.apply(.settings(settings))
        let time = transcript.lines.first?.at ?? 0
        var number = 0
        for start in stride(from: 0, to: transcript.base.count, by: 1_000) {
            number += 1
            let inserts = transcript.base[start..<min(start + 1_000, transcript.base.count)].map { album in
                Operation.insert(album.id, at: .before(nil), fields: album.fields.map { FieldWrite(name: $0.name, value: $0.value) })
            }
            _ = shelf.apply(.request(Request(client: "base", name: "", number: number, at: time, action: .do(inserts))))
        }
        _ = shelf.apply(.end("base"))
        shift = transcript.baseSeq - shelf.seq
    }

    /// The event that a request makes, as the wire says it; nil when it makes none.
    mutating func event(of number: Int, by client: ScriptedClient, at time: Int) -> [UInt8]? {
        let request = Request(client: client.id, name: client.name, number: number, at: time, action: shifted(client.actions[number - 1]))
        guard case .event(let event)? = shelf.apply(.request(request)) else { return nil }
        return ServerMessage.event(shifted(event)).encoded
    }

    /// What a client can do now.
    func targets(of client: ScriptedClient) -> Targets { shifted(shelf.targets(of: client.id)) }

    // MARK: - Numbers

    private func shifted(_ action: Action) -> Action {
        switch action {
        case .do: action
        case .undo(let what): .undo(shifted(what))
        case .redo(let what): .redo(shifted(what))
        }
    }

    private func shifted(_ what: Switch) -> Switch {
        var (target, expect) = (what.target, what.expect)
        if case .step(.step(let step)) = target { target = .step(.step(step - shift)) }
        if case .step(.step(let step))? = expect { expect = .step(.step(step - shift)) }
        return Switch(target: target, expect: expect)
    }

    private func shifted(_ event: Event) -> Event {
        Event(seq: event.seq + shift, by: event.by, name: event.name, request: event.request, kind: event.kind, at: event.at, label: event.label,
              of: event.of.map { $0 + shift }, owner: event.owner, changes: event.changes)
    }

    private func shifted(_ targets: Targets) -> Targets {
        Targets(
            undo: targets.undo.map { Target(step: $0.step + shift, label: $0.label) },
            redo: targets.redo.map { Target(step: $0.step + shift, label: $0.label) },
            covered: targets.covered.map { Covered(step: $0.step + shift, label: $0.label, by: $0.by, name: $0.name, more: $0.more) })
    }
}

/// Each event is what the rules make of its request; each `you` says exactly what its client could do as of its `seq`; and at the end
/// every button is lit as the replay says.
func checkTargets(_ clients: [ScriptedClient], _ transcripts: [Transcript]) -> Verdict.Check {
    var findings = Findings()
    var (checked, told, foreign) = (0, 0, 0)
    for transcript in transcripts where transcript.findings.count == 0 {
        var walk = TargetWalk(transcript, clients)
        walk.run()
        findings.add(walk.findings)
        checked += walk.checkedEvents
        told += walk.checkedTargets
        if walk.metForeigner { foreign += 1 }
    }
    let limit = foreign == 0 ? "" : "; up to where others were at work on \(foreign) of \(transcripts.count) shelves"
    return Verdict.Check(claim: "an independent replay makes the same \(checked) events and \(told) undo and redo targets\(limit)", findings: findings)
}

private struct TargetWalk {
    private let transcript: Transcript
    private let clients: [ScriptedClient]
    private let own: [ScriptedClient]
    private var replay: Replay
    private var told: [(seq: Int, client: Int, hash: UInt64)]
    private var nextTold = 0
    private(set) var findings = Findings()
    private(set) var checkedEvents = 0
    private(set) var checkedTargets = 0
    private(set) var metForeigner = false

    init(_ transcript: Transcript, _ clients: [ScriptedClient]) {
        self.transcript = transcript
        self.clients = clients
        own = clients.filter { $0.transcript === transcript }
        replay = Replay(transcript)
        told = own.flatMap { client in client.targetsTold.map { ($0.seq, client.index, $0.hash) } }
        told.sort { $0.seq < $1.seq }
    }

    mutating func run() {
        checkTold(at: transcript.baseSeq)
        for (index, line) in transcript.lines.enumerated() {
            guard line.author >= 0 else { return metForeigner = true }
            let seq = transcript.baseSeq + 1 + index
            guard checkEvent(seq, line) else { return }
            checkTold(at: seq)
        }
        checkButtons()
    }

    /// False when going on would only find the same again.
    private mutating func checkEvent(_ seq: Int, _ line: Transcript.Line) -> Bool {
        let client = clients[line.author]
        guard 1...client.actions.count ~= line.request else {
            findings.add("shelf \(transcript.shelf), seq \(seq): client \(client.id) never made a request \(line.request)")
            return false
        }
        let event = replay.event(of: line.request, by: client, at: line.at)
        checkedEvents += 1
        guard let event, event.elementsEqual(transcript.payload(seq)) else {
            let expected = event.map { String(decoding: $0, as: UTF8.self) } ?? "no event at all"
            findings.add("shelf \(transcript.shelf), seq \(seq): told \(String(decoding: transcript.payload(seq), as: UTF8.self)), the rules make \(expected)")
            return false
        }
        return true
    }

    private mutating func checkTold(at seq: Int) {
        while nextTold < told.count, told[nextTold].seq <= seq {
            let (toldSeq, index, hash) = told[nextTold]
            nextTold += 1
            guard toldSeq == seq else { continue }
            checkedTargets += 1
            let expected = ServerMessage.you(seq: seq, replay.targets(of: clients[index])).encoded
            if ShelfLoad.hash(expected) != hash {
                findings.add("shelf \(transcript.shelf), seq \(seq): client \(clients[index].id) should have been told \(String(decoding: expected, as: UTF8.self))")
            }
        }
    }

    private mutating func checkButtons() {
        for client in own where client.welcome != nil {
            let expected = replay.targets(of: client)
            guard client.targets != expected else { continue }
            findings.add("client \(client.id) was last told at seq \(client.targetsSeq) that it can \(text(client.targets)), and it can \(text(expected))")
        }
    }

    private func text(_ targets: Targets) -> String {
        "undo \(targets.undo.map { "step \($0.step)" } ?? "nothing"), redo \(targets.redo.map { "step \($0.step)" } ?? "nothing")"
    }
}
