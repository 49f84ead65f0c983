import ShelfCore
import Testing
import TestSupport

@Suite struct ScenarioTests {
    @Test("S5 Every scenario reads as its table says", arguments: Scenarios.all)
    func scenario(_ scenario: Scenario) {
        var shelf = Shelf()
        for act in scenario.opening { _ = shelf.apply(act) }
        for (index, (text, line)) in scenario.lines.enumerated() {
            switch line {
            case .settled(let client): _ = shelf.apply(.end(client))
            case .can(let all): #expect(scenario.can(shelf.targets) == all, "\(text)")
            case .covered(let all): #expect(scenario.covered(shelf.targets) == all, "\(text)")
            case .request(let action, let client, let isAdmin, let result):
                let before = Scenario.text(of: shelf.albums())
                let number = scenario.lines[...index].count { if case .request = $0.line { true } else { false } }
                let request = scenario.request(action, by: client, isAdmin: isAdmin, line: number)
                let outcome = shelf.apply(.request(request))!
                #expect(read(outcome, before, Scenario.text(of: shelf.albums())) == result, "\(text)")
            }
            shelf.checkInvariants()
        }
    }

    private func read(_ outcome: Outcome, _ before: String, _ after: String) -> Scenario.Result {
        switch outcome {
        case .event: after == before ? .asleep : .list(after)
        case .none, .done: .nothing
        case .refused(let refusal): .refused(refusal.code.rawValue)
        }
    }

    @Test("S5 Scenarios say which rule they show")
    func titles() {
        #expect(Scenarios.all.count > 50)
        for title in Scenarios.all.map(\.title) {
            #expect("LSU".contains(title.prefix(1)) && title.dropFirst().first?.isNumber == true, "\(title)")
        }
    }
}
