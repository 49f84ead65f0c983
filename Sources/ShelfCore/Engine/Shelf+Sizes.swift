/// The limits of a shelf (X). They bind `do`, never undo or redo (S5).
extension Shelf {
    /// The fields of an album and their text.
    private struct Size {
        var fields = 0
        var bytes = 0

        mutating func add(_ name: String, _ value: Value?, _ sign: Int) {
            guard let value else { return }
            fields += sign
            bytes += sign * (name.utf8.count + value.bytes)
        }
    }

    /// Refuses a draft, of which what changes nothing is dropped, that would make something too large.
    func judgeSizes(_ draft: Draft) throws(Refusal) {
        try judgeShelf(draft)
        var sizes: [AlbumIndex: Size] = [:]
        for entry in draft.entries {
            guard case .field(let value) = entry.content else { continue }
            var size = sizes[entry.register.album] ?? measure(entry.register.album)
            size.add(fieldNames[entry.register.name], albums[entry.register.album].fields.value(entry.register.name), -1)
            size.add(fieldNames[entry.register.name], value, 1)
            sizes[entry.register.album] = size
        }
        for entry in draft.entries {
            let album = entry.register.album
            guard let size = sizes[album] ?? (draft.bears(album) ? measure(album) : nil) else { continue }
            try judge(size, of: album, wasBorn: draft.bears(album))
        }
        try judgeEvent(draft, sizes)
    }

    private func judgeShelf(_ draft: Draft) throws(Refusal) {
        var growth = 0
        for case .presence(let isPresent) in draft.entries.map(\.content) { growth += isPresent ? 1 : -1 }
        guard growth <= 0 || count + growth <= settings.albums else {
            throw Refusal(.full, "ops: the shelf cannot hold more than \(settings.albums) albums")
        }
        guard draft.births.isEmpty || albumIndices.count <= settings.idsEverUsed else {
            throw Refusal(.full, "ops: the shelf cannot take more than \(settings.idsEverUsed) ids")
        }
    }

    /// An album that is too large already may shrink.
    private func judge(_ size: Size, of album: AlbumIndex, wasBorn: Bool) throws(Refusal) {
        guard size.fields > settings.fieldsPerAlbum || size.bytes > settings.albumBytes else { return }
        let before = wasBorn ? Size() : measure(album)
        guard size.fields <= max(settings.fieldsPerAlbum, before.fields) else {
            throw Refusal(.tooLarge, "the album \"\(albums[album].id)\" would have more than \(settings.fieldsPerAlbum) fields")
        }
        guard size.bytes <= max(settings.albumBytes, before.bytes) else {
            throw Refusal(.tooLarge, "the album \"\(albums[album].id)\" would be larger than \(settings.albumBytes) bytes")
        }
    }

    /// Neither the event nor that of its undo may be too large.
    private func judgeEvent(_ draft: Draft, _ sizes: [AlbumIndex: Size]) throws(Refusal) {
        var bytes = 0
        for entry in draft.entries {
            let album = entry.register.album
            bytes += 64
            switch entry.content {
            case .presence: bytes += (sizes[album] ?? measure(album)).bytes
            case .place: break
            case .field(let value): bytes += (value?.bytes ?? 0) + (albums[album].fields.value(entry.register.name)?.bytes ?? 0)
            }
        }
        guard bytes <= settings.eventBytes else {
            throw Refusal(.tooLarge, "ops: its event could be larger than \(settings.eventBytes) bytes")
        }
    }

    private func measure(_ album: AlbumIndex) -> Size {
        var size = Size()
        for (name, value) in albums[album].fields.all { size.add(fieldNames[name], value, 1) }
        return size
    }
}

private extension Value {
    var bytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .number: 8
        }
    }
}
