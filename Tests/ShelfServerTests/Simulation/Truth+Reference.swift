import ShelfCore
import TestSupport

extension Truth {
    /// Replays everything through the slow, obvious reference; says what differs, or nil.
    func differenceFromReference() -> String? {
        var reference = ReferenceShelf()
        for (act, outcome) in acts {
            let expected = reference.apply(act)
            guard let outcome = outcome.map(ReferenceOutcome.init), outcome != expected else { continue }
            // The reference remembers all requests that made no step, the shelf only the latest.
            if outcome == .refused(.settled), expected == .refused(.unknownStep) { continue }
            return "the outcome of \(act) is \(outcome), the reference says \(String(describing: expected))"
        }
        if ListCopy(reference.visible()) != ListCopy(shelf) { return "the reference has another list" }
        return clients.sorted().first { ReferenceTargets(shelf.targets(of: $0)) != reference.targets(of: $0) }
            .map { "the targets of \($0) are not those of the reference" }
    }
}
