@testable import ShelfCore
import ShelfWire
import Testing

private func hello(_ members: String) -> Hello? {
    guard case .success(let messages) = decoded(#"{"t":"hello","# + members + "}"), case .message(.hello(let hello)) = messages.first
    else { return nil }
    return hello
}

private func here(_ members: String) -> Here? {
    guard case .success(let messages) = decoded(#"{"t":"here","# + members + "}"), case .message(.here(let here)) = messages.first
    else { return nil }
    return here
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

@Suite struct HelloTests {
    @Test("W1 The client's name is the SHA-256 of the key's 32 bytes") func derivation() {
        // printf of the bytes 0 to 31 | openssl dgst -sha256 -binary | basenc --base64url
        #expect(key.client == "Yw3NKWbEM2aRElRI")
    }

    @Test("W1 A key is 32 bytes in base64url, in their one spelling", arguments: [
        "", "A", repeated("A", 42), repeated("A", 44), repeated("A", 43) + "=",
        repeated("A", 42) + "B", repeated("A", 42) + "+", repeated("A", 42) + "/",
        repeated("A", 41) + "é", repeated("A", 42) + "\n",
    ])
    func keys(_ text: String) {
        #expect(ClientKey(text) == nil)
        #expect(closeCode(#"{"t":"hello","key":""# + text.replacing("\n", with: "\\n") + #""}"#) == .badRequest)
    }

    @Test("W1 A key that the server makes is a key, and no two are the same") func random() {
        let keys = (0..<100).map { _ in ClientKey.random() }
        #expect(Set(keys.map(\.client)).count == 100)
        for key in keys { #expect(ClientKey(key.text) == key) }
        #expect(keys.allSatisfy { $0.text.utf8.count == 43 && $0.client.utf8.count == 16 })
    }

    @Test("W1 A client that does not fit its key is not signed in", arguments: [
        #""client":"Yw3NKWbEM2aRElRJ""#, #""client":"Xw3NKWbEM2aRElRI""#, #""client":"Yw3NKWbEM2aRElR""#, #""client":"""#, #""client":1"#,
        #""client":null"#,
    ])
    func misfit(_ client: String) {
        #expect(closeCode(#"{"t":"hello","key":"\#(key.text)",\#(client)}"#) == .notSignedIn)
        #expect(closeCode(#"{"t":"hello",\#(client)}"#) == .notSignedIn)
    }

    @Test("W1 A client without a key is not signed in") func withoutKey() {
        #expect(closeCode(#"{"t":"hello","client":"Yw3NKWbEM2aRElRI"}"#) == .notSignedIn)
    }

    @Test("W1 A key is not shown") func secret() {
        #expect(!"\(key)".contains("AAEC") && !String(reflecting: key).contains("AAEC") && !"\(Hello(key: key))".contains("AAEC"))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("AAEC"))
    }

    @Test("W1 A place that cannot be read is none: the client gets a snapshot", arguments: [
        "null", "412", "{}", #"{"epoch":"e1"}"#, #"{"seq":1}"#, #"{"epoch":1,"seq":1}"#, #"{"epoch":"e1","seq":-1}"#, #"{"epoch":"e1","seq":1.5}"#,
    ])
    func places(_ at: String) {
        #expect(hello(#""at":"# + at) == Hello())
    }

    @Test("W1 A name is shown as one line of at most 64 characters, none cut in half", arguments: [
        ("Ann", "Ann"), ("", ""), ("  Ann \\t ", "Ann"), ("Ann\\r\\nBo", "Ann Bo"), ("\\n\u{2003}", ""), ("A\\u202enn\\u007f\\u0007", "Ann"),
        ("Ro\u{301}s", "R\u{F3}s"), (repeated("x", 64), repeated("x", 64)), (repeated("x", 65), repeated("x", 64)),
        (repeated("x", 63) + " y", repeated("x", 63)), (repeated("x", 63) + "👩‍🎤", repeated("x", 63)), (repeated("🇮🇸", 40), repeated("🇮🇸", 32)),
    ])
    func names(_ sent: String, _ shown: String) {
        #expect(hello(#""name":""# + sent + #"""#)?.name.map { Array($0.utf8) } == Array(shown.utf8))
        #expect(here(#""name":""# + sent + #"""#)?.name.map { Array($0.utf8) } == Array(shown.utf8))
    }

    @Test("W1 A name as long as a message is cut, too", arguments: ["x", "🇮🇸", "e\u{301}", " ", "x "])
    func longNames(_ part: String) {
        let name = hello(#""name":""# + repeated(part, 200_000) + #"""#)?.name
        #expect(name?.unicodeScalars.count ?? 65 <= 64 && name?.last != " ")
    }

    @Test("W1 A token is taken as it is") func token() {
        #expect(hello(#""token":" e\u0301 ""#)?.token.map { Array($0.utf8) } == Array(" e\u{301} ".utf8))
        #expect(hello(#""token":1,"name":2"#) == Hello())
    }

    @Test("W8 What is wrong in here is as if it were not there", arguments: [
        #""hue":-1"#, #""hue":360"#, #""hue":1.5"#, #""hue":"30""#, #""person":"a b""#, #""person":"""#, #""on":"ä""#, #""edits":7"#, #""name":null"#,
        #""on":null,"edits":null,"person":null,"hue":null"#, #""unknown":{"x":[1]}"#,
    ])
    func presence(_ members: String) {
        #expect(here(members) == Here())
    }

    @Test("W12 W13 A count is 1 to 200, else 50", arguments: [
        ("1", 1), ("200", 200), ("0", 50), ("201", 50), ("-1", 50), ("\"9\"", 50), ("null", 50),
    ])
    func counts(_ sent: String, _ count: Int) {
        #expect(decoded(#"{"t":"history","count":\#(sent)}"#) == .success([.message(.history(before: nil, count: count))]))
        #expect(decoded(#"{"t":"bin","before":3,"count":\#(sent)}"#) == .success([.message(.bin(before: 3, count: count))]))
        #expect(decoded(#"{"t":"bin","before":null}"#) == .success([.message(.bin(before: nil, count: 50))]))
    }
}
