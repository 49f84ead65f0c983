/// All that is known of an album that is not gone.
struct AlbumState: Sendable {
    let id: AlbumID
    /// What shows, in the album's own order; a field without value stays only while it has a chain.
    var fields = PackedFields()
    /// Of those fields that unsettled writes name.
    var fieldChains: [FieldChain] = []
    /// The place that shows.
    var slot: Slot
    var presenceChain: ChainIndex = noIndex
    var placeChain: ChainIndex = noIndex
    var isShown = false
    /// Neighbours in the shown list.
    var previous: AlbumIndex = noIndex
    var next: AlbumIndex = noIndex
    /// How many unsettled writes name the album.
    var names: Int32 = 0
    /// Where it stands in `Trace.touched`, if it does.
    var traceMark: Int32 = 0
    /// The stamp of its deletion while it is not on the list; 0 while it is.
    var deletion = 0

    init(id: AlbumID, slot: Slot) {
        self.id = id
        self.slot = slot
    }
}

struct FieldChain: Sendable {
    let name: Int32
    let chain: ChainIndex
}

extension AlbumState {
    func chain(ofField name: Int32) -> ChainIndex { fieldChains.first { $0.name == name }?.chain ?? noIndex }

    mutating func setChain(_ chain: ChainIndex, ofField name: Int32) {
        fieldChains.removeAll { $0.name == name }
        if chain != noIndex { fieldChains.append(FieldChain(name: name, chain: chain)) }
    }
}
