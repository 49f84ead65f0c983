/// The second half of reading a snapshot: steps with their writes, and all that follows from them.
extension Shelf {
    mutating func readSteps(_ reader: inout ByteReader, _ clients: [ClientIndex], _ names: [Int32]) throws(CodingError) {
        let count = try reader.count()
        guard count <= reader.remaining else { throw CodingError("ends too early") }
        var (last, stamps) = (0, Set<Int>())
        for _ in 0..<count {
            let step = try readStep(&reader, clients)
            guard steps[step].number > last else { throw CodingError("steps out of order") }
            last = steps[step].number
            if steps[step].standing != .done {
                let stamp = steps[step].stamp
                guard stamp > 0, stamp <= lastStamp, stamps.insert(stamp).inserted else { throw CodingError("a stamp twice") }
            } else if steps[step].stamp != 0 {
                throw CodingError("a stamp on a step that was not undone")
            }
            if steps[step].settledOverBy != nil { steps[step].writes.append(noIndex) }
            let writes = try reader.count()
            guard writes <= reader.remaining else { throw CodingError("ends too early") }
            for _ in 0..<writes { try readWrite(&reader, of: step, names) }
        }
        guard last <= seq else { throw CodingError("a step from the future") }
    }

    private mutating func readStep(_ reader: inout ByteReader, _ indices: [ClientIndex]) throws(CodingError) -> StepIndex {
        let (number, client, request) = (try reader.number(), try reader.count(), try reader.number())
        guard client < indices.count else { throw CodingError("step of an unknown client") }
        var state = Step(number: number, client: indices[client], request: request, label: try Label(from: &reader))
        guard let standing = Step.Standing(rawValue: try reader.byte()) else { throw CodingError("unknown standing of a step") }
        state.standing = standing
        state.stamp = try reader.number()
        state.settledOverBy = try reader.optionalText()
        guard state.settledOverBy.map(clients.isKnown) ?? true else { throw CodingError("settled over by an unknown client") }
        let newest = clients[state.client].steps.last.map { steps[$0].request } ?? 0
        guard newest < request, request <= clients[state.client].mark else { throw CodingError("requests out of order") }
        let step = steps.add(state)
        stepIndices[number] = step
        enlist(step)
        return step
    }

    private mutating func enlist(_ step: StepIndex) {
        let (client, number, stamp) = (steps[step].client, steps[step].number, steps[step].stamp)
        clients[client].steps.insert(step, key: number)
        switch steps[step].standing {
        case .done: clients[client].done.insert(step, key: number)
        case .undone: clients[client].redo.insert(step, key: stamp)
        case .withdrawn: clients[client].withdrawn.insert(step, key: stamp)
        }
    }

    // MARK: - Writes

    private mutating func readWrite(_ reader: inout ByteReader, of step: StepIndex, _ names: [Int32]) throws(CodingError) {
        guard let album = AlbumIndex(exactly: try reader.count()), albums.indices.contains(album) else {
            throw CodingError("write to an unknown album")
        }
        var isOn = steps[step].standing == .done
        switch try reader.byte() {
        case 0:
            let (isPresent, isTouch) = (try reader.flag(), try reader.flag())
            let isOnItself = try reader.flag()
            guard isTouch ? isPresent : isOnItself == isOn else { throw CodingError("impossible write of a presence") }
            isOn = isOnItself
            try add(.presence(isPresent), to: Register(album: album, name: Register.presence), step, isTouch: isTouch, isOn: isOn)
        case 1:
            guard let slot = Slot(exactly: try reader.count()) else { throw CodingError("slot out of range") }
            try add(.place(slot), to: Register(album: album, name: Register.place), step, isTouch: false, isOn: isOn)
        case 2:
            let name = try reader.count()
            guard name < names.count else { throw CodingError("unknown field name") }
            let value = try reader.optional { reader throws(CodingError) in try reader.value() }
            guard albums[album].fields.contains(names[name]) else { throw CodingError("write to a field that is not there") }
            try add(.field(value), to: Register(album: album, name: names[name]), step, isTouch: false, isOn: isOn)
        default: throw CodingError("unknown register")
        }
    }

