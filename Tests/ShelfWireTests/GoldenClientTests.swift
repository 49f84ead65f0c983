@testable import ShelfCore
@testable import ShelfWire
import Testing

/// What the golden frames of clients mean.
private let meanings: [String: [ClientMessage]] = [
    "hello": [.hello(Hello())],
    "hello with everything": [.hello(Hello(key: key, at: Position(epoch: "e1", seq: 412), name: "Ann", token: "s3cret"))],
    "hello with a key alone": [.hello(Hello(key: key))],
    "hello at the beginning": [.hello(Hello(key: key, at: Position(epoch: "e1", seq: 0), name: ""))],
    "do with five ops": [
        request(18, [
            .delete("a1"), .insert("n1", at: .after("a2"), fields: [text("title", "Blue")]), .move("a3", to: .before(nil)),
            .edit("a4", set: [year(1992)]), .restore("a5"),
        ])
    ],
    "do insert first without fields": [request(1, [.insert("n1", at: .after(nil), fields: [])])],
    "do insert behind one of the same request": [
        request(2, [.insert("n1", at: .before("a1"), fields: []), .insert("n2", at: .after("n1"), fields: [])])
    ],
    "do insert with all well-known fields and one more": [
        request(3, [
            .insert("n1", at: .before(nil), fields: [
                text("title", "Pearl"), text("artist", "Janis Joplin"), year(1971), text("genre", "Rock"),
                text("cover", "https://example.org/p.jpg"), text("note", "gift"), text("label_nr2", "KC 30322"),
            ])
        ])
    ],
    "do move after": [request(4, [.move("a3", to: .after("a9"))])],
    "do move to the top": [request(4, [.move("a3", to: .after(nil))])],
    "do edit takes fields away": [request(5, [.edit("a4", set: [gone("year"), gone("note"), text("title", "")])])],
    "do edit with years at their bounds": [
        request(6, [.edit("a4", set: [year(-9999)]), .edit("a5", set: [year(9999)]), .edit("a6", set: [year(0)])])
    ],
    "do with the largest req": [request(9_007_199_254_740_991, [.delete("a1")])],
    "do with ids at their bounds": [
        request(7, [.delete("-"), .delete("Az09_-Az09_-Az09_-Az09_-Az09_-Az09_-Az09_-Az09_-Az09_-Az09_-Az09")])
    ],
    "do with ids that are traps in JavaScript": [
        request(8, [
            .delete("__proto__"), .move("constructor", to: .after("__proto__")),
            .insert("toString", at: .before("hasOwnProperty"), fields: [text("valueof", "x")]),
        ])
    ],
    "do with escapes": [request(9, [.edit("a1", set: [text("note", "a \"quoted\" back\\slash\nline\ttab / slash")])])],
    "do with emoji, right-to-left, line separators": [
        request(10, [
            .edit("a1", set: [
                text("title", "👩‍🎤🇮🇸 Homogenic"), text("artist", "أم كلثوم"), text("note", "שלום\u{200F}\u{2028}\u{2029}\u{FEFF}"),
            ])
        ])
    ],
    "undo": [.request(number: 19, action: .undo(Switch()))],
    "undo that expects a step": [.request(number: 19, action: .undo(Switch(expect: .step(.step(428)))))],
    "undo that expects the client's own request": [.request(number: 19, action: .undo(Switch(expect: .step(.request(18)))))],
    "undo that expects a grey button": [.request(number: 19, action: .undo(Switch(expect: .nothing)))],
    "undo of a step": [.request(number: 20, action: .undo(Switch(target: .step(.step(428)))))],
    "undo of the client's own request": [.request(number: 20, action: .undo(Switch(target: .step(.request(18)))))],
    "undo of everything of a client": [.request(number: 21, action: .undo(Switch(target: .client("bbbbbbbbbbbbbbbb"))))],
    "redo": [.request(number: 20, action: .redo(Switch()))],
    "redo that expects a step": [.request(number: 20, action: .redo(Switch(expect: .step(.step(428)))))],
    "redo of a step": [.request(number: 20, action: .redo(Switch(target: .step(.step(9_007_199_254_740_991)))))],
    "redo of everything of a client": [.request(number: 22, action: .redo(Switch(target: .client("bbbbbbbbbbbbbbbb"))))],
    "here": [.here(Here())],
    "here with everything": [.here(Here(name: "Ann", person: "p-1_Z", hue: 210, on: "a3", edits: "a3"))],
    "here with hues at their bounds": [.here(Here(hue: 0)), .here(Here(hue: 359))],
    "ping": [.ping],
    "history": [.history(before: nil, count: 50)],
    "history from a seq on": [.history(before: 412, count: 200)],
    "bin": [.bin(before: nil, count: 1)],
    "bin from where the last answer ended": [.bin(before: 17, count: 50)],
    "an array of messages": [
        .ping, .request(number: 1, action: .undo(Switch())), .request(number: 2, action: .redo(Switch())),
    ],
]

private func request(_ number: Int, _ operations: [Operation]) -> ClientMessage { .request(number: number, action: .do(operations)) }
private func text(_ name: String, _ value: String) -> FieldWrite { FieldWrite(name: name, value: .text(value)) }
private func year(_ value: Int) -> FieldWrite { FieldWrite(name: "year", value: .number(value)) }
private func gone(_ name: String) -> FieldWrite { FieldWrite(name: name, value: nil) }

@Suite struct GoldenClientTests {
    @Test("W3 Every frame of a client means what the table says", arguments: GoldenFrame.fromClients)
    func meaning(_ frame: GoldenFrame) throws {
        let meaning = try #require(meanings[frame.name])
        #expect(decoded(frame.text) == .success(meaning.map(Incoming.message)))
    }

    /// All but the one whose `hello` tells the `client`, too, which follows from its key.
    @Test(
        "W3 What a frame means is written as that frame again",
        arguments: GoldenFrame.fromClients.filter { $0.name != "hello with everything" })
    func writtenAgain(_ frame: GoldenFrame) throws {
        let messages = try #require(meanings[frame.name]).map { String(decoding: $0.encoded, as: UTF8.self) }
        #expect(frame.text == (messages.count == 1 ? messages[0] : "[" + messages.joined(separator: ",") + "]"))
    }

    @Test("W3 No meaning is without its frame") func complete() {
        #expect(Set(meanings.keys) == Set(GoldenFrame.fromClients.map(\.name)))
    }
}
