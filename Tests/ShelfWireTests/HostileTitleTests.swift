@testable import ShelfCore
@testable import ShelfWire
import Testing

/// What people, and people who mean harm, put in a title. All of it is text, and comes back as it went in.
private let titles = [
    // Markup, scripts, templates, queries, commands
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</title><svg/onload=alert(1)>", "<!--", "]]>", "&lt;b&gt;",
    "&ntilde;", "javascript:alert(1)",
    "{{7*7}}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "%s%n%d", "%00", "%0d%0aSet-Cookie: x=1", "' OR '1'='1",
    "'; DROP TABLE albums;--", "$(reboot)", "`reboot`", "| cat",
    "=HYPERLINK(\"x\")", "+1+1", "-1+1", "@SUM(1)", "../../etc/passwd", "C:\\Windows\\", "\\\\server\\share", "file:///etc",
    "CON", "NUL",
    // JSON and JavaScript
    "\"", "\\", "\\\"", "\\u0041", "\\n", "/", "</", "{\"t\":\"bye\"}", "[1]", "null", "undefined", "NaN", "true", "__proto__",
    "constructor", "[object Object]",
    "\u{2028}\u{2029}", "\u{FEFF}BOM", "\u{FFFD}", "\u{FFFE}\u{FFFF}",
    // Writing
    "Ágætis byrjun", "ÆØÅ æøå Łódź", "أم كلثوم", "שלום עליכם", "椎名林檎 無罪モラトリアム", "한대수", "ก็ไม่รู้", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 👨‍👩‍👧‍👦 👍🏽",
    "Z\u{0351}\u{036B}\u{0357}algo",
    "\u{200B}\u{200D}\u{2060}", "\u{200F}left\u{200E}", "\u{202F}\u{3000}", "\u{E000}\u{10FFFD}",
    // Shapes
    "", " ", "  both ends  ", "\t", "\n", "line\nline", "1992", "-0", "1e400", String(repeating: "W", count: 4096),
    String(repeating: "💿", count: 1024),
]

@Suite struct HostileTitleTests {
    @Test("L3 A title comes back as it went in, byte for byte", arguments: titles)
    func unharmed(_ title: String) throws {
        let edit = ClientMessage.request(number: 1, action: .do([.edit("a1", set: [FieldWrite(name: "title", value: .text(title))])]))
        guard case .success(let messages) = decoded(edit.encoded), case .message(.request(1, .do(let operations))) = messages.first,
            case .edit(let id, let set) = operations.first
        else {
            Issue.record("refused")
            return
        }
        let event = Event(
            seq: 1, by: key.client, name: title, request: 1, kind: .do, at: 0,
            label: Label(kind: .edit, count: 1, id: id, title: title, field: "title"), of: nil, owner: nil, changes: [.edit(id: id, set: set)])
        try ServerMessage.event(event).encoded.withUnsafeBytes { bytes in
            try JSON.parse(bytes) { event in
                let shown = event["ops"]?.elements.map { $0["set"]?["title"]?.utf8.map(Array.init) }
                #expect(shown == [Array(title.utf8)])
                #expect(event["name"]?.utf8.map(Array.init) == Array(title.utf8))
                #expect(event["label"]?["title"]?.utf8.map(Array.init) == Array(title.utf8))
            }
        }
    }

    @Test("L3 The table of titles is long enough") func enough() { #expect(titles.count >= 60) }
}
