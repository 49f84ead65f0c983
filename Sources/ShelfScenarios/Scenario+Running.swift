import ShelfCore

/// The requests of a scenario, as acts for any shelf, with the numbers that clients would give them: the number of the line.
extension Scenario {
    public static let starter: ClientID = "start"

    /// What comes before the first line.
    public var opening: [Act] {
        var settings = Settings()
        settings.undoDepth = depth
        let inserts = start.map { Operation.insert($0, at: .before(nil), fields: []) }
        let births = inserts.isEmpty ? [] : [Act.request(request(.do(inserts), by: Self.starter, line: 1))]
        return [.epoch("e1"), .settings(settings)] + births + [.end(Self.starter)]
    }

    public func request(_ action: Action, by client: ClientID, isAdmin: Bool = false, line: Int) -> Request {
        Request(client: client, name: "name of \(client)", number: line, at: 1_790_000_000_000 + line, isAdmin: isAdmin, action: action)
    }

    /// All clients in the order of their names.
    public var clients: [ClientID] {
        let clients = lines.compactMap { if case .request(_, let client, _, _) = $0.line { client } else { nil } }
        return Set(clients).sorted()
    }

    /// What anybody can do, as a `can:` line says it.
    public func can(_ targets: (ClientID) -> Targets) -> String {
        let all = clients.flatMap { client in
            let targets = targets(client)
            return (targets.undo == nil ? [] : ["\(client) undo"]) + (targets.redo == nil ? [] : ["\(client) redo"])
        }
        return all.isEmpty ? "nobody anything" : all.joined(separator: ", ")
    }

    /// Whose newest step sleeps, as a `covered:` line says it.
    public func covered(_ targets: (ClientID) -> Targets) -> String {
        let all = clients.compactMap { client in
            targets(client).covered.map { "\(client) by \($0.by ?? "nobody")" }
        }
        return all.isEmpty ? "nobody" : all.joined(separator: ", ")
    }
}
