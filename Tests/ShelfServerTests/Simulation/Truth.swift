@testable import ShelfCore
import ShelfJournal
import ShelfWire

/// What a shelf's journal says, replayed for itself: what was durable at each moment, and so what could have been told by then.
final class Truth {
    struct Known {
        /// The message that everybody must get, byte for byte (W4).
        let text: [UInt8]
        let read: ReadEvent
    }

    /// What a client could do from an event on.
    private struct Standing {
        let seq: Int
        let isByEvent: Bool
        let targets: Targets
    }

    let name: String
    private(set) var shelf = Shelf()
    private(set) var head = Head.none
    /// Every act that counts, with a request's outcome.
    private(set) var acts: [(act: Act, outcome: Outcome?)] = []
    private(set) var events: [Known] = []
    /// The list at each `seq`.
    private(set) var lists = [ListCopy()]
    private var outcomes: [ClientID: [Int: Outcome]] = [:]
    private var standings: [ClientID: [Standing]] = [:]
    private(set) var problem: String?

    init(_ name: String) { self.name = name }

    var seq: Int { shelf.seq }

    /// Applies what has become durable since the last time. To be called whenever something has.
    func follow(_ journal: any Journal) {
        guard let entries = try? journal.read(name, from: head.number + 1, atMost: .max) else { return }
        for entry in entries {
            for act in Self.acts(of: entry) { apply(act) }
            head = entry.head
        }
    }

    static func acts(of entry: Entry) -> [Act] {
        var reader = ByteReader(entry.body)
        var acts: [Act] = []
        guard let version = try? reader.count(), version == Shelf.rulesVersion else { return [] }
        while !reader.isAtEnd, let act = try? Act(from: &reader) { acts.append(act) }
        return acts
    }

    private func apply(_ act: Act) {
        let before = shelf.seq
        let isRepeated = isRepeated(act)
        let outcome = shelf.apply(act)
        if !isRepeated { acts.append((act, outcome)) }
        for client in shelf.changedTargets {
            let standing = Standing(seq: shelf.seq, isByEvent: shelf.seq > before, targets: shelf.targets(of: client))
            standings[client, default: []].append(standing)
        }
        guard case .request(let request) = act, let outcome else { return }
        keep(outcome, of: request)
    }

    private func isRepeated(_ act: Act) -> Bool {
        if case .request(let request) = act { request.number <= shelf.mark(of: request.client) } else { false }
    }

    private func keep(_ outcome: Outcome, of request: Request) {
        if case .event(let event) = outcome { keep(event) }
        // Of a request that was journaled twice the first outcome counts.
        guard outcomes[request.client]?[request.number] == nil else { return }
        outcomes[request.client, default: [:]][request.number] = outcome
    }

    private func keep(_ event: Event) {
        let text = ServerMessage.event(event).encoded
        guard let read = ReadEvent(text) else { return problem = "an event that cannot be read: \(String(decoding: text, as: UTF8.self))" }
        events.append(Known(text: text, read: read))
        var list = lists[lists.count - 1]
        do throws(ListCopy.Mismatch) {
            for change in read.changes { try list.apply(change) }
        } catch {
            problem = "event \(event.seq): \(error.sentence)"
        }
        lists.append(list)
        if event.seq % 16 == 0 { checkList() }
    }

    /// The list that follows from the events is the list of the shelf.
    func checkList() {
        if lists[lists.count - 1] != ListCopy(shelf) { problem = problem ?? "the events up to \(seq) do not lead to the list" }
    }

    var clients: some Sequence<ClientID> { outcomes.keys }

    /// What became of a request; nil while it is not durable.
    func outcome(of client: ClientID, _ number: Int) -> Outcome? { outcomes[client]?[number] }

    /// Whether these were the targets of the client at that `seq`. Acts that are no events may have changed them within it.
    func admits(_ text: [UInt8], of client: ClientID, at seq: Int) -> Bool {
        candidates(client, seq).contains { areEqual(text, ServerMessage.you(seq: seq, $0).encoded) }
    }

    private func candidates(_ client: ClientID, _ seq: Int) -> [Targets] {
        let known = standings[client] ?? []
        let now = known.filter { $0.seq == seq }
        guard now.first?.isByEvent != true else { return now.map(\.targets) }
        return [known.last { $0.seq < seq }?.targets ?? Targets()] + now.map(\.targets)
    }
}

/// The body of an entry that says this.
func entryBody(_ acts: [Act]) -> [UInt8] {
    var writer = ByteWriter()
    writer.count(Shelf.rulesVersion)
    for act in acts { act.encode(into: &writer) }
    return writer.bytes
}
