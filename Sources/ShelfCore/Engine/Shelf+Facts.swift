/// The facts from which undo and redo targets follow. Each is a pure function of the state; `sign` adds or takes away.
extension Shelf {
    // MARK: - Presence and fields

    /// What switching the top or one of the candidates of a presence or a field would show. The fields of hidden albums
    /// have no facts.
    mutating func addValueFacts(_ chain: ChainIndex, _ sign: Int32) {
        let now = shown(chain)
        let top = top(chain)
        if top != noIndex, !writes[top].isTouch, now != beneath(chain) { addOff(writes[top].step, sign) }
        forEachCandidate(chain) { shelf, write in
            if !shelf.writes[write].isTouch, shelf.writes[write].content != now { shelf.addOn(shelf.writes[write].step, sign) }
        }
    }

    // MARK: - Neighbours

    /// Which steps would put `y` in front of `x`, its neighbour in front.
    mutating func addPairFacts(_ x: AlbumIndex, _ y: AlbumIndex, _ sign: Int32) {
        guard x != noIndex, y != noIndex else { return }
        let (cx, cy) = (albums[x].placeChain, albums[y].placeChain)
        guard cx != noIndex || cy != noIndex else { return }
        addUndoPairFacts(x, y, cx, cy, sign)
        addRedoPairFacts(x, y, cx, cy, sign)
    }

    /// The pairs that an album makes with its neighbours.
    mutating func addPairFacts(around album: AlbumIndex, _ sign: Int32) {
        let (previous, next) = (albums[album].previous, albums[album].next)
        addPairFacts(previous, album, sign)
        addPairFacts(album, next, sign)
    }

    private mutating func addUndoPairFacts(_ x: AlbumIndex, _ y: AlbumIndex, _ cx: ChainIndex, _ cy: ChainIndex, _ sign: Int32) {
        let (tx, ty) = (top(cx), top(cy))
        if tx != noIndex, ty != noIndex, writes[tx].step == writes[ty].step {
            if places.isBefore(beneath(cy).slot, beneath(cx).slot) { addOff(writes[tx].step, sign) }
            return
        }
        if tx != noIndex, places.isBefore(albums[y].slot, beneath(cx).slot) { addOff(writes[tx].step, sign) }
        if ty != noIndex, places.isBefore(beneath(cy).slot, albums[x].slot) { addOff(writes[ty].step, sign) }
    }

    private mutating func addRedoPairFacts(_ x: AlbumIndex, _ y: AlbumIndex, _ cx: ChainIndex, _ cy: ChainIndex, _ sign: Int32) {
        forEachCandidate(cx) { shelf, write in
            let other = shelf.candidate(ofStep: shelf.writes[write].number, on: cy)
            let slot = other == noIndex ? shelf.albums[y].slot : shelf.writes[other].content.slot
            if shelf.places.isBefore(slot, shelf.writes[write].content.slot) { shelf.addOn(shelf.writes[write].step, sign) }
        }
        forEachCandidate(cy) { shelf, write in
            guard shelf.candidate(ofStep: shelf.writes[write].number, on: cx) == noIndex else { return }
            if shelf.places.isBefore(shelf.writes[write].content.slot, shelf.albums[x].slot) {
                shelf.addOn(shelf.writes[write].step, sign)
            }
        }
    }

    // MARK: - Candidates

    /// Switched-off writes that would be on top if they were switched on.
    private mutating func forEachCandidate(_ chain: ChainIndex, _ body: (inout Shelf, WriteIndex) -> Void) {
        guard chain != noIndex, !chains[chain].waiting.isEmpty else { return }
        let top = topNumber(chain)
        for index in chains[chain].waiting.indices.reversed() {
            let write = chains[chain].waiting[index]
            guard writes[write].number > top else { return }
            body(&self, write)
        }
    }

    private func candidate(ofStep number: Int, on chain: ChainIndex) -> WriteIndex {
        guard chain != noIndex, number > topNumber(chain) else { return noIndex }
        let index = position(of: number, in: chains[chain].waiting)
        guard index < chains[chain].waiting.count else { return noIndex }
        let write = chains[chain].waiting[index]
        return writes[write].number == number ? write : noIndex
    }

    // MARK: - Sums

    private mutating func addOff(_ step: StepIndex, _ sign: Int32) {
        steps[step].off += sign
        markDirty(step)
    }

    private mutating func addOn(_ step: StepIndex, _ sign: Int32) {
        steps[step].on += sign
        markDirty(step)
    }
}
