import ShelfCore
import ShelfJournal

let seed = Subcommand(
    name: "seed", summary: "make up a journal, to measure with",
    usage: """
        Usage: backspin seed --data DIR [options]

        Fills a new data folder with made-up shelves, quicker than through a server: albums with five fields, then clients who edit them one
        after another, all of whose steps can be undone.

          --data DIR      the folder; must hold no journal yet
          --shelf NAME    the shelf; NAME-1, NAME-2, … when several (seed)
          --shelves N     how many shelves (1)
          --albums N      albums on each (1000)
          --clients N     clients that have worked on each (1)
          --steps N       steps of each of them (0)
          --snapshots     stores each shelf's snapshot behind its last entry
        """,
    run: { arguments in
        guard let folder = try arguments.option("--data") else { throw Failure("--data DIR is missing", status: 2) }
        let name = try arguments.option("--shelf") ?? "seed"
        let shelves = try arguments.number("--shelves", in: 1...1_000_000) ?? 1
        let story = SeedStory(
            albums: try arguments.number("--albums", in: 1...10_000_000) ?? 1_000,
            clients: try arguments.number("--clients", in: 1...100_000) ?? 1, steps: try arguments.number("--steps", in: 0...1_000_000) ?? 0)
        let withSnapshots = arguments.isSet("--snapshots")
        try arguments.finish()
        let journal = try SQLiteJournal(folder: folder)
        defer { journal.close() }
        guard try journal.heads().isEmpty else { throw Failure("\(folder) holds a journal already") }
        for index in 1...shelves {
            let shelf = shelves == 1 ? name : "\(name)-\(index)"
            try story.write(shelf, to: journal)
            if withSnapshots { try journal.storeSnapshot(of: shelf) }
        }
    })

/// What has happened on a made-up shelf.
private struct SeedStory {
    private static let actsPerEntry = 64
    private static let albumsPerRequest = 1_000
    private static let entriesPerAppend = 100

    let albums: Int
    let clients: Int
    let steps: Int

    func write(_ shelf: String, to journal: SQLiteJournal) throws {
        var entries: [Entry] = []
        var head = Head.none
        var acts: [Act] = []
        func close() throws {
            var writer = ByteWriter()
            writer.count(Shelf.rulesVersion)
            for act in acts { act.encode(into: &writer) }
            acts = []
            entries.append(Entry(shelf: shelf, after: head, body: writer.bytes))
            head = entries.last!.head
            guard entries.count >= Self.entriesPerAppend else { return }
            try journal.append(entries)
            entries = []
        }
        try tell { act, isLarge in
            acts.append(act)
            if isLarge || acts.count >= Self.actsPerEntry { try close() }
        }
        if !acts.isEmpty { try close() }
        if !entries.isEmpty { try journal.append(entries) }
    }

    private func tell(_ act: (Act, _ isLarge: Bool) throws -> Void) throws {
        var (number, time) = (0, 1_790_000_000_000)
        try act(.epoch("seed"), false)
        try act(.settings(Settings()), false)
        for start in stride(from: 0, to: albums, by: Self.albumsPerRequest) {
            number += 1
            let inserts = (start..<min(albums, start + Self.albumsPerRequest)).map(album)
            try act(.request(Request(client: "librarian", name: "Librarian", number: number, at: time, action: .do(inserts))), true)
        }
        try act(.end("librarian"), false)
        for step in 0..<steps {
            for client in 0..<clients {
                time += 1
                let edit = Operation.edit("s\((step * 7_919 + client * 104_729) % albums)", set: [FieldWrite(name: "note", value: .text("note \(step) by \(client)"))])
                try act(.request(Request(client: "editor\(client)", name: "Editor \(client)", number: step + 1, at: time, action: .do([edit]))), false)
            }
        }
    }

    private func album(_ number: Int) -> Operation {
        .insert("s\(number)", at: .before(nil), fields: [
            FieldWrite(name: "title", value: .text("The Best of Number \(number)")), FieldWrite(name: "artist", value: .text("Artist \(number % 5_000)")),
            FieldWrite(name: "year", value: .number(1950 + number % 75)), FieldWrite(name: "genre", value: .text("Genre \(number % 30)")),
            FieldWrite(name: "note", value: .text("Shelf \(number % 100), from the left")),
        ])
    }
}

extension SQLiteJournal {
    fileprivate func storeSnapshot(of name: String) throws {
        let stored = try self.stored(name)
        try store(Snapshot(shelf: name, after: stored.head, body: stored.shelf.encoded()))
    }
}
