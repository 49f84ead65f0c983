import ShelfCore
import Testing
import TestSupport

@Suite struct NeutralTests {
    @Test("U6 n undos and n redos of one client change nothing, nor what others' undos do later", arguments: 1...150)
    func neutral(_ seed: UInt64) {
        var editors = RandomEditors(seed: seed)
        var shelf = Shelf()
        for act in editors.opening() { _ = shelf.apply(act) }
        for _ in 0..<30 { _ = shelf.apply(editors.act(seq: shelf.seq)) }
        let client = editors.random.pick(editors.clients)
        var (moved, still) = (shelf, shelf)
        let count = rounds(&moved, client)
        #expect(Array(moved.albums()) == Array(shelf.albums()))
        let isAlike = editors.clients.allSatisfy { switched(moved.targets(of: $0)) == switched(shelf.targets(of: $0)) }
        #expect(isAlike, "\(count) rounds of \(client)")
        for (number, other) in (0..<9).flatMap({ _ in editors.clients }).enumerated() {
            let undo = Act.request(request(other, 20_000 + number, .undo(Switch())))
            _ = (moved.apply(undo), still.apply(undo))
            if Array(moved.albums()) != Array(still.albums()) {
                Issue.record("\(count) rounds of \(client), then undo \(number): \(Scenario.text(of: moved.albums()))")
                return
            }
        }
    }

    /// As many undos as possible up to five, and as many redos.
    private func rounds(_ shelf: inout Shelf, _ client: ClientID) -> Int {
        let depth = shelf.settings.undoDepth
        let waiting = shelf.history(count: 1_000, for: client).lines.count { $0.can == .redo }
        var count = 0
        // Beyond the undo depth the earliest undone settle.
        while count < min(5, depth - waiting - 3), shelf.apply(.request(request(client, 10_000 + count, .undo(Switch()))))!.event != nil {
            count += 1
        }
        for number in 0..<count {
            #expect(shelf.apply(.request(request(client, 10_100 + number, .redo(Switch()))))!.event != nil)
        }
        return count
    }

    private func switched(_ targets: Targets) -> [Int?] { [targets.undo?.step, targets.redo?.step, targets.covered?.step] }

    private func request(_ client: ClientID, _ number: Int, _ action: Action) -> Request {
        Request(client: client, name: "", number: number, at: 1_790_000_001_000, action: action)
    }
}
