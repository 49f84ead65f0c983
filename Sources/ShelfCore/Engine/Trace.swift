/// What the act under way has touched, and who acts.
struct Trace: Sendable {
    struct Actor: Sendable {
        var client: ClientID = ""
        var name = ""
        var at = 0
    }

    /// An album as it was before the act first changed its presence or place.
    struct TouchedAlbum: Sendable {
        let album: AlbumIndex
        let wasShown: Bool
        let slot: Slot
    }

    /// A field as it was before one of the act's changes.
    struct EditedField: Sendable {
        let register: Register
        let value: Value?
    }

    var actor = Actor()
    var touched: [TouchedAlbum] = []
    var edited: [EditedField] = []
    /// Steps whose facts changed.
    var dirty: [StepIndex] = []
    /// Clients whose targets may have changed.
    var noted: [ClientIndex] = []
    /// Slots that nothing names any more; they go when the event is made.
    var emptied: [Slot] = []

    mutating func clear() {
        touched.removeAll(keepingCapacity: true)
        edited.removeAll(keepingCapacity: true)
        dirty.removeAll(keepingCapacity: true)
        noted.removeAll(keepingCapacity: true)
        emptied.removeAll(keepingCapacity: true)
    }
}

extension Shelf {
    /// Remembers how the album stood before the act.
    mutating func touch(_ album: AlbumIndex) {
        let mark = Int(albums[album].traceMark)
        if mark < trace.touched.count, trace.touched[mark].album == album { return }
        albums[album].traceMark = Int32(trace.touched.count)
        trace.touched.append(.init(album: album, wasShown: albums[album].isShown, slot: albums[album].slot))
    }

    func touched(_ album: AlbumIndex) -> Trace.TouchedAlbum? {
        let mark = Int(albums[album].traceMark)
        return mark < trace.touched.count && trace.touched[mark].album == album ? trace.touched[mark] : nil
    }

    mutating func markDirty(_ step: StepIndex) {
        let mark = Int(steps[step].traceMark)
        if mark < trace.dirty.count, trace.dirty[mark] == step { return }
        steps[step].traceMark = Int32(trace.dirty.count)
        trace.dirty.append(step)
    }

    /// To be called before anything changes from which the client's targets follow.
    mutating func note(_ client: ClientIndex) {
        let mark = Int(clients[client].traceMark)
        if mark < trace.noted.count, trace.noted[mark] == client { return }
        clients[client].traceMark = Int32(trace.noted.count)
        trace.noted.append(client)
    }
}
