import ShelfCore

extension Scenario {
    /// A request as a line of a scenario, so that what a random test did can be read and kept.
    public static func text(of request: Request) -> String {
        "\(request.client)\(request.isAdmin ? "!" : ""): \(text(of: request.action))"
    }

    private static func text(of action: Action) -> String {
        switch action {
        case .do(let operations): operations.map(text).joined(separator: " + ")
        case .undo(let wish): "undo" + text(of: wish)
        case .redo(let wish): "redo" + text(of: wish)
        }
    }

    private static func text(of wish: Switch) -> String {
        let expected =
            switch wish.expect {
            case nil: ""
            case .nothing: " expecting nothing"
            case .step(.step(let number)): " expecting step \(number)"
            case .step(.request(let number)): " expecting line \(number)"
            }
        return switch wish.target {
        case .target: expected
        case .step(.step(let number)): " step \(number)" + expected
        case .step(.request(let number)): " line \(number)" + expected
        case .client(let client): " all of \(client)" + expected
        }
    }

    private static func text(of operation: Operation) -> String {
        switch operation {
        case .insert(let id, let anchor, let fields): "add \(id) \(text(of: anchor))\(text(of: fields))"
        case .delete(let id): "delete \(id)"
        case .restore(let id): "restore \(id)"
        case .move(let id, let anchor): "move \(id) \(text(of: anchor))"
        case .edit(let id, let set): "edit \(id)\(text(of: set))"
        }
    }

    private static func text(of anchor: Anchor) -> String {
        switch anchor {
        case .after(nil): "first"
        case .before(nil): "last"
        case .after(let id?): "after \(id)"
        case .before(let id?): "before \(id)"
        }
    }

    private static func text(of fields: [FieldWrite]) -> String {
        fields.map { " \($0.name)=\($0.value?.text ?? "null")" }.joined()
    }
}

extension Scenario {
    public static func text(of act: Act) -> String {
        switch act {
        case .epoch(let epoch): "epoch: \(epoch)"
        case .settings(let settings): "depth: \(settings.undoDepth), bin: \(settings.binAlbums)"
        case .request(let request): "\(text(of: request)) (request \(request.number))"
        case .seen(let client, _): "seen: \(client)"
        case .end(let client): "settled: \(client)"
        }
    }
}
