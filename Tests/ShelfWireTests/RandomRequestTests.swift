@testable import ShelfCore
@testable import ShelfWire
import Testing

@Suite struct RandomRequestTests {
    @Test("W3 Any request that can be said is read as it was meant") func requests() {
        var random = Seeded()
        for round in 0..<3000 {
            let message = ClientMessage.request(number: Int.random(in: 1...1 << 52, using: &random), action: action(&random))
            #expect(decoded(message.encoded) == .success([.message(message)]), "round \(round), \(Seeded.command)")
        }
    }

    private func action(_ random: inout Seeded) -> Action {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .undo(switching(&random))
        case 1: .redo(switching(&random))
        default: .do((0...Int.random(in: 0...8, using: &random)).map { operation($0, &random) })
        }
    }

    /// The one at `index`. What it inserts is new; its neighbours are among what was there before the request.
    private func operation(_ index: Int, _ random: inout Seeded) -> Operation {
        let old = "a\(Int.random(in: 0..<10, using: &random))"
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .insert("new-\(index)", at: anchor(&random), fields: writes(&random, least: 0).filter { $0.value != nil })
        case 1: return .delete(old)
        case 2: return .restore(old)
        case 3: return .move(old, to: anchor(&random))
        default: return .edit(old, set: writes(&random, least: 1))
        }
    }

    private func anchor(_ random: inout Seeded) -> Anchor {
        let neighbour = Bool.random(using: &random) ? nil : "b\(Int.random(in: 0..<10, using: &random))"
        return Bool.random(using: &random) ? .after(neighbour) : .before(neighbour)
    }

    private func writes(_ random: inout Seeded, least: Int) -> [FieldWrite] {
        let names = ["title", "artist", "year", "genre", "cover", "note", "x_1"].shuffled(using: &random)
        return names.prefix(Int.random(in: least...names.count, using: &random)).map { FieldWrite(name: $0, value: value(of: $0, &random)) }
    }

    private func value(of name: String, _ random: inout Seeded) -> Value? {
        if Int.random(in: 0..<4, using: &random) == 0 { return nil }
        if name == "year" { return .number(Int.random(in: -9999...9999, using: &random)) }
        // Text is compared as it is kept.
        var text = randomText(&random)
        return .text(text.withUTF8 { try! Text.ordered($0) })
    }

    private func switching(_ random: inout Seeded) -> Switch {
        let step = Int.random(in: 1...1000, using: &random)
        let targets: [SwitchTarget] = [.target, .step(.step(step)), .step(.request(step)), .client(key.client)]
        let expectations: [ShelfCore.Expectation?] = [nil, .nothing, .step(.step(step)), .step(.request(step))]
        return Switch(target: targets.randomElement(using: &random)!, expect: expectations.randomElement(using: &random)!)
    }
}
