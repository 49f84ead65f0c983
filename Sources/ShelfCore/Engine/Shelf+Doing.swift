/// Carrying out a `do`.
extension Shelf {
    /// Returns the new step, or nil when the operations change nothing (S2).
    mutating func carryOut(_ operations: [Operation], of request: Request, by client: ClientIndex) throws(Refusal) -> StepIndex? {
        try judge(operations)
        var draft = makeDraft(operations)
        dropWhatChangesNothing(&draft)
        if draft.entries.isEmpty {
            discard(draft)
            return nil
        }
        do {
            try judgeSizes(draft)
        } catch {
            discard(draft)
            throw error
        }
        return accept(draft, of: request, by: client)
    }

    private mutating func accept(_ draft: Draft, of request: Request, by client: ClientIndex) -> StepIndex {
        note(client)
        let step = makeStep(request, client, makeLabel(draft))
        for album in draft.births { places.hold(albums[album].slot, by: album) }
        for entry in draft.entries { write(entry.content, to: entry.register, step, isTouch: false) }
        for album in albumsToTouch(draft) {
            write(.presence(true), to: Register(album: album, name: Register.presence), step, isTouch: true)
        }
        for album in draft.births where !albums[album].isShown { putInBin(album) }
        settleOlder(of: client, than: step)
        return step
    }

    private mutating func makeStep(_ request: Request, _ client: ClientIndex, _ label: Label) -> StepIndex {
        let number = seq + 1
        let step = steps.add(Step(number: number, client: client, request: request.number, label: label))
        stepIndices[number] = step
        clients[client].steps.insert(step, key: number)
        clients[client].done.insert(step, key: number)
        markDirty(step)
        return step
    }

    private mutating func write(_ content: Content, to register: Register, _ step: StepIndex, isTouch: Bool) {
        let chain = openChain(of: register)
        let position = Int32(steps[step].writes.count)
        let write = writes.add(
            Write(step: step, number: steps[step].number, chain: chain, content: content, isTouch: isTouch, position: position))
        steps[step].writes.append(write)
        startNaming(register.album)
        change(chain) { $0.chains[chain].active.append(write) }
    }

    /// Work on an album that is there says that somebody is at work on it (S3).
    private func albumsToTouch(_ draft: Draft) -> [AlbumIndex] {
        var done = Set(draft.entries.lazy.filter { $0.register.name == Register.presence }.map(\.register.album))
        return draft.entries.map(\.register.album).filter { albums[$0].isShown && done.insert($0).inserted }
    }

    /// A step that shows something drops its client's undone steps (U5); the oldest beyond the undo depth settle (U10).
    private mutating func settleOlder(of client: ClientIndex, than step: StepIndex) {
        if steps[step].off > 0 {
            while let undone = clients[client].redo.first { settle(undone) }
        }
        while clients[client].done.count > settings.undoDepth, let oldest = clients[client].done.first { settle(oldest) }
    }
}
