import Sockets
import ShelfWire

/// Whether the server kept its promises, as far as its clients can tell.
public struct Verdict: Sendable {
    public struct Check: Sendable {
        /// What was checked, with how much of it.
        public let claim: String
        public let findings: Findings
        public var isGood: Bool { findings.count == 0 }
    }

    public let checks: [Check]
    public var isGood: Bool { checks.allSatisfy(\.isGood) }

    init(checks: [Check]) { self.checks = checks }

    /// Asks the server for its lists, and compares everything.
    init(of run: LoadRun, isDrained: Bool) {
        self.init(clients: run.crowd.clients, transcripts: run.crowd.allTranscripts, isDrained: isDrained) { shelf in
            guard let list = ServerList(of: shelf, on: run.plan.server) else { return nil }
            // Others may be at work: everybody is told what is in the list.
            let transcript = run.crowd.transcript(of: shelf)
            let clients = run.crowd.clients.filter { $0.transcript === transcript }
            run.crowd.run(atMost: 10) { clients.allSatisfy { $0.seq >= list.seq } }
            return list
        }
    }

    init(clients: [ScriptedClient], transcripts: [Transcript], isDrained: Bool, list: (String) -> ServerList?) {
        checks = [
            checkLists(clients, transcripts, isDrained, list),
            checkOutcomes(clients),
            checkEvents(transcripts),
            checkTargets(clients, transcripts),
        ]
    }
}

/// A shelf's list as the server tells it by HTTP; one that was never born is empty.
struct ServerList {
    let seq: Int
    let list: Replica

    init(seq: Int, list: Replica) {
        self.seq = seq
        self.list = list
    }

    init?(of shelf: String, on server: ServerAddress) {
        guard let answer = httpGet(host: server.host, port: server.port, path: "/api/shelves/\(shelf)") else { return nil }
        if answer.status == 404 { self.init(seq: 0, list: Replica()); return }
        guard answer.status == 200, let told = ToldList(answer.body) else { return nil }
        self.init(seq: told.seq, list: Replica(told.albums))
    }
}

/// Every client's list equals the server's. A client is a position in the transcript, whose bytes were compared with all that it was told.
private func checkLists(_ clients: [ScriptedClient], _ transcripts: [Transcript], _ isDrained: Bool, _ list: (String) -> ServerList?) -> Verdict.Check {
    var findings = Findings()
    if !isDrained { findings.add("not every client was told everything within a minute after the last request") }
    var seqs: [String: Int] = [:]
    for transcript in transcripts {
        let before = transcript.lastSeq
        guard let server = list(transcript.shelf) else {
            findings.add("shelf \(transcript.shelf): the server does not tell its list")
            continue
        }
        seqs[transcript.shelf] = server.seq
        if !(before...transcript.lastSeq ~= server.seq) { findings.add("shelf \(transcript.shelf): the server is at seq \(server.seq), its clients were told \(transcript.lastSeq)") }
        if server.list != transcript.list(at: server.seq) { findings.add("shelf \(transcript.shelf): the server's list is not the one that its events make") }
    }
    for client in clients where client.seq < seqs[client.transcript.shelf] ?? 0 {
        findings.add("client \(client.id) was told event \(client.seq) last, others \(client.transcript.lastSeq)")
    }
    return Verdict.Check(claim: "\(clients.count) clients have the server's list", findings: findings)
}

/// Each request has one outcome, and is in the order exactly once if that says so.
private func checkOutcomes(_ clients: [ScriptedClient]) -> Verdict.Check {
    var findings = Findings()
    var requests = 0
    let events = EventsOfRequests(clients)
    for client in clients {
        requests += client.fates.count
        for (index, fate) in client.fates.enumerated() {
            findings.add(request: index + 1, of: client, fate, events.seqs(of: client, index + 1))
        }
    }
    return Verdict.Check(claim: "\(requests) requests have their one outcome, and those carried out are in the order once", findings: findings)
}

extension Findings {
    fileprivate mutating func add(request number: Int, of client: ScriptedClient, _ fate: Fate, _ seqs: [Int]) {
        let known = "request \(number) of client \(client.id)"
        switch fate {
        case .open: add("\(known) has no outcome")
        case .event(let seq) where seqs != [seq] && seq > client.transcript.baseSeq:
            add("\(known) was acknowledged as event \(seq) and is in the order \(seqs.isEmpty ? "nowhere" : "at \(seqs)")")
        case .nothing where !seqs.isEmpty, .refused where !seqs.isEmpty: add("\(known) was said to have done nothing and is in the order at \(seqs)")
        default: break
        }
    }
}

/// Which events are of which request.
private struct EventsOfRequests {
    private var seqs: [Int: [Int: [Int]]] = [:]

    init(_ clients: [ScriptedClient]) {
        var seen: Set<ObjectIdentifier> = []
        for transcript in clients.map(\.transcript) where seen.insert(ObjectIdentifier(transcript)).inserted {
            for (index, line) in transcript.lines.enumerated() where line.author >= 0 {
                seqs[line.author, default: [:]][line.request, default: []].append(transcript.baseSeq + 1 + index)
            }
        }
    }

    func seqs(of client: ScriptedClient, _ request: Int) -> [Int] { seqs[client.index]?[request] ?? [] }
}

/// No gap, nothing twice, the same bytes for everybody, and each snapshot the list at its `seq`.
private func checkEvents(_ transcripts: [Transcript]) -> Verdict.Check {
    var findings = Findings()
    for transcript in transcripts {
        findings.add(transcript.findings)
        if let missing = transcript.missing { findings.add("shelf \(transcript.shelf): nobody was told the events \(missing)") }
        transcript.checkGivenLists(&findings)
    }
    let events = transcripts.reduce(0) { $0 + $1.lines.count }
    let lists = transcripts.reduce(0) { $0 + $1.given.count }
    return Verdict.Check(claim: "\(events) events came without a gap and alike for all; \(lists) later snapshots fit them", findings: findings)
}

extension Transcript {
    /// The list at a `seq` that it knows.
    fileprivate func list(at seq: Int) -> Replica {
        guard knows(seq), seq < lastSeq else { return list }
        var list = Replica(base)
        for seq in stride(from: baseSeq + 1, through: seq, by: 1) { apply(seq, to: &list) }
        return list
    }

    private func apply(_ seq: Int, to list: inout Replica) {
        payload(seq).withUnsafeBytes { if case .event(let event) = Told($0) { try? list.apply(event.changes) } }
    }

    /// Walks over all events once more, if there is a list to compare on the way.
    fileprivate func checkGivenLists(_ findings: inout Findings) {
        var open = given
        guard let newest = open.keys.max() else { return }
        var list = Replica(base)
        for seq in baseSeq + 1...max(newest, baseSeq + 1) where seq <= lastSeq {
            apply(seq, to: &list)
            guard let given = open.removeValue(forKey: seq) else { continue }
            if given != list { findings.add("shelf \(shelf): the snapshot at seq \(seq) is not the list that the events make") }
        }
    }
}
