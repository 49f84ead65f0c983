/// The clients of a shelf, linked in the order in which they were last seen, and the marks of those that have ended.
struct Clients: Sendable {
    private var pool = Pool<Client>()
    private var indices: [ClientID: ClientIndex] = [:]
    private(set) var longestUnseen: ClientIndex = noIndex
    private(set) var latestSeen: ClientIndex = noIndex
    /// By id.
    private(set) var ended: [EndedClient] = []

    var count: Int { pool.count }

    subscript(index: ClientIndex) -> Client {
        _read { yield pool[index] }
        _modify { yield &pool[index] }
    }

    func holds(_ index: ClientIndex) -> Bool { pool.holds(index) }
    func index(of id: ClientID) -> ClientIndex? { indices[id] }

    /// Whether the client ever sent a request.
    func isKnown(_ id: ClientID) -> Bool { indices[id] != nil || endedMark(id) != nil }

    /// The mark of a client that has ended.
    func endedMark(_ id: ClientID) -> Int? {
        let index = endedIndex(id)
        return index < ended.count && ended[index].id == id ? ended[index].mark : nil
    }

    /// The client as the latest seen; a client that has ended comes back with its mark.
    mutating func add(_ id: ClientID, name: String, mark: Int, at time: Int) -> ClientIndex {
        let index = pool.add(Client(id: id, name: name, mark: mark, lastSeen: time))
        indices[id] = index
        append(index)
        let past = endedIndex(id)
        if past < ended.count, ended[past].id == id { ended.remove(at: past) }
        return index
    }

    mutating func see(_ index: ClientIndex, at time: Int) {
        pool[index].lastSeen = time
        guard index != latestSeen else { return }
        unlink(index)
        append(index)
    }

    /// Leaves nothing of the client but its mark.
    mutating func end(_ index: ClientIndex) {
        let client = pool[index]
        unlink(index)
        indices[client.id] = nil
        pool.remove(index)
        keepMark(EndedClient(id: client.id, mark: client.mark))
    }

    mutating func keepMark(_ client: EndedClient) {
        ended.insert(client, at: endedIndex(client.id))
    }

    private func endedIndex(_ id: ClientID) -> Int { ended.partition { $0.id < id } }

    private mutating func append(_ index: ClientIndex) {
        pool[index].seenBefore = latestSeen
        pool[index].seenAfter = noIndex
        if latestSeen == noIndex { longestUnseen = index } else { pool[latestSeen].seenAfter = index }
        latestSeen = index
    }

    private mutating func unlink(_ index: ClientIndex) {
        let (before, after) = (pool[index].seenBefore, pool[index].seenAfter)
        if before == noIndex { longestUnseen = after } else { pool[before].seenAfter = after }
        if after == noIndex { latestSeen = before } else { pool[after].seenBefore = before }
    }
}

extension Clients: Sequence {
    /// The longest unseen first.
    func makeIterator() -> AnyIterator<ClientIndex> {
        var next = longestUnseen
        return AnyIterator {
            guard next != noIndex else { return nil }
            defer { next = self[next].seenAfter }
            return next
        }
    }
}
