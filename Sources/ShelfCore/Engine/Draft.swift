/// A `do` before it is accepted: the last write of each register, with the slots and albums made for it.
struct Draft {
    struct Entry {
        let register: Register
        var content: Content
    }

    /// In the order in which the request first names each register.
    private(set) var entries: [Entry] = []
    private var positions: [Register: Int] = [:]
    private(set) var made: [Slot] = []
    private(set) var births: [AlbumIndex] = []
    private var born: Set<AlbumIndex> = []

    mutating func write(_ content: Content, to album: AlbumIndex, _ name: Int32) {
        let register = Register(album: album, name: name)
        if let position = positions[register] {
            entries[position].content = content
        } else {
            positions[register] = entries.count
            entries.append(Entry(register: register, content: content))
        }
    }

    mutating func make(_ slot: Slot) { made.append(slot) }

    mutating func bear(_ album: AlbumIndex) {
        births.append(album)
        born.insert(album)
    }

    func bears(_ album: AlbumIndex) -> Bool { born.contains(album) }

    func content(of register: Register) -> Content? { positions[register].map { entries[$0].content } }

    /// What is left for the register when the draft no longer grows.
    func entry(of register: Register) -> Entry? { entries.first { $0.register == register } }

    /// Leaves only what satisfies the condition; ends the draft's growth.
    mutating func keep(_ isKept: (Entry) -> Bool) { entries.removeAll { !isKept($0) } }

    /// Forgets the slots that the condition picks.
    mutating func releaseSlots(_ isReleased: (Slot) -> Bool) { made.removeAll(where: isReleased) }
}

/// Making a draft and dropping from it what changes nothing.
extension Shelf {
    /// What the operations, judged before, write. Later operations see the effect of earlier ones (L5).
    mutating func makeDraft(_ operations: [Operation]) -> Draft {
        var draft = Draft()
        for operation in operations {
            switch operation {
            case .insert(let id, let anchor, let fields):
                let slot = makeSlot(anchor, &draft)
                bear(id, on: slot, fields, &draft)
            case .delete(let id): draft.write(.presence(false), to: albumIndices[id]!, Register.presence)
            case .restore(let id): draft.write(.presence(true), to: albumIndices[id]!, Register.presence)
            case .move(let id, let anchor):
                let slot = makeSlot(anchor, &draft)
                draft.write(.place(slot), to: albumIndices[id]!, Register.place)
            case .edit(let id, let set):
                for field in set {
                    draft.write(.field(field.value), to: albumIndices[id]!, fieldNames.intern(field.name))
                }
            }
        }
        return draft
    }

    /// The insertion gives birth to the place and the fields; presence is born absent (S1).
    private mutating func bear(_ id: AlbumID, on slot: Slot, _ fields: [FieldWrite], _ draft: inout Draft) {
        var state = AlbumState(id: id, slot: slot)
        for field in fields {
            let name = fieldNames.intern(field.name)
            if field.value == nil { state.fields.remove(name) } else { state.fields.set(name, field.value) }
        }
        for name in state.fields.names { fieldNames.retain(name) }
        let album = albums.add(state)
        albumIndices[id] = album
        draft.bear(album)
        draft.write(.presence(true), to: album, Register.presence)
    }

    private mutating func makeSlot(_ anchor: Anchor, _ draft: inout Draft) -> Slot {
        let slot =
            switch anchor {
            case .after(let id): places.make(behind: id.map { anchorSlot(albumIndices[$0]!, draft) })
            case .before(let id): places.make(before: id.map { anchorSlot(albumIndices[$0]!, draft) })
            }
        draft.make(slot)
        return slot
    }

    private func anchorSlot(_ album: AlbumIndex, _ draft: Draft) -> Slot {
        draft.content(of: Register(album: album, name: Register.place))?.slot ?? albums[album].slot
    }

    // MARK: - What changes nothing (S2)

    mutating func dropWhatChangesNothing(_ draft: inout Draft) {
        let moves = draft.entries.filter { $0.register.name == Register.place && !draft.bears($0.register.album) }
        if !moves.isEmpty, leavesOrder(moves) {
            draft.keep { [draft] in $0.register.name != Register.place || draft.bears($0.register.album) }
        }
        draft.keep { $0.content != content(of: $0.register) }
        releaseUnnamedSlots(&draft)
    }

    /// Whether the moves leave the order of all albums, deleted ones too: none passes an album that is not moved, and they
    /// keep their order among themselves.
    private func leavesOrder(_ moves: [Draft.Entry]) -> Bool {
        let old = moves.map { places.inFront(of: albums[$0.register.album].slot) }
        let new = moves.map { places.inFront(of: $0.content.slot) }
        let ranks = old.map(\.slots).sorted()
        func resting(_ counts: Places.Counts) -> Int { Int(counts.held) - ranks.partition { $0 < counts.slots } }
        guard zip(old, new).allSatisfy({ resting($0) == resting($1) }) else { return false }
        let byOld = moves.indices.sorted { old[$0].slots < old[$1].slots }
        return zip(byOld, byOld.dropFirst()).allSatisfy { new[$0].slots < new[$1].slots }
    }

    private mutating func releaseUnnamedSlots(_ draft: inout Draft) {
        guard !draft.made.isEmpty else { return }
        var named = Set(draft.entries.isEmpty ? [] : draft.births.map { albums[$0].slot })
        for case .place(let slot) in draft.entries.map(\.content) { named.insert(slot) }
        for slot in draft.made where !named.contains(slot) { places.remove(slot) }
        draft.releaseSlots { !named.contains($0) }
    }

    /// As if it had never been asked.
    mutating func discard(_ draft: Draft) {
        for slot in draft.made { places.remove(slot) }
        for album in draft.births {
            for name in albums[album].fields.names { fieldNames.release(name) }
            albumIndices[albums[album].id] = nil
            albums.remove(album)
        }
    }
}
