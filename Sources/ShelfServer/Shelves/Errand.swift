import ShelfCore
import ShelfJournal

/// What an act left to do for the loop; its event, if it made one, is among the turn's.
struct Effect: Sendable {
    /// The number of the request, or nil for another act.
    let request: Int?
    /// What only its sender is told; nil for an event.
    let answer: Outcome?
    /// Whose targets it changed.
    let clients: [ClientID]
}

extension Shelf {
    /// Applies an act, and encodes and frames its event: the same on the loop and in the worker.
    mutating func apply(_ act: Act, into events: inout TurnEvents) -> Effect {
        let outcome = apply(act)
        let request: Int? = if case .request(let request) = act { request.number } else { nil }
        guard case .event(let event)? = outcome else { return Effect(request: request, answer: outcome, clients: changedTargets) }
        events.append(event)
        return Effect(request: request, answer: nil, clients: changedTargets)
    }
}

/// A shelf on its way to the worker and back, with what is to be applied. Whoever has it has it alone, so nothing is copied, and what
/// is used up is freed where it was used.
final class Errand: Sendable {
    private let content: Guarded<(shelf: Shelf, acts: [Act])>

    init(shelf: consuming Shelf, acts: [Act]) { content = Guarded((shelf, acts)) }

    /// What it brings back besides the shelf.
    struct Result: Sendable {
        let effects: [Effect]
        let events: TurnEvents
    }

    /// The worker's part.
    func run() -> Result {
        content.withLock { content in
            var events = TurnEvents()
            let effects = content.acts.map { content.shelf.apply($0, into: &events) }
            content.acts = []
            return Result(effects: effects, events: events)
        }
    }

    func takeShelf() -> Shelf {
        content.withLock { content in
            var shelf = Shelf()
            swap(&shelf, &content.shelf)
            return shelf
        }
    }
}
