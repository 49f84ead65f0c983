@testable import ShelfCore
import ShelfWire
import Testing

@Suite struct OperationTests {
    @Test("L1 An id is 1 to 64 characters of A-Z a-z 0-9 _ -", arguments: [
        ("a", true), ("-", true), ("_", true), ("__proto__", true), (String(repeating: "Z", count: 64), true),
        ("", false), (String(repeating: "Z", count: 65), false), ("a b", false), ("a.b", false), ("ä", false), ("a/", false), ("a:", false),
        ("@", false), ("[", false), ("`", false), ("{", false), ("１", false), ("a\\n", false),
    ])
    func ids(_ id: String, _ isValid: Bool) {
        let form = "must be 1 to 64 characters of A-Z a-z 0-9 _ -"
        #expect(refusal(ops: #"{"op":"delete","id":""# + id + #""}"#) == (isValid ? nil : Refusal(.badRequest, "ops[0].id: \(form)")))
        #expect(refusal(ops: #"{"op":"move","id":"other","after":""# + id + #""}"#)
            == (isValid ? nil : Refusal(.badRequest, "ops[0].after: \(form), or null")))
    }

    @Test("L1 An id is inserted once in a request") func insertedTwice() {
        let twice = #"{"op":"insert","id":"n","after":null},{"op":"delete","id":"n"},{"op":"insert","id":"n","after":null}"#
        #expect(refusal(ops: twice) == Refusal(.idTaken, "ops[2].id: is inserted twice"))
    }

    @Test("L2 A field's name is a-z, then at most 31 of a-z 0-9 _, and not id", arguments: [
        ("a", true), ("a0_", true), ("a" + String(repeating: "_", count: 31), true), ("ids", true), ("title", true), ("constructor", true),
        ("", false), ("id", false), ("_a", false), ("0a", false), ("Title", false), ("a-b", false), ("a b", false), ("é", false),
        ("a" + String(repeating: "_", count: 32), false), ("__proto__", false), ("toString", false),
    ])
    func fieldNames(_ name: String, _ isValid: Bool) {
        let fault = "\(name.isEmpty ? "" : ".")\(name.prefix(32)): must be a-z, then at most 31 of a-z 0-9 _, and not id"
        #expect(refusal(ops: #"{"op":"edit","id":"a1","set":{""# + name + #"":"x"}}"#)
            == (isValid ? nil : Refusal(.badRequest, "ops[0].set\(fault)")))
        #expect(refusal(ops: #"{"op":"insert","id":"a1","after":null,"fields":{""# + name + #"":"x"}}"#)
            == (isValid ? nil : Refusal(.badRequest, "ops[0].fields\(fault)")))
    }

    @Test("L2 A name that is refused is told without what could mislead") func hostileName() {
        let refusal = refusal(ops: #"{"op":"edit","id":"a1","set":{"\u202Eevil\n"# + String(repeating: "x", count: 100) + #"":"x"}}"#)
        #expect(refusal?.message == "ops[0].set.evil \(String(repeating: "x", count: 27)): must be a-z, then at most 31 of a-z 0-9 _, and not id")
    }

    @Test("L2 year is an integer from -9999 to 9999", arguments: [
        ("0", 0), ("-0", 0), ("-9999", -9999), ("9999", 9999), ("1992", 1992),
        ("10000", nil), ("-10000", nil), ("1.0", nil), ("1992.0", nil), ("1e3", nil), ("\"1992\"", nil), ("true", nil), ("[]", nil), ("{}", nil),
        ("9007199254740992", nil), ("-9223372036854775808", nil), ("9223372036854775807", nil), ("\"\"", nil),
    ] as [(String, Int?)])
    func years(_ sent: String, _ year: Int?) {
        let edit = #"{"op":"edit","id":"a1","set":{"year":"# + sent + "}}"
        #expect(operation(edit) == year.map { .edit("a1", set: [FieldWrite(name: "year", value: .number($0))]) })
        if year == nil { #expect(refusal(ops: edit) == Refusal(.badRequest, "ops[0].set.year: must be an integer from -9999 to 9999")) }
    }

    @Test("L2 Every other value is a string", arguments: ["1", "1.5", "true", "false", "[]", "{}", "[\"x\"]"])
    func values(_ sent: String) {
        for name in ["title", "artist", "genre", "cover", "note", "anything"] {
            #expect(refusal(ops: #"{"op":"edit","id":"a1","set":{""# + name + #"":"# + sent + "}}")
                == Refusal(.badRequest, "ops[0].set.\(name): must be a string"))
        }
    }

    @Test("L2 null takes a field away, and is none in an insertion") func null() {
        #expect(operation(#"{"op":"edit","id":"a1","set":{"year":null,"title":null}}"#)
            == .edit("a1", set: [FieldWrite(name: "year", value: nil), FieldWrite(name: "title", value: nil)]))
        #expect(operation(#"{"op":"insert","id":"a1","after":null,"fields":{"year":null,"title":"x"}}"#)
            == .insert("a1", at: .after(nil), fields: [FieldWrite(name: "title", value: .text("x"))]))
        #expect(operation(#"{"op":"insert","id":"a1","after":null}"#) == .insert("a1", at: .after(nil), fields: []))
    }

    @Test("L2 Fields are kept in the order in which they were sent") func order() {
        let names = (0..<40).map { "f\($0 * 7 % 40)" }
        let fields = names.map { #""\#($0)":"x""# }.joined(separator: ",")
        guard case .insert(_, _, let kept) = operation(#"{"op":"insert","id":"a1","after":null,"fields":{"# + fields + "}}") else {
            Issue.record("refused")
            return
        }
        #expect(kept.map(\.name) == names)
    }

    @Test("L4 Exactly one of after and before is given", arguments: [
        #"{"op":"move","id":"a1"}"#, #"{"op":"move","id":"a1","after":null,"before":null}"#, #"{"op":"move","id":"a1","after":"x","before":null}"#,
        #"{"op":"insert","id":"a1","fields":{}}"#, #"{"op":"insert","id":"a1","after":"x","before":"y"}"#,
    ])
    func oneAnchor(_ operation: String) {
        #expect(refusal(ops: operation) == Refusal(.badRequest, "ops[0].after: exactly one of after and before is needed"))
    }

    @Test("L4 A neighbour is not the album itself", arguments: ["after", "before"])
    func itself(_ side: String) {
        for kind in ["insert", "move"] {
            #expect(refusal(ops: #"{"op":"\#(kind)","id":"a1","\#(side)":"a1"}"#)
                == Refusal(.badRequest, "ops[0].\(side): must not be the album itself"))
        }
    }

    @Test("L4 A neighbour does not come later in the request", arguments: ["after", "before"])
    func later(_ side: String) {
        let neighbour = #"{"op":"insert","id":"n2","after":null}"#
        for kind in ["insert", "move"] {
            let early = #"{"op":"\#(kind)","id":"n1","\#(side)":"n2"}"#
            #expect(refusal(ops: early + "," + neighbour) == Refusal(.badRequest, "ops[0].\(side): is inserted later, by ops[1]"))
            #expect(refusal(ops: neighbour + "," + early) == nil)
        }
    }

    @Test("L5 There are five operations, and a request carries at least one", arguments: [
        ("", "ops: must be an array with at least one operation"), ("1", "ops[0]: must be an object"), ("[]", "ops[0]: must be an object"),
        (#"{"op":"delete","id":"a"},null"#, "ops[1]: must be an object"),
        (#"{"op":"delete"}"#, "ops[0].id: must be 1 to 64 characters of A-Z a-z 0-9 _ -"),
        (#"{"op":"delete","id":1}"#, "ops[0].id: must be 1 to 64 characters of A-Z a-z 0-9 _ -"),
        (#"{"id":"a"}"#, "ops[0].op: must be insert, delete, restore, move or edit"),
        (#"{"op":"Delete","id":"a"}"#, "ops[0].op: must be insert, delete, restore, move or edit"),
        (#"{"op":1,"id":"a"}"#, "ops[0].op: must be insert, delete, restore, move or edit"),
        (#"{"op":"edit","id":"a"}"#, "ops[0].set: must be an object with at least one field"),
        (#"{"op":"edit","id":"a","set":{}}"#, "ops[0].set: must be an object with at least one field"),
        (#"{"op":"edit","id":"a","set":[]}"#, "ops[0].set: must be an object"),
        (#"{"op":"insert","id":"a","after":null,"fields":"x"}"#, "ops[0].fields: must be an object"),
    ])
    func malformed(_ ops: String, _ message: String) {
        #expect(refusal(ops: ops) == Refusal(.badRequest, message))
    }

    @Test("L5 ops is an array", arguments: ["{}", "null", "\"x\"", "1"])
    func notAnArray(_ ops: String) {
        #expect(refusal(#"{"t":"do","req":7,"ops":"# + ops + "}") == Refusal(.badRequest, "ops: must be an array with at least one operation"))
        #expect(refusal(#"{"t":"do","req":7}"#) == Refusal(.badRequest, "ops: must be an array with at least one operation"))
    }
}
