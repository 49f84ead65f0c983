extension SQLiteJournal {
    public func read(_ shelf: String, from number: Int, atMost bytes: Int) throws(JournalError) -> [Entry] {
        try chains.checkRead(shelf, from: number)
        let chain = chains[shelf]
        guard let id = shelfIDs[shelf], number <= chain.head.number else { return [] }
        // The entry before, where it is still held, to verify the first link too.
        let first = max(chain.oldest, number - 1)
        let rows = try statements().readEntries
        defer { rows.reset() }
        rows.bind([.integer(Schema.entryID(shelf: id, number: first)), .integer(Schema.entryID(shelf: id, number: chain.head.number))])
        var before = first == 1 ? Head.none : nil
        var found: [Entry] = []
        var size = 0
        while found.isEmpty || size < bytes, (before?.number ?? 0) < chain.head.number {
            let expected = before.map { $0.number + 1 } ?? first
            guard try rows.step() else { throw missing(expected, of: shelf) }
            let entry = try entry(rows, shelf: shelf, number: expected)
            if let before, entry.previous != before.hash { throw fork(entry) }
            before = entry.head
            guard entry.number >= number else { continue }
            found.append(entry)
            size += entry.body.count
        }
        if let before, before.number == chain.head.number, before != chain.head { throw wrongHead(of: shelf, before, stored: chain.head) }
        return found
    }

    /// The entry of a row, verified.
    func entry(_ row: Statement, shelf: String, number: Int) throws(JournalError) -> Entry {
        guard Schema.number(ofEntryID: row.integer(0)) == number else { throw missing(number, of: shelf) }
        let entry = Entry(shelf: shelf, number: number, previous: row.hash(1), body: row.blob(3))
        guard entry.hash == row.hash(2) else {
            throw .damaged("entry \(number) of shelf \(shelf) in \(folder) does not match its hash")
        }
        return entry
    }

    func missing(_ number: Int, of shelf: String) -> JournalError {
        .damaged("entry \(number) of shelf \(shelf) in \(folder) is missing")
    }

    func fork(_ entry: Entry) -> JournalError {
        .damaged("entry \(entry.number) of shelf \(entry.shelf) in \(folder) does not follow the one before it")
    }

    private func wrongHead(of shelf: String, _ found: Head, stored: Head) -> JournalError {
        .damaged("the newest entry of shelf \(shelf) in \(folder) is \(found), but \(stored) was stored as such")
    }

    /// What the file holds of each shelf. Of the entries only each shelf's newest is read, and verified.
    func loadChains() throws(JournalError) {
        var chains = Chains()
        var ids: [String: Int] = [:]
        for row in try statements().allShelves() {
            guard ids.updateValue(row.id, forKey: row.name) == nil else { throw .damaged("shelf \(row.name) is twice in \(folder)") }
            try verifyHead(row)
            chains[row.name] = Chains.Chain(oldest: row.oldest, head: row.head)
        }
        guard Set(ids.values) == Set(1..<ids.count + 1), try lastShelfID() <= ids.count else { throw .damaged("a shelf is missing in \(folder)") }
        try self.chains.checkNothingIsLost(in: chains)
        // Only now: reading goes on by the old ones if this fails.
        (self.chains, shelfIDs) = (chains, ids)
    }

    /// The last shelf that has entries.
    private func lastShelfID() throws(JournalError) -> Int {
        let row = try statements().newestEntry
        defer { row.reset() }
        row.bind([.integer(0), .integer(.max)])
        return try row.step() ? Schema.shelf(ofEntryID: row.integer(0)) : 0
    }

    private func verifyHead(_ shelf: ShelfRow) throws(JournalError) {
        let row = try statements().newestEntry
        defer { row.reset() }
        row.bind([.integer(Schema.entryID(shelf: shelf.id, number: 0)), .integer(Schema.lastEntryID(shelf: shelf.id))])
        guard try row.step() else { throw missing(shelf.head.number, of: shelf.name) }
        let newest = try entry(row, shelf: shelf.name, number: shelf.head.number)
        guard newest.head == shelf.head else { throw wrongHead(of: shelf.name, newest.head, stored: shelf.head) }
    }
}
