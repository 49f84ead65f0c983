@testable import ShelfCore
@testable import ShelfWire
import Testing

@Suite struct FuzzTests {
    @Test("W11 No mutated frame traps, and what is accepted is read the same when it is written again") func mutations() {
        var random = Seeded()
        var accepted = 0
        for round in 0..<20_000 {
            let frames = Bool.random(using: &random) ? GoldenFrame.fromClients : GoldenFrame.all
            let frame = mutated(Array(frames.randomElement(using: &random)!.text.utf8), &random)
            guard case .success(let messages) = decoded(frame) else { continue }
            for case .message(let message) in messages {
                accepted += 1
                #expect(
                    decoded(message.encoded) == .success([.message(message)]),
                    "round \(round), \(Seeded.command): \(String(decoding: frame, as: UTF8.self))")
            }
        }
        // Else the mutations are too wild to tell anything.
        #expect(accepted > 1000)
    }

    private func mutated(_ frame: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var frame = frame
        for _ in 0..<Int.random(in: 1...2, using: &random) { mutate(&frame, &random) }
        return frame
    }

    private func mutate(_ frame: inout [UInt8], _ random: inout Seeded) {
        guard let place = frame.indices.randomElement(using: &random) else { return }
        let end = min(frame.count, place + Int.random(in: 0...20, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: frame[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: frame[place] = .random(in: .min ... .max, using: &random)
        case 2: frame.removeSubrange(place..<end)
        case 3: frame.insert(contentsOf: frame[place..<end], at: end)
        case 4: frame.insert(contentsOf: fragments.randomElement(using: &random)!.utf8, at: place)
        default: replaceToken(&frame, from: place, &random)
        }
    }

    /// Puts a fragment in the stead of the number or text that holds `place`, so that the frame often stays JSON.
    private func replaceToken(_ frame: inout [UInt8], from place: Int, _ random: inout Seeded) {
        let marks = Array("\"{}[]:,".utf8)
        let start = frame[..<place].lastIndex(where: marks.contains).map { $0 + 1 } ?? 0
        let end = frame[place...].firstIndex(where: marks.contains) ?? frame.count
        frame.replaceSubrange(min(start, end)..<end, with: fragments.randomElement(using: &random)!.utf8)
    }
}

private let fragments = [
    "0", "-0", "1", "-1", "1.0", "1e400", "9007199254740991", "9007199254740992", "null", "true", "{}", "[]", #"{"req":1}"#, "\"\"", "id", "year",
    "title", "__proto__", "a1", "\\u0000", "\\ud800", "\\u202e", "\\r\\n", "e\u{301}", "\u{202E}", "\u{7F}", "\u{FEFF}", "👩‍🎤", "\\ud83c\\udfa7", "do", "undo",
    "here", "bin", ",", ":", "\"", "{", "}", "[", "]", "\\",
]
