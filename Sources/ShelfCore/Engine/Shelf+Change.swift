/// The one way a register changes: its facts go, it changes, the facts that hold then come.
extension Shelf {
    mutating func change(_ chain: ChainIndex, _ mutate: (inout Shelf) -> Void) {
        noteWitnesses(chain)
        switch chains[chain].register.name {
        case Register.presence: changePresence(chain, mutate)
        case Register.place: changePlace(chain, mutate)
        default: changeField(chain, mutate)
        }
    }

    private mutating func changeField(_ chain: ChainIndex, _ mutate: (inout Shelf) -> Void) {
        let register = chains[chain].register
        let isShown = albums[register.album].isShown
        let old = shown(chain)
        if isShown { addValueFacts(chain, -1) }
        mutate(&self)
        if isShown { addValueFacts(chain, 1) }
        let new = shown(chain)
        guard new != old else { return }
        trace.edited.append(.init(register: register, value: old.value))
        albums[register.album].fields.set(register.name, new.value)
    }

    private mutating func changePresence(_ chain: ChainIndex, _ mutate: (inout Shelf) -> Void) {
        let album = chains[chain].register.album
        noteWitnesses(ofFieldsAndPlaceOf: album)
        addValueFacts(chain, -1)
        mutate(&self)
        addValueFacts(chain, 1)
        let isPresent = shown(chain).isPresent
        guard isPresent != albums[album].isShown else { return }
        touch(album)
        if isPresent { show(album) } else { hide(album) }
    }

    private mutating func changePlace(_ chain: ChainIndex, _ mutate: (inout Shelf) -> Void) {
        let album = chains[chain].register.album
        let isShown = albums[album].isShown
        if isShown { addPairFacts(around: album, -1) }
        mutate(&self)
        let (old, new) = (albums[album].slot, shown(chain).slot)
        if new != old {
            touch(album)
            if isShown { takeOut(album) }
            places.leave(old)
            places.hold(new, by: album)
            albums[album].slot = new
            if isShown { putIn(album) }
        } else if isShown {
            addPairFacts(around: album, 1)
        }
    }

    // MARK: - On and off the list

    private mutating func show(_ album: AlbumIndex) {
        takeOutOfBin(album)
        albums[album].isShown = true
        putIn(album)
        addFieldFacts(album, 1)
    }

    private mutating func hide(_ album: AlbumIndex) {
        addFieldFacts(album, -1)
        addPairFacts(around: album, -1)
        takeOut(album)
        albums[album].isShown = false
        putInBin(album)
    }

    private mutating func addFieldFacts(_ album: AlbumIndex, _ sign: Int32) {
        for index in albums[album].fieldChains.indices { addValueFacts(albums[album].fieldChains[index].chain, sign) }
    }

    // MARK: - The shown order

    /// Links the album between its neighbours, with the facts of the pairs it makes.
    private mutating func putIn(_ album: AlbumIndex) {
        let slot = albums[album].slot
        let index = places.shownInFront(of: slot)
        let previous = index > 0 ? places.shownAlbum(at: index - 1) : noIndex
        let next = previous == noIndex ? firstShown : albums[previous].next
        addPairFacts(previous, next, -1)
        albums[album].previous = previous
        albums[album].next = next
        if previous == noIndex { firstShown = album } else { albums[previous].next = album }
        if next != noIndex { albums[next].previous = album }
        places.setShown(slot, true)
        addPairFacts(around: album, 1)
    }

    /// Takes the album, whose pair facts are gone already, from between its neighbours.
    private mutating func takeOut(_ album: AlbumIndex) {
        let (previous, next) = (albums[album].previous, albums[album].next)
        if previous == noIndex { firstShown = next } else { albums[previous].next = next }
        if next != noIndex { albums[next].previous = previous }
        places.setShown(albums[album].slot, false)
        addPairFacts(previous, next, 1)
    }

    // MARK: - Witnesses

    private mutating func noteWitnesses(_ chain: ChainIndex) {
        guard chain != noIndex else { return }
        for index in chains[chain].witnesses.indices { note(chains[chain].witnesses[index]) }
    }

    private mutating func noteWitnesses(ofFieldsAndPlaceOf album: AlbumIndex) {
        noteWitnesses(albums[album].placeChain)
        for index in albums[album].fieldChains.indices { noteWitnesses(albums[album].fieldChains[index].chain) }
    }
}
