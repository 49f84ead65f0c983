import ShelfCore
import TestSupport

/// A client with a mind of its own.
final class Writer {
    let client: LiveClient
    /// What it asked for, by number.
    private(set) var asked: [Int: Action] = [:]
    private var inserted: [AlbumID] = []
    /// What each album weighs that it inserts, in bytes.
    private let noteBytes: Int

    init(_ client: LiveClient, noteBytes: Int = 0) {
        self.client = client
        self.noteBytes = noteBytes
    }

    func write(_ random: inout RandomNumbers) throws {
        let action = action(&random)
        // First, as it is asked for even if it cannot be sent now.
        asked[client.lastNumber + 1] = action
        try client.request(action)
    }

    private func action(_ random: inout RandomNumbers) -> Action {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: .undo(Switch())
        case 2: .redo(Switch())
        default: .do((0...Int.random(in: 0...2, using: &random)).map { _ in operation(&random) })
        }
    }

    private func operation(_ random: inout RandomNumbers) -> ShelfCore.Operation {
        let ids = client.list.ids
        guard let id = ids.randomElement(using: &random) else { return insert(at: .before(nil)) }
        return switch Int.random(in: 0..<10, using: &random) {
        case 0...3 where ids.count < 60: insert(at: .after(id))
        case 4...5: .delete(id)
        case 6: .restore(inserted.randomElement(using: &random) ?? id)
        case 7: .move(id, to: .before(nil))
        default: .edit(id, set: [FieldWrite(name: "year", value: .number(Int.random(in: 1950...2026, using: &random)))])
        }
    }

    private func insert(at anchor: Anchor) -> ShelfCore.Operation {
        inserted.append("\(client.name)-\(inserted.count)")
        let note = String(repeating: "long ", count: noteBytes / 5)
        return .insert(inserted.last!, at: anchor, fields: [
            FieldWrite(name: "title", value: .text("of \(client.name)")), FieldWrite(name: "note", value: note.isEmpty ? nil : .text(note)),
        ])
    }
}
