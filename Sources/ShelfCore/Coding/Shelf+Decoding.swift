extension Shelf {
    /// The state that `encoded` wrote. Throws for bytes that no shelf could have written; never traps.
    public init(decoding bytes: [UInt8]) throws(CodingError) {
        self.init()
        var reader = ByteReader(bytes)
        guard try reader.byte() == Shelf.snapshotFormat else { throw CodingError("snapshot of an unknown format") }
        try readHead(&reader)
        let lastDeletion = try reader.number()
        let names = try readNames(&reader)
        let deletions = try readAlbums(&reader, names)
        try readGone(&reader)
        let clients = try readClients(&reader)
        try readSteps(&reader, clients, names)
        try readHistory(&reader)
        guard reader.isAtEnd else { throw CodingError("bytes behind the snapshot") }
        try layOut()
        try fillBin(deletions, lastStamp: lastDeletion)
        countFacts()
    }

    private mutating func readHead(_ reader: inout ByteReader) throws(CodingError) {
        epoch = try reader.text()
        seq = try reader.number()
        settings = try Settings(from: &reader)
        now = try reader.number()
        lastStamp = try reader.number()
    }

    private mutating func readNames(_ reader: inout ByteReader) throws(CodingError) -> [Int32] {
        let names = try reader.list { reader throws(CodingError) in try reader.text() }
        let numbers = names.map { fieldNames.intern($0) }
        guard Set(numbers).count == numbers.count else { throw CodingError("a field name twice") }
        return numbers
    }

    // MARK: - Albums

    /// Albums as they are settled, numbered as they come; returns who deleted which.
    private mutating func readAlbums(_ reader: inout ByteReader, _ names: [Int32]) throws(CodingError) -> [Bin.Deletion] {
        var deletions: [Bin.Deletion] = []
        let count = try reader.count()
        guard count <= reader.remaining else { throw CodingError("ends too early") }
        var newNames = names[...]
        for _ in 0..<count {
            let album = albums.add(try readAlbum(&reader, names, &newNames))
            guard albumIndices.updateValue(album, forKey: albums[album].id) == nil else { throw CodingError("an id twice") }
            guard try reader.flag() else { continue }
            let (stamp, by) = (try reader.number(), try reader.text())
            deletions.append(.init(stamp: stamp, album: album, by: by, name: try reader.text(), at: try reader.number()))
        }
        guard newNames.isEmpty else { throw CodingError("a field name that no field has") }
        return deletions
    }

    private mutating func readAlbum(
        _ reader: inout ByteReader, _ names: [Int32], _ newNames: inout ArraySlice<Int32>
    ) throws(CodingError) -> AlbumState {
        let (id, isShown) = (try reader.text(), try reader.flag())
        var album = AlbumState(id: id, slot: try readSlot(&reader))
        album.isShown = isShown
        let count = try reader.count()
        guard count <= reader.remaining else { throw CodingError("ends too early") }
        for _ in 0..<count {
            let number = try reader.count()
            // The albums bring the names in their order.
            guard number <= newNames.startIndex, number < names.count else { throw CodingError("unknown field name") }
            if number == newNames.startIndex { newNames.removeFirst() }
            let name = names[number]
            guard !album.fields.contains(name) else { throw CodingError("a field twice") }
            album.fields.set(name, try reader.optional { reader throws(CodingError) in try reader.value() })
            fieldNames.retain(name)
        }
        return album
    }

    /// Slots are numbered as they lie; `layOut` checks that each has one name.
    private func readSlot(_ reader: inout ByteReader) throws(CodingError) -> Slot {
        guard let slot = Slot(exactly: try reader.count()) else { throw CodingError("slot out of range") }
        return slot
    }

    private mutating func readGone(_ reader: inout ByteReader) throws(CodingError) {
        gone = try reader.list { reader throws(CodingError) in try reader.text() }
        for id in gone {
            guard albumIndices.updateValue(noIndex, forKey: id) == nil else { throw CodingError("an id twice") }
        }
    }

    // MARK: - Clients

    private mutating func readClients(_ reader: inout ByteReader) throws(CodingError) -> [ClientIndex] {
        var indices: [ClientIndex] = []
        let count = try reader.count()
        guard count <= reader.remaining else { throw CodingError("ends too early") }
        for _ in 0..<count { indices.append(try readClient(&reader)) }
        let ended = try reader.list { reader throws(CodingError) in
            let id = try reader.text()
            return EndedClient(id: id, mark: try reader.number())
        }
        for client in ended {
            guard clients.index(of: client.id) == nil, clients.ended.last.map({ $0.id < client.id }) ?? true else {
                throw CodingError("ended clients out of order")
            }
            clients.keepMark(client)
        }
        return indices
    }

    private mutating func readClient(_ reader: inout ByteReader) throws(CodingError) -> ClientIndex {
        let (id, name) = (try reader.text(), try reader.text())
        let (mark, lastSeen) = (try reader.number(), try reader.number())
        guard clients.index(of: id) == nil else { throw CodingError("a client twice") }
        let earlier = clients.latestSeen == noIndex ? 0 : clients[clients.latestSeen].lastSeen
        guard earlier <= lastSeen, lastSeen <= now else { throw CodingError("clients out of order") }
        let client = clients.add(id, name: name, mark: mark, at: lastSeen)
        let entries = try reader.list { reader throws(CodingError) in try Outcomes.Entry(from: &reader) }
        guard entries.count <= Outcomes.remembered, entries.map(\.number).isRising, entries.last?.number ?? 0 <= mark else {
            throw CodingError("outcomes out of order")
        }
        for entry in entries { clients[client].outcomes.remember(entry) }
        return client
    }

    // MARK: - History

    private mutating func readHistory(_ reader: inout ByteReader) throws(CodingError) {
        let events = try reader.list { reader throws(CodingError) in try PastEvent(from: &reader) }
        guard events.count == min(seq, History.remembered) else { throw CodingError("history of another length") }
        for (index, event) in events.enumerated() {
            guard event.seq == seq - events.count + 1 + index else { throw CodingError("history with a gap") }
            history.remember(event)
        }
    }
}

extension Array where Element == Int {
    /// Each larger than the one before it.
    var isRising: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
