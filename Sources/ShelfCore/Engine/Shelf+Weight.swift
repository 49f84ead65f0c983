/// How much there is to do, for whoever must not be held up: what a request is on the wire says little, since undo is a word.
extension Shelf {
    /// So many bytes of text weigh as much as a register.
    private static let bytesPerRegister = 256

    /// About how many registers applying the act changes, those of steps that settle included; counted only until `limit` is reached.
    public func weight(of act: Act, upTo limit: Int) -> Int {
        switch act {
        case .epoch: return 1
        case .settings(let settings): return max(1, bin.forgettable.count - settings.binAlbums)
        case .request(let request):
            let own = clients.index(of: request.client)
            let weight = weight(of: request, by: own, upTo: limit)
            return weight + weightOfEnding(at: request.at, others: own == nil ? 1 : 0, upTo: limit - weight)
        case .seen(_, let time): return 1 + weightOfEnding(at: time, others: 0, upTo: limit)
        case .end(let client): return 1 + (clients.index(of: client).map { weight(of: clients[$0].steps, upTo: limit) } ?? 0)
        }
    }

    private func weight(of request: Request, by own: ClientIndex?, upTo limit: Int) -> Int {
        switch request.action {
        case .do(let operations):
            let weight = operations.count + request.encoded.bytes.count / Self.bytesPerRegister
            return weight + (own.map { weightOfSettling(by: $0, upTo: limit - weight) } ?? 0)
        case .undo(let wish):
            switch wish.target {
            case .target: return 1 + weightOfUndoing(own.flatMap { clients[$0].canUndo.last }, upTo: limit)
            case .step(let reference): return 1 + weightOfUndoing(step(reference, of: own), upTo: limit)
            case .client(let id):
                guard let client = clients.index(of: id) else { return 1 }
                let weight = weight(of: clients[client].canUndo, upTo: limit)
                return 1 + weight + self.weight(of: clients[client].withdrawn, upTo: limit - weight)
            }
        case .redo(let wish):
            switch wish.target {
            case .target: return 1 + weight(of: own.flatMap { clients[$0].canRedo.last }, upTo: limit)
            case .step(let reference): return 1 + weight(of: step(reference, of: own), upTo: limit)
            case .client(let id): return 1 + (clients.index(of: id).map { weight(of: clients[$0].withdrawn, upTo: limit) } ?? 0)
            }
        }
    }

    private func step(_ reference: StepReference, of client: ClientIndex?) -> StepIndex? {
        switch reference {
        case .step(let number): stepIndices[number]
        case .request(let number): client.flatMap { clients[$0].steps.entries.last { steps[$0.step].request == number }?.step }
        }
    }

    // MARK: - What goes with it

    /// A new step settles those that its client has undone (U5), and those beyond the undo depth (U10).
    private func weightOfSettling(by client: ClientIndex, upTo limit: Int) -> Int {
        let done = clients[client].done
        var weight = weight(of: clients[client].redo, upTo: limit)
        for entry in done.entries.prefix(max(0, done.count + 1 - settings.undoDepth)) where weight < limit {
            weight += self.weight(of: entry.step, upTo: limit - weight)
        }
        return weight
    }

    /// One more undone step settles another beyond the undo depth (U10).
    private func weightOfUndoing(_ step: StepIndex?, upTo limit: Int) -> Int {
        guard let step else { return 0 }
        let owner = steps[step].client
        let settling = [clients[owner].redo, clients[owner].withdrawn].filter { $0.count >= settings.undoDepth }.map(\.first)
        return settling.reduce(weight(of: step, upTo: limit)) { $0 < limit ? $0 + weight(of: $1, upTo: limit - $0) : $0 }
    }

    /// What the clients settle that end at this time, because they were not seen for long or there are too many (U10).
    private func weightOfEnding(at time: Int, others: Int, upTo limit: Int) -> Int {
        let earliest = max(now, time) - settings.clientRetentionDays * 86_400_000
        var (weight, left, client) = (0, clients.count + others, clients.longestUnseen)
        while weight < limit, client != noIndex, left > settings.clients || clients[client].lastSeen < earliest {
            weight += self.weight(of: clients[client].steps, upTo: limit - weight)
            (left, client) = (left - 1, clients[client].seenAfter)
        }
        return weight
    }

    // MARK: - Steps

    private func weight(of list: StepList, upTo limit: Int) -> Int {
        var weight = 0
        for entry in list.entries where weight < limit { weight += self.weight(of: entry.step, upTo: limit - weight) }
        return weight
    }

    /// An album that comes back tells its fields.
    private func weight(of step: StepIndex?, upTo limit: Int) -> Int {
        guard let step else { return 0 }
        var weight = 0
        for write in steps[step].writes {
            guard weight < limit else { break }
            weight += 1
            guard write != noIndex, case .presence = writes[write].content else { continue }
            weight += albums[chains[writes[write].chain].register.album].fields.byteCount / Self.bytesPerRegister
        }
        return weight
    }
}
