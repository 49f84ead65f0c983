/// What must be true after every act, counted anew from the definitions. For tests: it looks at everything.
extension Shelf {
    /// Traps with a message when something is not as it must be.
    package func checkInvariants() {
        checkRegisters()
        checkSteps()
        checkOrder()
        checkPlaces()
        checkFacts()
        checkClients()
        checkBin()
    }

    private var allAlbums: [AlbumIndex] { albums.indices.filter(albums.holds) }
    private var allSteps: [StepIndex] { steps.indices.filter(steps.holds) }

    // MARK: - Registers and steps

    private func checkRegisters() {
        for chain in chains.indices where chains.holds(chain) {
            precondition(!chains[chain].isEmpty, "a chain without writes")
            precondition(self.chain(of: chains[chain].register) == chain, "a chain that its register does not know")
            precondition(content(of: chains[chain].register) == shown(chain), "a register shows what is not on top")
            for (list, isOn) in [(chains[chain].active, true), (chains[chain].waiting, false)] {
                precondition(list.map { writes[$0].number }.isRising, "writes out of order")
                for write in list { check(write, isOn: isOn, on: chain) }
            }
        }
    }

    private func check(_ write: WriteIndex, isOn: Bool, on chain: ChainIndex) {
        let (state, step) = (writes[write], writes[write].step)
        precondition(state.isOn == isOn && state.chain == chain, "a write in the wrong list")
        precondition(steps[step].number == state.number, "a write of another step")
        precondition(steps[step].writes[Int(state.position)] == write, "a step does not know its write")
        precondition(state.isTouch || state.isOn == (steps[step].standing == .done), "a write that is not switched with its step")
    }

    private func checkSteps() {
        precondition(stepIndices.count == allSteps.count, "steps without a number")
        for step in allSteps {
            precondition(stepIndices[steps[step].number] == step, "a step under another number")
            precondition(clients[steps[step].client].steps.contains(steps[step].number), "a step that its client does not know")
        }
        let named = allSteps.flatMap { steps[$0].writes }.filter { $0 != noIndex }
        precondition(named.count == writes.count, "writes of no step")
        var names = Array(repeating: Int32(0), count: albums.indices.count)
        for write in named { names[Int(chains[writes[write].chain].register.album)] += 1 }
        for album in allAlbums { precondition(albums[album].names == names[Int(album)], "names counted wrongly") }
    }

    // MARK: - Order

    private func checkOrder() {
        var listed: [AlbumIndex] = []
        var (album, previous) = (firstShown, noIndex)
        while album != noIndex {
            precondition(albums[album].isShown && albums[album].previous == previous, "the list is linked wrongly")
            listed.append(album)
            (previous, album) = (album, albums[album].next)
        }
        precondition(listed == (0..<count).map(places.shownAlbum), "the list is not in the order of its places")
        precondition(listed.count == allAlbums.count { albums[$0].isShown }, "a shown album that is not in the list")
    }

    private func checkPlaces() {
        places.checkInvariants()
        var named: [Slot] = []
        for album in allAlbums {
            precondition(places.album(on: albums[album].slot) == album, "an album that does not hold its place")
            let chain = albums[album].placeChain
            guard chain != noIndex else {
                named.append(albums[album].slot)
                continue
            }
            named.append(chains[chain].base.slot)
            named += (chains[chain].active + chains[chain].waiting).map { writes[$0].content.slot }
        }
        precondition(named.sorted() == places.inOrder().sorted(), "places that nothing names, or named ones that are not there")
        precondition(Int(places.counts.held) == albums.count, "places held by no album")
    }

    // MARK: - Facts

    private func checkFacts() {
        var recount = self
        for step in allSteps { (recount.steps[step].off, recount.steps[step].on) = (0, 0) }
        recount.countFacts()
        for step in allSteps {
            precondition(steps[step].off == recount.steps[step].off, "step \(steps[step].number): off counted wrongly")
            precondition(steps[step].on == recount.steps[step].on, "step \(steps[step].number): on counted wrongly")
        }
        for client in clients {
            precondition(clients[client].targets == recount.clients[client].targets, "targets that do not follow from the facts")
        }
    }

    // MARK: - Clients and bin

    private func checkClients() {
        var lastSeen = 0
        for client in clients {
            let state = clients[client]
            precondition(lastSeen <= state.lastSeen && state.lastSeen <= now, "clients out of order")
            lastSeen = state.lastSeen
            let standings = [(state.done, Step.Standing.done), (state.redo, .undone), (state.withdrawn, .withdrawn)]
            for (list, standing) in standings {
                precondition(list.entries.map(\.key).isRising, "steps out of order")
                precondition(list.entries.allSatisfy { steps[$0.step].standing == standing }, "a step in the wrong list")
            }
            precondition(state.steps.count == standings.map(\.0.count).reduce(0, +), "a step in two lists or none")
            precondition(state.canUndo.entries == state.done.entries.filter { steps[$0.step].off > 0 }, "what can be undone")
            precondition(state.canRedo.entries == state.redo.entries.filter { steps[$0.step].on > 0 }, "what can be redone")
            precondition(state.witness == noIndex || chains[state.witness].witnesses.contains(client), "a witness not heard")
        }
    }

    private func checkBin() {
        let deleted = bin.deletions.filter { $0.album != noIndex }
        precondition(deleted.map(\.stamp).isRising, "deletions out of order")
        precondition(deleted.allSatisfy { albums[$0.album].deletion == $0.stamp }, "an album deleted at another time")
        precondition(deleted.count == bin.count && bin.count == albums.count - count, "deleted albums counted wrongly")
        let forgettable = deleted.filter { albums[$0.album].names == 0 }.map(\.stamp)
        precondition(bin.forgettable == forgettable, "what may be forgotten")
        precondition(albumIndices.count == albums.count + gone.count, "ids that are neither an album's nor gone")
    }
}
