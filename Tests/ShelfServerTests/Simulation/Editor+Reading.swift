import ShelfCore

/// What it makes of the server's messages, and what it insists on.
extension Editor {
    func received(_ words: [Word], on link: SimulatedLink) {
        for word in words where link === self.link { read(word) }
    }

    private func read(_ word: Word) {
        switch word {
        case .welcome(let epoch, _, let request, let resumed): welcome(epoch, request, resumed)
        case .bye(let code): bye(code)
        case _ where !isWelcomed: fail("W2: \(word) came before welcome")
        case .snapshot(let epoch, let seq, let part, let of, _, let items): snapshot(epoch, seq, part, of, items)
        case .trouble(let reason): trouble = reason
        case .nack(let request, let code): conclude(request, .refused(code))
        case .ack(let request, let seq): conclude(request, seq.map(Told.event) ?? .none)
        case .event, .you, .who, .tick, .history, .bin:
            if needsSnapshot { return fail("W2: \(word) came before the snapshot") }
            readOrdered(word)
        }
    }

    private func readOrdered(_ word: Word) {
        switch word {
        case .event(let seq): follow(seq)
        case .you(let seq, let undo, let redo, let text):
            guard seq == self.seq else { return fail("W7: you as of \(seq), but the last event was \(self.seq)") }
            (self.undo, self.redo, you) = (undo, redo, (seq, text))
        case .tick(let seq):
            if seq != self.seq { fail("W9: tick \(seq), but the last event was \(self.seq)") }
        default: break
        }
    }

    private func welcome(_ epoch: String, _ request: Int, _ resumed: Bool) {
        if isWelcomed { fail("W2: welcomed twice") }
        if resumed, epoch != self.epoch { fail("W2: resumed in epoch \(epoch), but it was in \(self.epoch ?? "none")") }
        isWelcomed = true
        needsSnapshot = !resumed
        lastNumber = max(lastNumber, request)
        if resumed { sendAgain() }
    }

    private func snapshot(_ epoch: String, _ seq: Int, _ part: Int, _ of: Int, _ items: [Item]) {
        guard part == nextPart else { return fail("W2: part \(part) of a snapshot instead of \(nextPart)") }
        parts += items
        nextPart += 1
        guard part == of else { return }
        list = ListCopy(items: parts)
        (self.epoch, self.seq) = (epoch, seq)
        (parts, nextPart, needsSnapshot) = ([], 1, false)
        compare()
        sendAgain()
    }

    private func follow(_ seq: Int) {
        guard seq == self.seq + 1 else { return fail("W5: event \(seq) came behind \(self.seq)") }
        let event = truth.events[seq - 1].read
        do throws(ListCopy.Mismatch) {
            for change in event.changes { try list.apply(change) }
        } catch {
            return fail("W5: event \(seq): \(error.sentence)")
        }
        for case .delete(_, let id) in event.changes { deleted.append(id) }
        self.seq = seq
        if player.chance(0.1) { compare() }
        if event.by == client { conclude(event.request, .event(seq)) }
    }

    private func bye(_ code: Int) {
        if ![1012, 4001].contains(code) { fail("W10: bye \(code)") }
    }

    /// Each request has one outcome, however often it is told (W3).
    private func conclude(_ request: Int, _ outcome: Told) {
        if outcome == .refused("reused"), reused.contains(request) { return }
        if outcome == .refused("forgotten"), request <= lastNumber - 64 || malformed.contains(request), told[request] != nil { return }
        if let known = told[request] {
            if known != outcome, !malformed.contains(request) { fail("W3: request \(request) was told \(known), then \(outcome)") }
            return
        }
        guard let index = open.firstIndex(where: { $0.number == request }) else {
            return fail("W3: an outcome of request \(request), which was not sent")
        }
        open.remove(at: index)
        told[request] = outcome
    }

    // MARK: - What must hold

    var truth: Truth { world.truths[shelf]! }

    func compare() {
        guard truth.lists.indices.contains(seq) else { return fail("J2: it is at \(seq), the journal at \(truth.seq)") }
        if list != truth.lists[seq] { fail("W5: its list is not the list at \(seq)") }
    }

    /// Why it is not at rest yet; nil when it has everything.
    var unrest: String? {
        guard isLive else { return "\(name) is not connected" }
        guard open.isEmpty else { return "\(name) has no outcome of \(open.map(\.number))" }
        guard seq == truth.seq else { return "\(name) is at \(seq), the journal at \(truth.seq)" }
        guard trouble == nil else { return "\(name) was not told that the trouble is over" }
        guard let you, truth.admits(you.text, of: client, at: you.seq) else { return "\(name) was told no targets" }
        return nil
    }

    /// What must hold when everything is at rest.
    func checkAtRest() {
        compare()
        checkRefusedEarly()
        if let epoch, truth.seq > 0, epoch != truth.shelf.epoch { fail("J7: it is in epoch \(epoch)") }
        if let you, !truth.isNow(you.text, of: client, at: you.seq) { fail("W7: the last targets it was told are not its targets") }
        for (number, outcome) in told where !malformed.contains(number) {
            let known = truth.outcome(of: client, number).map(Told.init)
            if known != outcome { fail("J2: request \(number) was told \(outcome), the journal says \(known.map { "\($0)" } ?? "nothing")") }
        }
    }

    private func checkRefusedEarly() {
        for number in malformed where truth.outcome(of: client, number) != nil {
            fail("W11: request \(number) was refused without the shelf, and is in the journal")
        }
    }

    func fail(_ sentence: String) { world.fail("\(name): \(sentence)") }
}

extension Editor.Told {
    init(_ outcome: Outcome) {
        switch outcome {
        case .event(let event): self = .event(event.seq)
        case .done(let seq): self = .event(seq)
        case .none: self = .none
        case .refused(let refusal): self = .refused(refusal.code.rawValue)
        }
    }
}
