@testable import ShelfCore
import ShelfWire
import Testing

@Suite struct LimitTests {
    @Test("X A message has at most 8 MiB") func messageBytes() {
        var limits = Limits()
        #expect(limits.messageBytes == 8 << 20)
        limits.messageBytes = 12
        #expect(closeCode(#"{"t":"ping"}"#, limits: limits) == nil)
        #expect(closeCode(#"{"t":"ping"} "#, limits: limits) == .tooLarge)
    }

    @Test("X A request has at most 50,000 operations") func operations() {
        let some = Array(repeating: #"{"op":"delete","id":"a"}"#, count: 50_000).joined(separator: ",")
        #expect(refusal(ops: some) == nil)
        #expect(refusal(ops: some + #",{"op":"delete","id":"a"}"#) == Refusal(.tooLarge, "ops: at most 50000 operations"))
    }

    @Test("X A field has at most 4 KiB") func fieldBytes() {
        let text = String(repeating: "x", count: 4096)
        #expect(refusal(ops: #"{"op":"edit","id":"a","set":{"note":"\#(text)"}}"#) == nil)
        #expect(refusal(ops: #"{"op":"edit","id":"a","set":{"note":"\#(text)x"}}"#) == Refusal(.tooLarge, "ops[0].set.note: at most 4096 bytes"))
    }

    @Test("X An album has at most 40 fields") func fields() {
        func insertion(_ count: Int) -> String {
            #"{"op":"insert","id":"a","after":null,"fields":{"gone":null,"# + (0..<count).map { #""f\#($0)":"""# }.joined(separator: ",") + "}}"
        }
        #expect(refusal(ops: insertion(40)) == nil)
        #expect(refusal(ops: insertion(41)) == Refusal(.tooLarge, "ops[0].fields: at most 40 fields"))
    }

    @Test("X Limits that are set hold, and are announced") func announced() {
        var limits = Limits()
        limits.fieldBytes = 3
        limits.settings.operationsPerRequest = 1
        #expect(refusal(ops: #"{"op":"edit","id":"a","set":{"note":"xxxx"}}"#, limits: limits)?.code == .tooLarge)
        #expect(refusal(ops: #"{"op":"delete","id":"a"},{"op":"delete","id":"b"}"#, limits: limits)?.code == .tooLarge)
        let welcome = Welcome(
            client: key.client, key: nil, shelf: "main", epoch: "e1", seq: 0, lastRequest: 0, role: .view, resumed: false, durable: .memory,
            limits: limits, webCovers: false, server: "")
        #expect(text(.welcome(welcome)).contains(#""operations_per_request":1,"#))
        #expect(text(.welcome(welcome)).contains(#""field_bytes":3,"#))
    }
}