    private mutating func add(
        _ content: Content, to register: Register, _ step: StepIndex, isTouch: Bool, isOn: Bool
    ) throws(CodingError) {
        let chain = openChain(of: register)
        let number = steps[step].number
        for newest in [chains[chain].active.last, chains[chain].waiting.last].compactMap({ $0 }) {
            guard writes[newest].number < number else { throw CodingError("a register twice in a step") }
        }
        let position = Int32(steps[step].writes.count)
        var state = Write(step: step, number: number, chain: chain, content: content, isTouch: isTouch, position: position)
        state.isOn = isOn
        let write = writes.add(state)
        steps[step].writes.append(write)
        if isOn { chains[chain].active.append(write) } else { chains[chain].waiting.append(write) }
        albums[register.album].names += 1
    }

    // MARK: - What follows

    /// Slots, the albums on them, and the list.
    mutating func layOut() throws(CodingError) {
        var named: [Slot] = []
        for album in albums.indices {
            named.append(albums[album].slot)
            let chain = albums[album].placeChain
            if chain != noIndex { named += (chains[chain].active + chains[chain].waiting).map { writes[$0].content.slot } }
            try settleShown(album)
        }
        guard named.sorted() == Array(0..<Slot(named.count)) else { throw CodingError("slots with several names or none") }
        let order = albums.indices.map { albums[$0].slot }
        guard zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }) else { throw CodingError("albums out of order") }
        places = Places(count: named.count)
        for album in albums.indices { places.hold(albums[album].slot, by: album) }
        linkShown()
    }

    /// Puts what shows in place of what is settled.
    private mutating func settleShown(_ album: AlbumIndex) throws(CodingError) {
        let (presence, place) = (albums[album].presenceChain, albums[album].placeChain)
        if presence != noIndex { albums[album].isShown = shown(presence).isPresent }
        if place != noIndex { albums[album].slot = shown(place).slot }
        for (name, value) in albums[album].fields.all {
            let chain = albums[album].chain(ofField: name)
            guard chain != noIndex || value != nil else { throw CodingError("a field without value") }
            if chain != noIndex { albums[album].fields.set(name, shown(chain).value) }
        }
    }

    private mutating func linkShown() {
        var previous = noIndex
        for album in albums.indices where albums[album].isShown {
            places.setShown(albums[album].slot, true)
            albums[album].previous = previous
            if previous == noIndex { firstShown = album } else { albums[previous].next = album }
            previous = album
        }
    }

    mutating func fillBin(_ deletions: [Bin.Deletion], lastStamp: Int) throws(CodingError) {
        let sorted = deletions.sorted { $0.stamp < $1.stamp }
        guard sorted.map(\.stamp).isRising, sorted.first?.stamp ?? 1 > 0, sorted.last?.stamp ?? 0 <= lastStamp else {
            throw CodingError("deletions out of order")
        }
        guard sorted.allSatisfy({ clients.isKnown($0.by) }) else { throw CodingError("deleted by an unknown client") }
        for deletion in sorted { albums[deletion.album].deletion = deletion.stamp }
        guard albums.indices.allSatisfy({ albums[$0].isShown == (albums[$0].deletion == 0) }) else {
            throw CodingError("a deleted album that is on the list")
        }
        bin = Bin(deletions: sorted, lastStamp: lastStamp)
        for deletion in sorted where albums[deletion.album].names == 0 { bin.allowForgetting(stamp: deletion.stamp) }
    }

    /// All facts, and the targets that follow from them.
    mutating func countFacts() {
        for album in albums.indices where albums.holds(album) { addFacts(of: album) }
        for client in clients {
            note(client)
            for entry in clients[client].steps.entries { markDirty(entry.step) }
        }
        sortDirtySteps()
        refreshTargets()
        changedTargets.removeAll()
        fieldNames.sweep()
        trace.clear()
    }

    private mutating func addFacts(of album: AlbumIndex) {
        if albums[album].presenceChain != noIndex { addValueFacts(albums[album].presenceChain, 1) }
        guard albums[album].isShown else { return }
        addPairFacts(albums[album].previous, album, 1)
        for field in albums[album].fieldChains { addValueFacts(field.chain, 1) }
    }
}
