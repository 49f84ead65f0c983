import ShelfCore
@testable import ShelfWire
import Testing

/// What a client reads.
@Suite struct ToldTests {
    @Test("W1 What a client reads of an event is what the server wrote", arguments: GoldenFrame.fromServer.filter { $0.name.hasPrefix("ev ") })
    func events(frame: GoldenFrame) throws {
        guard case .event(let event) = told(frame.text) else {
            Issue.record("\(frame.text) is not read as an event")
            return
        }
        #expect(text(.event(event)) == frame.text)
    }

    @Test("L2 What has a field whose name is none is no message, for a client too", arguments: ["", "id", "Year", "ye\\r", "a\\u0000", "0year"])
    func names(name: String) {
        func event(_ change: String) -> Told? { told(#"{"t":"ev","seq":1,"by":"a","req":1,"kind":"do","ops":["# + change + "]}") }
        func parts(_ field: String) -> [Told?] {
            [
                event(#"{"op":"edit","id":"a1","set":{"# + field + "}}"),
                event(#"{"op":"insert","index":0,"id":"a1","fields":{"# + field + "}}"),
                told(#"{"t":"snapshot","epoch":"e","seq":1,"part":1,"of":1,"albums":[{"id":"a1","# + field + "}]}"),
            ]
        }
        #expect(parts(#""year":1971"#).allSatisfy { $0 != nil })
        #expect(parts("\"\(name)\":1971").allSatisfy { $0 == nil })
    }
}

private func told(_ frame: String) -> Told? { Array(frame.utf8).withUnsafeBytes { Told($0) } }
