/// What the act under way changed in the visible list (W5), from how things stood when it first touched them.
extension Shelf {
    func changes() -> [Change] {
        if trace.touched.isEmpty { return trace.edited.isEmpty ? [] : edits() }
        let passages = Passages(of: self)
        return passages.deletes() + passages.moves() + passages.inserts() + edits()
    }

    // MARK: - Edits

    private func edits() -> [Change] {
        var seen: Set<Register> = []
        let changed = trace.edited.filter { edit in
            isShownThroughout(edit.register.album) && seen.insert(edit.register).inserted
                && albums[edit.register.album].fields.value(edit.register.name) != edit.value
        }
        let ranked = changed.map { (rank: places.rank(albums[$0.register.album].slot), register: $0.register) }
        // Within an album in the order of the changes: the sort is stable.
        let ordered = ranked.sorted { $0.rank < $1.rank }
        return ordered.map(\.register).grouped(by: \.album).map { registers in
            let album = albums[registers[0].album]
            return .edit(id: album.id, set: registers.map { FieldWrite(name: fieldNames[$0.name], value: album.fields.value($0.name)) })
        }
    }

    private func isShownThroughout(_ album: AlbumIndex) -> Bool {
        albums[album].isShown && touched(album)?.wasShown ?? true
    }
}

private extension Array {
    /// Neighbours with the same key together.
    func grouped<Key: Equatable>(by key: KeyPath<Element, Key>) -> [[Element]] {
        var groups: [[Element]] = []
        for element in self {
            if let last = groups.last?.last, last[keyPath: key] == element[keyPath: key] {
                groups[groups.count - 1].append(element)
            } else {
                groups.append([element])
            }
        }
        return groups
    }
}
