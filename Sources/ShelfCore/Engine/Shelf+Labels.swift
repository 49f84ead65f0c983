/// Labels say as data what a step did (U11).
extension Shelf {
    /// To be made before the draft is carried out.
    func makeLabel(_ draft: Draft) -> Label {
        let kinds = draft.entries.map { kind(of: $0, draft) }
        let common = kinds.allSatisfy { $0 == kinds[0] } ? kinds[0] : .mixed
        let first = draft.entries[0].register
        let isOneField = common == .edit && draft.entries.allSatisfy { $0.register.name == first.name }
        return Label(
            kind: common,
            count: Set(draft.entries.map(\.register.album)).count,
            id: albums[first.album].id,
            title: title(of: first.album, draft),
            field: isOneField ? fieldNames[first.name] : nil)
    }

    private func kind(of entry: Draft.Entry, _ draft: Draft) -> Label.Kind {
        if draft.bears(entry.register.album) { return .insert }
        return switch entry.content {
        case .presence(let isPresent): isPresent ? .restore : .delete
        case .place: .move
        case .field: .edit
        }
    }

    /// Before the step; of an album born with it, after it.
    private func title(of album: AlbumIndex, _ draft: Draft) -> String? {
        guard let name = fieldNames.number(of: "title") else { return nil }
        let written = draft.bears(album) ? draft.entry(of: Register(album: album, name: name)) : nil
        guard case .text(let title)? = written.map(\.content.value) ?? albums[album].fields.value(name) else { return nil }
        return title.utf8.count <= 80 ? title : String(String.UnicodeScalarView(title.unicodeScalars.prefix(80)))
    }
}
