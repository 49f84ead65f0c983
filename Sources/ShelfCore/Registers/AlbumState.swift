/// All that is known of an album that is not gone.
struct AlbumState: Sendable {
    let id: AlbumID
    /// In the album's own order; a field without value stays only while it has a chain.
    var fields: [Cell] = []
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

/// A field of an album.
struct Cell: Sendable {
    let name: Int32
    var chain: ChainIndex = noIndex
    /// The value that shows.
    var value: Value?
}

extension AlbumState {
    func cell(_ name: Int32) -> Int? { fields.firstIndex { $0.name == name } }
    func value(_ name: Int32) -> Value? { cell(name).flatMap { fields[$0].value } }

    mutating func setValue(_ value: Value?, of name: Int32) {
        if let cell = cell(name) { fields[cell].value = value }
    }
}
