/// What each client can do now (U2, U3, U7).
extension Shelf {
    public func targets(of client: ClientID) -> Targets {
        clients.index(of: client).map { clients[$0].targets } ?? Targets(undo: nil, redo: nil, covered: nil)
    }

    // MARK: - Keeping them

    /// Puts the steps whose facts changed among those that can be undone or redone, or takes them out.
    mutating func sortDirtySteps() {
        for step in trace.dirty where steps.holds(step) {
            note(steps[step].client)
            sort(step)
        }
        trace.dirty.removeAll(keepingCapacity: true)
    }

    private mutating func sort(_ step: StepIndex) {
        let (client, number, stamp) = (steps[step].client, steps[step].number, steps[step].stamp)
        if steps[step].standing == .done, steps[step].off > 0 {
            clients[client].canUndo.insert(step, key: number)
        } else {
            clients[client].canUndo.remove(key: number)
        }
        if steps[step].standing == .undone, steps[step].on > 0 {
            clients[client].canRedo.insert(step, key: stamp)
        } else {
            clients[client].canRedo.remove(key: stamp)
        }
    }

    /// Finds the targets of all noted clients anew, and which of them changed.
    mutating func refreshTargets() {
        for client in trace.noted where clients.holds(client) {
            let (targets, witness) = findTargets(of: client)
            moveWitness(client, to: witness)
            guard clients[client].aim(at: targets) else { continue }
            changedTargets.append(clients[client].id)
        }
        changedTargets.sort()
    }

    mutating func moveWitness(_ client: ClientIndex, to chain: ChainIndex) {
        let old = clients[client].witness
        guard chain != old else { return }
        if old != noIndex { chains[old].witnesses.removeAll { $0 == client } }
        if chain != noIndex { chains[chain].witnesses.append(client) }
        clients[client].witness = chain
    }

    // MARK: - Finding them

    private func findTargets(of client: ClientIndex) -> (Targets, witness: ChainIndex) {
        let undo = clients[client].canUndo.last
        let (covered, witness) = findCovered(of: client, undo: undo)
        let redo = clients[client].canRedo.last
        return (Targets(undo: undo.map(target), redo: redo.map(target), covered: covered), witness)
    }

    private func target(_ step: StepIndex) -> Target { Target(step: steps[step].number, label: steps[step].label) }

    /// The newest step, when it sleeps.
    private func findCovered(of client: ClientIndex, undo: StepIndex?) -> (Covered?, witness: ChainIndex) {
        guard let newest = clients[client].done.last, newest != undo else { return (nil, noIndex) }
        let (coverer, witness) = findCoverer(of: newest)
        let by = coverer == clients[client].id ? nil : coverer
        let newer = clients[client].done.count - (undo.map { clients[client].done.index(of: steps[$0].number) + 1 } ?? 0)
        let covered = Covered(
            step: steps[newest].number, label: steps[newest].label,
            by: by, name: by.flatMap(clients.index(of:)).map { clients[$0].name },
            more: newer - 1)
        return (covered, witness)
    }

    /// Who wrote what covers a sleeping step: the first write decides, and the register where it lies is the witness.
    private func findCoverer(of step: StepIndex) -> (ClientID?, witness: ChainIndex) {
        guard let write = steps[step].writes.first, write != noIndex else { return (steps[step].settledOverBy, noIndex) }
        let chain = writes[write].chain
        let album = chains[chain].register.album
        guard !albums[album].isShown else { return (writer(ofTop: chain), chain) }
        let hider = writer(ofTop: albums[album].presenceChain)
        return (hider ?? bin.deletion(albums[album].deletion).by, chain)
    }

    private func writer(ofTop chain: ChainIndex) -> ClientID? {
        let top = top(chain)
        return top == noIndex ? nil : clients[steps[writes[top].step].client].id
    }
}
