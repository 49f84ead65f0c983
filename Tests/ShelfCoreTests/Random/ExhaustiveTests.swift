import ShelfCore
import Testing
import TestSupport

@Suite struct ExhaustiveTests {
    private static let moves = ["edit X title=r", "edit X title=g", "delete X", "restore X", "move X first", "move X last", "undo", "redo"]

    @Test("U2 Every sequence of five moves of two clients on two albums")
    func everySequence() throws {
        var story = Story()
        for first in Self.moves { try story.go(("A", first), depth: 5) }
        #expect(story.count > 10_000)
    }

    /// A shelf and the reference side by side, tried with every move, and back.
    private struct Story {
        var shelf = Shelf()
        var reference = ReferenceShelf()
        var lines: [String] = []
        var count = 0

        init() {
            let inserts = ["P", "X"].map { Operation.insert($0, at: .before(nil), fields: []) }
            let birth = Request(client: "start", name: "", number: 1, at: 0, action: .do(inserts))
            for act in [Act.request(birth), .end("start")] { _ = (shelf.apply(act), reference.apply(act)) }
        }

        mutating func go(_ move: (client: ClientID, text: String), depth: Int) throws {
            let (oldShelf, oldReference) = (shelf, reference)
            lines.append("\(move.client): \(move.text)")
            let request = Request(client: move.client, name: "", number: lines.count, at: 0, action: Scenario.action(move.text))
            let outcome = ReferenceOutcome(shelf.apply(.request(request))!)
            let isAgreed = outcome == reference.apply(.request(request))
            try #require(isAgreed && isAlike, "\(lines)")
            count += 1
            // What changed nothing leads to nothing new.
            if depth > 1, outcome != .none {
                for client in ["A", "B"] {
                    for text in ExhaustiveTests.moves { try go((client, text), depth: depth - 1) }
                }
            }
            lines.removeLast()
            (shelf, reference) = (oldShelf, oldReference)
        }

        private var isAlike: Bool {
            Scenario.text(of: shelf.albums()) == Scenario.text(of: reference.visible())
                && ["A", "B"].allSatisfy { ReferenceTargets(shelf.targets(of: $0)) == reference.targets(of: $0) }
        }
    }
}
