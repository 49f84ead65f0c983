import ShelfCore
import ShelfJournal

/// Which shelves are in memory. They are read from the journal when they are first asked for.
extension Hub {
    /// Gives the shelf at once when it is here, else when the worker or the journal has given it back. A shelf that does not exist is
    /// empty and not born; nothing is stored for asking (J8).
    func withShelf(_ name: String, _ body: @escaping (Result<LiveShelf, LoadError>) -> Void) {
        if let live = shelves[name] {
            guard live.isAway else { return body(.success(live)) }
            return live.waiting.append { body(.success($0)) }
        }
        if let error = unreadable[name], !error.mayPass { return body(.failure(error)) }
        guard stored.contains(name) else { return body(.success(keep(name, StoredShelf()))) }
        if loading[name] != nil { return loading[name]!.append(body) }
        loading[name] = [body]
        surroundings.load(name) { [self] in loaded(name, $0) }
    }

    private func loaded(_ name: String, _ result: Result<StoredShelf, LoadError>) {
        let waiting = loading.removeValue(forKey: name) ?? []
        counters.shelvesRead += 1
        unreadable[name] = if case .failure(let error) = result { error } else { nil }
        let found = result.map { keep(name, $0) }
        for body in waiting { body(found) }
    }

    /// Something was found in the journal while nobody had asked for the shelf. Who has it in memory goes on: it was whole when it was read.
    public func found(_ error: LoadError, in name: String) { unreadable[name] = error }

    private func keep(_ name: String, _ stored: StoredShelf) -> LiveShelf {
        let live = LiveShelf(name: name, stored: stored, firstEpoch: options.newEpoch())
        live.unusedSince = now
        shelves[name] = live
        return live
    }

    /// `main` is born with the five sample albums when the server first starts (J8).
    public func plantSamples() {
        guard !stored.contains("main") else { return }
        withShelf("main") { [self] found in
            guard case .success(let live) = found else { return }
            let request = Request(client: Samples.client, name: Samples.name, number: 1, at: surroundings.wallClock, action: .do(Samples.operations))
            order(.request(request), for: nil, on: live)
            order(.end(Samples.client), for: nil, on: live)
        }
    }
}

/// The tutorial's five albums.
enum Samples {
    /// No key leads to this id, so nobody can undo the beginning.
    static let client = "backspin"
    static let name = "Backspin"

    static let operations: [Operation] = [
        album("bowie", "Best of Bowie", "David Bowie", 1992),
        album("no-doubt", "It's My Life", "No Doubt", 2003),
        album("sting", "Nothing Like The Sun", "Sting", 1999),
        album("u2", "Staring at the Sun", "U2", 2000),
        album("madonna", "American Pie", "Madonna", 2000),
    ]

    private static func album(_ id: AlbumID, _ title: String, _ artist: String, _ year: Int) -> Operation {
        .insert(id, at: .before(nil), fields: [
            FieldWrite(name: "title", value: .text(title)), FieldWrite(name: "artist", value: .text(artist)),
            FieldWrite(name: "genre", value: .text("Pop")), FieldWrite(name: "year", value: .number(year)),
        ])
    }
}
