@testable import ShelfCore
import ShelfWire
import Testing

/// What becomes of a title, told in the bytes that are kept: to Swift composed and decomposed text are equal.
private func kept(_ json: String, limits: Limits = Limits()) -> [UInt8]? {
    let edit = operation(#"{"op":"edit","id":"a1","set":{"title":""# + json + #""}}"#, limits: limits)
    guard case .edit(_, let set) = edit, case .text(let text) = set.first?.value else { return nil }
    return Array(text.utf8)
}

@Suite struct TextTests {
    @Test("L3 Text is kept as NFC with LF", arguments: [
        ("", ""), ("Blue", "Blue"), ("tab\\tnew\\nline", "tab\tnew\nline"), ("a\\r\\nb\\rc\\n\\rd\\r\\r\\n", "a\nb\nc\n\nd\n\n"),
        ("Ro\u{0301}s", "R\u{00F3}s"), ("R\u{00F3}s", "R\u{00F3}s"), ("Ro\\u0301s", "R\u{00F3}s"), ("Ro\u{0301}s\\r\\n", "R\u{00F3}s\n"),
        ("\u{212B}ngstr\u{00F6}m", "\u{00C5}ngstr\u{00F6}m"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{FB01}", "\u{FB01}"),
        ("q\u{0307}\u{0323}", "q\u{0323}\u{0307}"), ("\u{2126}", "\u{03A9}"), ("\u{F900}", "\u{8C48}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
        ("\\ud83c\\udfa7", "🎧"), ("👩‍🎤", "👩‍🎤"),
        ("\u{200F}\u{2028}\u{FEFF}", "\u{200F}\u{2028}\u{FEFF}"), ("\u{A0}\u{2FF}", "\u{A0}\u{2FF}"),
    ])
    func normalized(_ sent: String, _ expected: String) {
        #expect(kept(sent) == Array(expected.utf8))
    }

    @Test("L3 Every control and text direction character is refused, by name, wherever it stands", arguments: [
        Array(0x01...0x08), Array(0x0B...0x0C), Array(0x0E...0x1F), Array(0x7F...0x9F), Array(0x202A...0x202E), Array(0x2066...0x2069),
    ].joined())
    func forbidden(_ value: Int) throws {
        let scalar = String(try #require(Unicode.Scalar(UInt32(value))))
        let digits = String(value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: 4 - digits.count) + digits
        for title in ["\(scalar)x", "x\(scalar)", "e\u{301}\(scalar)"] {
            let sent = value < 0x20 ? title.replacing(scalar, with: "\\u00" + (value < 16 ? "0" : "") + digits) : title
            let refusal = refusal(ops: #"{"op":"edit","id":"a1","set":{"title":""# + sent + #""}}"#)
            #expect(refusal == Refusal(.badRequest, "ops[0].set.title: must not contain \(name), a control or text direction character"))
        }
    }

    @Test("L3 The neighbours of what is refused are not", arguments: [0x20, 0x7E, 0xA0, 0x2029, 0x202F, 0x2065, 0x206A, 0xFFFF, 0x10FFFF])
    func allowed(_ value: Int) throws {
        let scalar = String(try #require(Unicode.Scalar(UInt32(value))))
        #expect(kept(scalar) == Array(scalar.utf8))
    }

    @Test("L3 U+0000 and lone surrogates end the connection", arguments: [
        #"\u0000"#, #"\ud800"#, #"\udfff"#, #"\ud800x"#, #"\udc00\ud800"#, #"\ud800\u0041"#,
    ])
    func surrogates(_ title: String) {
        #expect(closeCode(#"{"t":"do","req":1,"ops":[{"op":"edit","id":"a1","set":{"title":""# + title + #""}}]}"#) == .badRequest)
    }

    @Test("L3 Limits count bytes after normalisation") func bytesAfter() {
        // 3 bytes each, that become 2.
        let decomposed = String(repeating: "e\u{301}", count: 2048)
        #expect(kept(decomposed)?.count == 4096)
        #expect(kept(decomposed + "x") == nil)
        // 2 bytes each as sent (6 as escapes), 1 as kept.
        #expect(kept(String(repeating: "\\r\\n", count: 4096))?.count == 4096)
        // 4 bytes each, that become 8.
        let grows = String(repeating: "\u{1D15E}", count: 512)
        #expect(kept(grows)?.count == 4096)
        #expect(refusal(ops: #"{"op":"edit","id":"a1","set":{"title":""# + grows + #"x"}}"#)
            == Refusal(.tooLarge, "ops[0].set.title: at most 4096 bytes"))
    }

    /// Marks whose order NFC has to turn round, the last ones hidden in a letter that decomposes into nothing else.
    @Test("L3 A letter has at most 30 marks, however many are sent", arguments: [["\u{301}", "\u{323}"], ["\u{F73}"], ["\u{344}", "\u{316}"]])
    func marks(_ marks: [String]) {
        func title(_ count: Int) -> String { "e" + marks.map { String(repeating: $0, count: count / marks.count) }.joined() }
        func refused(_ title: String) -> Refusal? { refusal(ops: #"{"op":"edit","id":"a1","set":{"title":""# + title + #""}}"#) }
        let tooMany = Refusal(.badRequest, "ops[0].set.title: must not have more than 30 marks on one letter")
        #expect(refused(title(30)) == nil)
        #expect(refused(String(repeating: title(30), count: 20)) == nil)
        #expect(refused(title(32)) == tooMany)
        #expect(refused(title(20_000)) == tooMany)
        #expect(decoded(#"{"t":"here","name":""# + title(20_000) + #""}"#) == .success([.message(.here(Here(name: "")))]))
    }

    @Test("L3 Random text is kept the same when it is sent again") func stable() {
        var random = Seeded()
        for _ in 0..<2000 {
            let sent = randomText(&random)
            guard let once = kept(sent) else { continue }
            #expect(kept(String(decoding: once, as: UTF8.self).replacing("\n", with: "\\n")) == once, "\(Seeded.command)")
        }
    }
}

/// Letters, marks that compose, jamo, and emoji; nothing that JSON escapes.
func randomText(_ random: inout Seeded) -> String {
    let ranges: [ClosedRange<UInt32>] = [0x61...0x7A, 0xC0...0x17F, 0x300...0x345, 0x1100...0x11FF, 0xAC00...0xAC80, 0x1F300...0x1F3FF]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.append(Unicode.Scalar(UInt32.random(in: ranges.randomElement(using: &random)!, using: &random))!)
    }
    return String(text)
}
