@testable import ShelfCore
import ShelfWire
import Testing

private let ping = #"{"t":"ping"}"#

@Suite struct HostileFrameTests {
    @Test("W11 What is no message ends the connection", arguments: [
        "", " ", "{", "}", "[", "]", "null", "true", "1", "\"x\"", "{}", "[1]", "[[]]", "[null]", #"{"t":1}"#, #"{"t":null}"#, #"{"T":"ping"}"#,
        #"{"t":"ping"}x"#, #"{"t":"ping"}{"t":"ping"}"#, #"{"t":"ping",}"#, #"{'t':'ping'}"#, #"{t:"ping"}"#, #"{"t":"ping"}//"#, "\u{FEFF}" + ping,
        #"{"t":"ping","x":NaN}"#, #"{"t":"ping","x":01}"#, #"{"t":"ping","x":+1}"#, #"{"t":"ping","x":.5}"#, #"{"t":"ping","x":"\x41"}"#,
        #"{"t":"ping","x":"\#n"}"#, "{\"t\":\"ping\"}\0", "{\"t\":\"pi\0ng\"}", #"{"t":"ping","x":1e400}"#, #"{"t":"ping","x":-1e400}"#,
        #"{"t":"ping","x":9223372036854775808}"#, #"{"t":"ping","x":"\u0000"}"#, #"{"t":"ping","\u0000":1}"#,
        #"[{"t":"ping"},{}]"#, #"[{"t":"ping"},7]"#,
    ])
    func noMessage(_ frame: String) {
        #expect(closeCode(frame) == .badRequest)
    }

    @Test("W11 What is JSON and no message is not told that it were no JSON", arguments: [
        ("null", "a frame is an object, or an array of them"), (" \n5", "a frame is an object, or an array of them"),
        (#""x""#, "a frame is an object, or an array of them"), ("[1]", "a message is an object whose t is a string"),
        ("{5}", "the message is not JSON (line 1, column 2)"), ("{}}", "the message is not JSON (line 1, column 3)"),
    ]) func noJSON(_ frame: String, _ reason: String) {
        guard case .failure(let violation) = decoded(frame) else { return #expect(Bool(false)) }
        #expect(violation == Violation(.badRequest, reason))
    }

    @Test("W11 A repeated key ends the connection, wherever it is and however it is spelt", arguments: [
        #"{"t":"ping","t":"ping"}"#, #"{"t":"ping","x":1,"x":1}"#, #"{"t":"ping","x":{"y":[{"z":1,"z":1}]}}"#, #"{"t":"ping","x":1,"\u0078":1}"#,
        #"{"t":"do","req":1,"ops":[{"op":"delete","id":"a","id":"a"}]}"#,
    ])
    func repeatedKey(_ frame: String) {
        #expect(closeCode(frame) == .badRequest)
    }

    @Test("W11 Bytes that are not UTF-8 end the connection with 1007", arguments: [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xE2, 0x82], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x8E],
        [0xFE], [0xFF], [0xC3, 0x28],
    ] as [[UInt8]])
    func notUTF8(_ bytes: [UInt8]) {
        #expect(closeCode(Array(#"{"t":"ping","x":""#.utf8) + bytes + Array(#""}"#.utf8)) == .notUTF8)
        #expect(closeCode(Array(#"{"t":"ping",""#.utf8) + bytes + Array(#"":1}"#.utf8)) == .notUTF8)
    }

    @Test("W11 A binary frame ends the connection") func binary() {
        #expect(closeCode(Array(ping.utf8), isText: false) == .badRequest)
    }

