import ShelfCore
import ShelfJournal
@testable import ShelfServer
@testable import ShelfWire

/// What must hold at every moment, and at the end.
extension World {
    /// Looks at what leaves the process, at the moment when it leaves it: what the journal does not hold durably then must not (J2).
    func inspect(_ frames: [UInt8], on link: SimulatedLink) -> [Word] {
        guard let texts = texts(of: frames) else {
            fail("W: what was sent are not whole text frames")
            return []
        }
        return texts.compactMap { text in
            if let seq = eventNumber(of: text) { return inspect(event: seq, text, on: link) }
            guard let word = Word(text) else {
                fail("W: a message that cannot be read: \(String(decoding: text, as: UTF8.self))")
                return nil
            }
            note(link.player, .sends, text.count, "to \(link.editor.name): \(String(decoding: text.prefix(160), as: UTF8.self))")
            inspect(word, on: link)
            return word
        }
    }

    private func inspect(event seq: Int, _ text: ArraySlice<UInt8>, on link: SimulatedLink) -> Word? {
        note(link.player, .sends, seq, "to \(link.editor.name): \(String(decoding: text.prefix(160), as: UTF8.self))")
        let truth = link.editor.truth
        guard truth.events.indices.contains(seq - 1) else {
            fail("J2: event \(seq) was sent to \(link.editor.name), but only \(truth.seq) events are durable")
            return nil
        }
        if !areEqual(text, truth.events[seq - 1].text) { fail("W4: event \(seq) was sent to \(link.editor.name) in other bytes than its journal entry makes") }
        return .event(seq: seq)
    }

    private func inspect(_ word: Word, on link: SimulatedLink) {
        let editor = link.editor
        let truth = editor.truth
        switch word {
        case .ack(let request, let seq): inspect(seq.map(Editor.Told.event) ?? .none, of: request, editor)
        case .nack(let request, let code):
            if code == "reused" || code == "forgotten" { return }
            // Refused without the shelf, and not journaled (W11).
            if code == "bad_request" || code == "id_taken", truth.outcome(of: editor.client, request) == nil { editor.malformed.insert(request) }
            if !editor.malformed.contains(request) { inspect(.refused(code), of: request, editor) }
        case .you(let seq, _, _, let text):
            if !truth.admits(text, of: editor.client, at: seq) { fail("W7: \(editor.name) was told targets that it did not have at \(seq)") }
        case .welcome(let epoch, let seq, _, _):
            link.server.welcomed[editor.client] = link
            if seq > truth.seq { fail("J2: welcome at \(seq), but only \(truth.seq) events are durable") }
            if truth.head.number > 0, epoch != truth.shelf.epoch { fail("J7: welcome to epoch \(epoch), but the journal is in \(truth.shelf.epoch)") }
        case .snapshot(_, let seq, _, _, _, _):
            if seq > truth.seq { fail("J2: a snapshot at \(seq), but only \(truth.seq) events are durable") }
        default: break
        }
    }

    private func inspect(_ outcome: Editor.Told, of request: Int, _ editor: Editor) {
        let known = editor.truth.outcome(of: editor.client, request).map(Editor.Told.init)
        guard known != outcome else { return }
        let durable = known.map { "\($0)" } ?? "nothing durable"
        fail("J2: \(editor.name) was told \(outcome) of request \(request), but the journal says \(durable)")
    }

    /// Looks at what is handed to the journal: nothing of a session that was replaced comes behind the welcome of its successor (W1).
    func inspect(_ entries: [Entry], of server: SimulatedServer) {
        for entry in entries {
            for case .request(let request) in Truth.acts(of: entry) {
                note(server.player, .appends, request.number, "appending entry \(entry.number) of \(entry.shelf): request \(request.number) of \(request.client)")
                guard let link = server.welcomed[request.client], !link.readRequests.contains(request.number) else { continue }
                fail("W1: request \(request.number) of \(link.editor.name) came from an older session and was still open at its welcome")
            }
        }
    }

    // MARK: - At rest

    func checkAtRest() {
        for editor in editors { editor.checkAtRest() }
        for truth in truths.values.sorted(by: { $0.name < $1.name }) { check(truth) }
    }

    private func check(_ truth: Truth) {
        truth.checkList()
        if let problem = truth.problem { fail("W5: \(problem)") }
        guard truth.head.number > 0 else { return }
        if seed % 10 == 0, let difference = truth.differenceFromReference() { fail("S5: \(difference)") }
        if let live = server?.hub.shelves[truth.name], live.shelf.encoded() != truth.shelf.encoded() {
            fail("J5: the server's shelf is not the one that its journal makes")
        }
        guard let stored = try? read(truth.name) else { return fail("J5: the journal cannot be read") }
        if stored.shelf.encoded() != truth.shelf.encoded() { fail("J5: the shelf that is read from the journal is another one") }
    }
}

extension SimulatedServer {
    /// Why it is not at rest; nil when it has nothing to do.
    var unrest: String? {
        guard !isDown else { return "the server is down" }
        guard reason == nil else { return "the journal is in trouble" }
        guard hub.appending == 0, hub.withOpenBatch.isEmpty else { return "an append is under way" }
        return hub.shelvesAway == 0 ? nil : "a shelf is at the worker"
    }
}

extension EntryHash {
    var hashValueForTrace: Int { bytes.reduce(0) { $0 &* 31 &+ Int($1) } }
}

extension Truth {
    func isNow(_ text: [UInt8], of client: ClientID, at seq: Int) -> Bool {
        areEqual(text, ServerMessage.you(seq: seq, shelf.targets(of: client)).encoded)
    }
}
