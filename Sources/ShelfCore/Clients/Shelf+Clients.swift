/// The life of clients: born with their first request, ended when unseen for too long (U10, J8).
extension Shelf {
    /// The last request of the client that has an outcome; 0 if none has.
    public func mark(of client: ClientID) -> Int {
        clients.index(of: client).map { clients[$0].mark } ?? clients.endedMark(client) ?? 0
    }

    /// When the client was last seen, in milliseconds since 1970; nil for one that has ended or is unknown.
    public func lastSeen(of client: ClientID) -> Int? {
        clients.index(of: client).map { clients[$0].lastSeen }
    }

    /// What a request that is sent again is told (W3); nil if the number is new and the request has to be ordered.
    public func outcome(of client: ClientID, number: Int, digest: UInt64) -> Outcome? {
        guard number <= mark(of: client) else { return nil }
        guard let entry = clients.index(of: client).flatMap({ clients[$0].outcomes.entry(number) }) else {
            return .refused(Refusal(.forgotten, "req: the outcome of request \(number) is no longer known"))
        }
        guard entry.digest == digest else {
            return .refused(Refusal(.reused, "req: the number \(number) was used for another request"))
        }
        return entry.result.again
    }

    // MARK: - Being seen

    /// The client of a request, as the latest seen; clients unseen for too long end.
    mutating func meet(_ request: Request) -> ClientIndex {
        now = max(now, request.at)
        let client = clients.index(of: request.client) ?? add(request)
        clients.see(client, at: now)
        rename(client, request.name)
        endUnseen()
        return client
    }

    mutating func see(_ client: ClientID, at time: Int) {
        guard let client = clients.index(of: client) else { return }
        now = max(now, time)
        clients.see(client, at: now)
        endUnseen()
    }

    private mutating func add(_ request: Request) -> ClientIndex {
        let mark = clients.endedMark(request.client)
        let client = clients.add(request.client, name: request.name, mark: mark ?? 0, at: now)
        if mark != nil { noteThoseCovered(by: request.client) }
        return client
    }

    private mutating func rename(_ client: ClientIndex, _ name: String) {
        guard clients[client].name != name else { return }
        clients[client].name = name
        noteThoseCovered(by: clients[client].id)
    }

    /// A name changes seldom, so this may look at all clients.
    private mutating func noteThoseCovered(by id: ClientID) {
        for client in clients where clients[client].targets.covered?.by == id { note(client) }
    }

    // MARK: - Ending

    private mutating func endUnseen() {
        let longest = settings.clientRetentionDays * 86_400_000
        while clients.count > 1, clients.count > settings.clients || now - clients[clients.longestUnseen].lastSeen > longest {
            end(clients.longestUnseen)
        }
        sortDirtySteps()
    }

    mutating func end(_ client: ClientIndex) {
        let id = clients[client].id
        noteThoseCovered(by: id)
        while let step = clients[client].steps.first { settle(step) }
        moveWitness(client, to: noIndex)
        if clients[client].aim(at: Targets(undo: nil, redo: nil, covered: nil)) { changedTargets.append(id) }
        clients.end(client)
    }
}