    @Test("W11 Deep nesting ends the connection", arguments: [(14, true), (15, true), (16, false), (2000, false), (2100, false), (200_000, false)])
    func depth(_ levels: Int, _ isAccepted: Bool) {
        for (open, close) in [("[", "]"), (#"{"x":"#, "}")] {
            let nested = String(repeating: open, count: levels) + (open == "[" ? "" : "1") + String(repeating: close, count: levels)
            let frame = #"{"t":"ping","x":"# + nested + "}"
            #expect((closeCode(frame) == nil) == isAccepted)
        }
    }

    @Test("W11 Brackets in text are not nesting") func bracketsInText() {
        let brackets = String(repeating: #"[{\"[{\\"#, count: 100)
        #expect(closeCode(#"{"t":"ping","x":"\#(brackets)"}"#) == nil)
        #expect(closeCode(#"{"t":"ping","\#(brackets)":"\#(brackets)"}"#) == nil)
    }

    @Test("X More objects and arrays than any request needs end the connection, before they cost their memory", arguments: ["[]", "{}"])
    func manyContainers(_ container: String) {
        func frame(_ count: Int) -> String { #"{"t":"ping","x":["# + repeated(container, count) + "]}" }
        #expect(closeCode(frame(1000)) == nil)
        #expect(closeCode(frame(3000)) == .tooLarge)
        #expect(refusal(ops: repeated(#"{"op":"edit","id":"a","set":{"a":""}}"#, 50_000)) == nil)
    }

    @Test("W11 An array holds at most 64 messages") func tooMany() {
        #expect(decoded("[]") == .success([]))
        #expect(decoded("[" + repeated(ping, 64) + "]") == .success(Array(repeating: .message(.ping), count: 64)))
        #expect(closeCode("[" + repeated(ping, 65) + "]") == .tooLarge)
    }

    @Test("W11 One bad message spoils its frame") func spoiled() {
        #expect(closeCode(#"[{"t":"undo","req":1},{"t":"undo"}]"#) == .badRequest)
    }

    @Test("W3 A request without a number cannot be refused: it ends the connection", arguments: ["do", "undo", "redo"])
    func withoutNumber(_ kind: String) {
        for req in ["0", "-1", "-0", "1.0", "1e3", "9007199254740992", "-9223372036854775808", "\"1\"", "null", "true", "[1]", "{}"] {
            #expect(closeCode(#"{"t":"\#(kind)","req":\#(req),"ops":[{"op":"delete","id":"a"}]}"#) == .badRequest)
        }
        #expect(closeCode(#"{"t":"\#(kind)","ops":[{"op":"delete","id":"a"}]}"#) == .badRequest)
    }

    @Test("W3 A request that is wrong keeps its number, and its frame its other messages") func refusedAmongOthers() {
        let refusal = Refusal(.badRequest, "ops[0].id: must be 1 to 64 characters of A-Z a-z 0-9 _ -")
        #expect(decoded(#"[{"t":"ping"},{"t":"do","req":7,"ops":[{"op":"delete"}]},{"t":"undo","req":8}]"#) == .success([
            .message(.ping), .refused(number: 7, refusal), .message(.request(number: 8, action: .undo(Switch()))),
        ]))
    }

    @Test("W11 The fault is named where it is") func path() {
        let fine = #"{"op":"delete","id":"a"}"#
        #expect(refusal(ops: "\(fine),\(fine),\(fine)," + #"{"op":"edit","id":"a","set":{"title":"x","year":"1992"}}"#)
            == Refusal(.badRequest, "ops[3].set.year: must be an integer from -9999 to 9999"))
    }

    @Test("W5 Unknown messages and unknown fields are ignored", arguments: ["", "Ping", "snapshot", "ev", "__proto__", "hello ", "\\u0001", "💿"])
    func unknown(_ kind: String) {
        #expect(decoded(#"{"t":"\#(kind)","req":"x","deep":[{"x":1}]}"#) == .success([.ignored]))
        #expect(decoded(#"{"t":"undo","x":[{"t":"undo"}],"req":1,"ops":7,"🎧":null}"#) == .success([.message(.request(number: 1, action: .undo(Switch())))]))
        #expect(operation(#"{"x":{"y":1},"op":"delete","after":7,"id":"a"}"#) == .delete("a"))
    }
}

private func repeated(_ text: String, _ count: Int) -> String { Array(repeating: text, count: count).joined(separator: ",") }
