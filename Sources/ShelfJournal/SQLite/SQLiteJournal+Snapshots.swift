extension SQLiteJournal {
    public func newestSnapshot(of shelf: String) throws(JournalError) -> Snapshot.Title? {
        let title = try snapshotRow(of: shelf)?.title
        try check(title, of: shelf)
        return title
    }

    /// A snapshot must stand for all entries that were dropped, and on the entry that it names.
    private func check(_ title: Snapshot.Title?, of shelf: String) throws(JournalError) {
        let after = title?.after ?? .none
        let chain = chains[shelf]
        guard after.number >= chain.oldest - 1 else { throw .damaged("the snapshot of shelf \(shelf) in \(folder) is missing") }
        guard title != nil, after.number >= chain.oldest else { return }
        guard try hash(ofEntry: after.number, of: shelf) == after.hash else {
            throw .damaged("the snapshot of shelf \(shelf) in \(folder) stands on \(after), which is not there")
        }
    }

    private func snapshotRow(of shelf: String) throws(JournalError) -> (id: Int, title: Snapshot.Title)? {
        guard let id = shelfIDs[shelf] else { return nil }
        return try statements().snapshot(ofShelf: id, named: shelf)
    }

    public func part(_ index: Int, of title: Snapshot.Title) throws(JournalError) -> [UInt8] {
        guard let (id, newest) = try snapshotRow(of: title.shelf), newest == title else {
            throw .refused("the snapshot of shelf \(title.shelf) after \(title.after) was replaced")
        }
        guard let part = try statements().part(index, ofSnapshot: id) else {
            throw .damaged("part \(index) of the snapshot of shelf \(title.shelf) in \(folder) is missing")
        }
        return part
    }

    public func store(_ part: Int, of snapshot: Snapshot) throws(JournalError) {
        let title = snapshot.title
        if part == 0 { draft = try begin(title) }
        guard let draft, draft.title == title, draft.nextPart == part else {
            throw .refused("part \(part) of a snapshot of shelf \(title.shelf) does not follow the part before it")
        }
        let isLast = part == title.partCount - 1
        let (shelf, id) = (shelfIDs[title.shelf]!, draft.id)
        try transaction { statements throws(JournalError) in
            try statements.addPart.run(.integer(Schema.partID(snapshot: id, part: part)), .blob(snapshot.part(part)))
            guard isLast else { return }
            try statements.replaceSnapshot.run(
                .integer(shelf), .integer(id), .integer(title.after.number), .hash(title.after.hash), .integer(title.size),
                .hash(title.checksum))
        }
        self.draft = isLast ? nil : Draft(title: title, id: id, nextPart: part + 1)
    }

    private func begin(_ title: Snapshot.Title) throws(JournalError) -> Draft {
        let entry = try hash(ofEntry: title.after.number, of: title.shelf)
        try chains.checkStore(title, entry: entry, newest: try newestSnapshot(of: title.shelf))
        // The parts of the snapshot that this one replaces, or of one that was given up.
        mayHaveStaleParts = true
        let row = try statements().lastSnapshotID
        defer { row.reset() }
        _ = try row.step()
        return Draft(title: title, id: row.integer(0) + 1, nextPart: 0)
    }

    private func hash(ofEntry number: Int, of shelf: String) throws(JournalError) -> EntryHash? {
        guard let id = shelfIDs[shelf] else { return nil }
        return try statements().hash(ofEntry: number, shelf: id)
    }

    /// Moves the log into the file when it has grown, or drops one part that belongs to no snapshot any more.
    public func tidy() throws(JournalError) -> Bool {
        if try moveLog() { return true }
        guard mayHaveStaleParts, isWritable else { return false }
        guard let stale = try stalePart() else {
            mayHaveStaleParts = false
            return false
        }
        try transaction { statements throws(JournalError) in try statements.dropPart.run(.integer(stale)) }
        return true
    }

    private func stalePart() throws(JournalError) -> Int? {
        let row = try statements().stalePart
        defer { row.reset() }
        row.bind([.integer(draft?.id ?? 0)])
        return try row.step() ? row.integer(0) : nil
    }
}
