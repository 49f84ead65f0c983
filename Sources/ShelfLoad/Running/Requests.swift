import ShelfCore

/// Makes up requests as people make them, by a mix, and keeps the list about as long as it was.
struct RequestMaker {
    let mix: Mix
    let albums: Int
    var random: SeededRandom
    private let prefix: String
    private var made = 0

    init(mix: Mix, albums: Int, seed: UInt64) {
        self.mix = mix
        self.albums = albums
        random = SeededRandom(seed: seed)
        // Ids are never used again on a shelf (L1), so each run has its own.
        prefix = "l" + String(UInt64.random(in: .min ... .max) >> 24, radix: 36)
    }

    /// What that client asks for next.
    mutating func next(for client: ScriptedClient) -> Action {
        var kind = mix.pick(using: &random)
        let count = client.list.count
        if count == 0 || kind == .delete && count < albums / 2 { kind = .insert }
        if kind == .insert && count > max(10, albums * 2) { kind = .delete }
        switch kind {
        case .delete: return .do([.delete(pick(client))])
        case .restore: return .do([.restore(pick(client))])
        case .insert: return .do([insert(at: random.next() % 4 == 0 ? .after(nil) : .after(pick(client, or: nil)))])
        case .move: return .do([move(client)])
        case .edit: return .do([.edit(pick(client), set: [FieldWrite(name: "title", value: .text(title()))])])
        case .undo: return .undo(Switch(expect: expectation(client.openRequests, client.targets.undo)))
        case .redo: return .redo(Switch(expect: expectation(client.openRequests, client.targets.redo)))
        }
    }

    /// Fills a list up: a request of up to 1,000 albums.
    mutating func fill(_ count: Int) -> Action {
        .do((0..<min(count, 1_000)).map { _ in insert(at: .before(nil)) })
    }

    /// What the person sees on the button, while nothing is under way that would change it.
    private func expectation(_ open: Int, _ target: Target?) -> Expectation? {
        guard open == 0, let target else { return nil }
        return .step(.step(target.step))
    }

    private mutating func insert(at anchor: Anchor) -> Operation {
        made += 1
        return .insert("\(prefix)-\(made)", at: anchor, fields: [
            FieldWrite(name: "title", value: .text(title())), FieldWrite(name: "artist", value: .text("Artist \(random.next() % 1_000)")),
            FieldWrite(name: "year", value: .number(1950 + Int(random.next() % 75))),
        ])
    }

    private mutating func move(_ client: ScriptedClient) -> Operation {
        let (id, other) = (pick(client), pick(client))
        return .move(id, to: id == other ? .after(nil) : .after(other))
    }

    private mutating func pick(_ client: ScriptedClient) -> AlbumID {
        client.transcript.list.order[Int.random(in: 0..<client.transcript.list.count, using: &random)]
    }

    private mutating func pick(_ client: ScriptedClient, or none: AlbumID?) -> AlbumID? {
        client.transcript.list.count == 0 ? none : pick(client)
    }

    private mutating func title() -> String { "Title \(random.next() % 1_000_000)" }
}
