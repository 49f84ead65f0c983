/// A part of the history, newest first (W12).
public struct HistoryPage: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        public let event: PastEvent
        /// What the asking client could do with this step now.
        public let can: SwitchKind?

        public init(event: PastEvent, can: SwitchKind?) {
            self.event = event
            self.can = can
        }
    }

    public let lines: [Line]
    /// Whether older events are remembered.
    public let more: Bool

    public init(lines: [Line], more: Bool) {
        self.lines = lines
        self.more = more
    }
}

public enum SwitchKind: String, Sendable { case undo, redo }

extension Shelf {
    /// Up to `count` events with a `seq` below `before`, newest first, as the client may use them.
    public func history(before: Int? = nil, count: Int, for client: ClientID?, isAdmin: Bool = false) -> HistoryPage {
        let older = history.events.prefix { $0.seq < before ?? .max }
        let asking = client.flatMap { clients.index(of: $0) }
        let lines = older.suffix(count).reversed().map { event in
            HistoryPage.Line(event: event, can: can(event, asking, isAdmin: isAdmin))
        }
        return HistoryPage(lines: lines, more: older.count > lines.count)
    }

    private func can(_ event: PastEvent, _ client: ClientIndex?, isAdmin: Bool) -> SwitchKind? {
        guard let step = stepIndices[event.seq], isAdmin || steps[step].client == client else { return nil }
        switch steps[step].standing {
        case .done: return steps[step].off > 0 ? .undo : nil
        case .undone: return steps[step].on > 0 ? .redo : nil
        case .withdrawn: return isAdmin && steps[step].on > 0 ? .redo : nil
        }
    }
}
