/// A snapshot of the whole state. It is canonical: shelves that answer alike for ever have the same bytes, whatever the
/// indices under which they hold their parts (J5).
extension Shelf {
    static let snapshotFormat: UInt8 = 1

    public func encoded() -> [UInt8] {
        var snapshot = SnapshotWriter(self)
        return snapshot.write()
    }
}

/// Numbers the parts of a shelf in an order that follows from what can be observed: slots as they lie, albums as they stand
/// on them, clients as they were seen, steps by number, field names as the albums bring them.
private struct SnapshotWriter {
    let shelf: Shelf
    var writer = ByteWriter()
    var albums: [AlbumIndex] = []
    var slotNumbers: [Int]
    var albumNumbers: [Int]
    var clientNumbers: [ClientIndex: Int] = [:]
    var nameNumbers: [Int32: Int] = [:]

    init(_ shelf: Shelf) {
        self.shelf = shelf
        let slots = shelf.places.inOrder()
        slotNumbers = Array(repeating: 0, count: Int((slots.max() ?? noIndex) + 1))
        albumNumbers = Array(repeating: 0, count: shelf.albums.indices.count)
        for (number, slot) in slots.enumerated() {
            slotNumbers[Int(slot)] = number
            let album = shelf.places.album(on: slot)
            guard album != noIndex else { continue }
            albumNumbers[Int(album)] = albums.count
            albums.append(album)
        }
        for (number, client) in shelf.clients.enumerated() { clientNumbers[client] = number }
    }

    mutating func write() -> [UInt8] {
        writer.byte(Shelf.snapshotFormat)
        writeHead()
        writeNames()
        writer.count(albums.count)
        for album in albums { write(album: shelf.albums[album]) }
        writer.list(shelf.gone) { $0.text($1) }
        writer.count(shelf.clients.count)
        for client in shelf.clients { write(client: shelf.clients[client]) }
        writer.list(shelf.clients.ended) { writer, client in
            writer.text(client.id)
            writer.count(client.mark)
        }
        let steps = shelf.clients.flatMap { shelf.clients[$0].steps.entries }.sorted { $0.key < $1.key }
        writer.count(steps.count)
        for entry in steps { write(step: shelf.steps[entry.step]) }
        writer.list(shelf.history.events) { $1.encode(into: &$0) }
        return writer.bytes
    }

    private mutating func writeHead() {
        writer.text(shelf.epoch)
        writer.count(shelf.seq)
        shelf.settings.encode(into: &writer)
        writer.count(shelf.now)
        writer.count(shelf.lastStamp)
        writer.count(shelf.bin.lastStamp)
    }

    private mutating func writeNames() {
        var names: [String] = []
        for album in albums {
            for name in shelf.albums[album].fields.names where nameNumbers[name] == nil {
                nameNumbers[name] = names.count
                names.append(shelf.fieldNames[name])
            }
        }
        writer.list(names) { $0.text($1) }
    }

    // MARK: - Albums

    /// What is settled of the album; what unsettled steps wrote is with them.
    private mutating func write(album: AlbumState) {
        writer.text(album.id)
        writer.flag(base(album.presenceChain)?.isPresent ?? album.isShown)
        writer.count(slotNumbers[Int(base(album.placeChain)?.slot ?? album.slot)])
        let fields = album.fields.all
        writer.count(fields.count)
        for (name, value) in fields {
            writer.count(nameNumbers[name]!)
            writer.optional(base(album.chain(ofField: name)).map(\.value) ?? value) { $0.value($1) }
        }
        writer.optional(album.deletion == 0 ? nil : shelf.bin.deletion(album.deletion)) { writer, deletion in
            writer.count(deletion.stamp)
            writer.text(deletion.by)
            writer.text(deletion.name)
            writer.count(deletion.at)
        }
    }

    private func base(_ chain: ChainIndex) -> Content? { chain == noIndex ? nil : shelf.chains[chain].base }

    // MARK: - Clients and steps

    private mutating func write(client: Client) {
        writer.text(client.id)
        writer.text(client.name)
        writer.count(client.mark)
        writer.count(client.lastSeen)
        writer.list(client.outcomes.entries) { $1.encode(into: &$0) }
    }

    private mutating func write(step: Step) {
        writer.count(step.number)
        writer.count(clientNumbers[step.client]!)
        writer.count(step.request)
        step.label.encode(into: &writer)
        writer.byte(step.standing.rawValue)
        writer.count(step.standing == .done ? 0 : step.stamp)
        writer.optional(step.settledOverBy) { $0.text($1) }
        let writes = step.writes.filter { $0 != noIndex }
        writer.count(writes.count)
        for write in writes { self.write(write: shelf.writes[write]) }
    }

    private mutating func write(write: Write) {
        let register = shelf.chains[write.chain].register
        writer.count(albumNumbers[Int(register.album)])
        switch write.content {
        case .presence(let isPresent):
            writer.byte(0)
            writer.flag(isPresent)
            writer.flag(write.isTouch)
            writer.flag(write.isOn)
        case .place(let slot):
            writer.byte(1)
            writer.count(slotNumbers[Int(slot)])
        case .field(let value):
            writer.byte(2)
            writer.count(nameNumbers[register.name]!)
            writer.optional(value) { $0.value($1) }
        }
    }
}
