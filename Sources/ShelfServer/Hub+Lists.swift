import ShelfCore

/// Lists for HTTP: made by the worker when they are long, kept until the shelf changes.
extension Hub {
    private static let albumsOnTheLoop = 1_000

    /// Gives the list, or nil when there is no such shelf. A shelf that cannot be read is a failure.
    func list(_ name: String, as format: ListFormat, then: @escaping (Result<Body?, LoadError>) -> Void) {
        guard stored.contains(name) else { return then(.success(nil)) }
        withShelf(name) { [self] found in
            switch found {
            case .failure(let error): then(.failure(error))
            case .success(let live) where !live.isBorn: then(.success(nil))
            case .success(let live): list(live, as: format) { then(.success($0)) }
            }
        }
    }

    private func list(_ live: LiveShelf, as format: ListFormat, then: @escaping (Body) -> Void) {
        let etag = "\"\(live.epoch)-\(live.seq)\""
        if let known = live.lists[format], known.etag == etag { return then(known) }
        let (shelf, name, epoch) = (live.shelf, live.name, live.epoch)
        let make: @Sendable () -> Body = {
            let bytes = switch format {
            case .json: listAsJSON(shelf, name: name, epoch: epoch)
            case .csv: listAsCSV(shelf)
            }
            return Body(type: format.type, etag: etag, bytes: bytes)
        }
        guard shelf.count > Self.albumsOnTheLoop else {
            let body = make()
            live.lists[format] = body
            return then(body)
        }
        // Many may ask at once, as when everybody follows one link.
        let order = ListOrder(format: format, etag: etag)
        live.awaitingLists[order, default: []].append(then)
        guard live.awaitingLists[order]?.count == 1 else { return }
        // The worker frees the old one, too.
        if let old = live.lists.removeValue(forKey: format) { letGo(of: old) }
        workOnCopy(of: live, make) { body in
            live.lists[format] = body
            for answer in live.awaitingLists.removeValue(forKey: order) ?? [] { answer(body) }
        }
    }
}
