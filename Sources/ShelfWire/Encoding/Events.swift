import ShelfCore

extension [UInt8] {
    mutating func event(_ event: Event) {
        open("t", "ev")
        member("seq", event.seq)
        member("by", event.by)
        member("name", event.name)
        member("req", event.request)
        member("kind")
        text(event.kind)
        circumstances(of: event.of, owner: event.owner, at: event.at, label: event.label)
        member("ops", event.changes) { $0.change($1) }
        close()
    }

    /// An event of the past, without its changes (W12).
    mutating func line(_ line: HistoryPage.Line) {
        let event = line.event
        open("seq", event.seq)
        member("by", event.by)
        member("name", event.name)
        member("kind")
        text(event.kind)
        circumstances(of: event.of, owner: event.owner, at: event.at, label: event.label)
        if let can = line.can { member("can", can.rawValue) }
        close()
    }

    private mutating func circumstances(of step: Int?, owner: ClientID?, at time: Int, label: Label?) {
        if let step { member("of", step) }
        if let owner { member("owner", owner) }
        member("at", time)
        member("label")
        if let label { self.label(label) } else { raw("null") }
    }

    private mutating func text(_ kind: Event.Kind) {
        switch kind {
        case .do: raw("\"do\"")
        case .undo: raw("\"undo\"")
        case .redo: raw("\"redo\"")
        }
    }

    private mutating func change(_ change: Change) {
        switch change {
        case .delete(let index, let id):
            open("op", "delete")
            member("index", index)
            member("id", id)
        case .move(let from, let to, let id):
            open("op", "move")
            member("from", from)
            member("to", to)
            member("id", id)
        case .insert(let index, let id, let fields):
            open("op", "insert")
            member("index", index)
            member("id", id)
            self.fields(fields)
        case .edit(let id, let set):
            open("op", "edit")
            member("id", id)
            self.set(set)
        }
        close()
    }

    /// A label is data; the page makes the sentence (U11).
    mutating func label(_ label: Label) {
        openLabel(label.kind)
        member("count", label.count)
        member("id", label.id)
        memberOrNull("title", label.title)
        if let field = label.field { member("field", field) }
        close()
    }

    private mutating func openLabel(_ kind: Label.Kind) {
        switch kind {
        case .insert: open("op", "insert")
        case .delete: open("op", "delete")
        case .restore: open("op", "restore")
        case .move: open("op", "move")
        case .edit: open("op", "edit")
        case .mixed: open("op", "mixed")
        }
    }
}
