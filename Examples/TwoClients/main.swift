// A Swift program that scripts two clients of a running server: swift run two-clients http://127.0.0.1:8420
//
// Ann adds an album and Bo gives it another title; then Ann's Undo sleeps, because what she added is Bo's work by now (SPEC S3).
import ShelfCore
import ShelfLoad

guard CommandLine.arguments.count == 2 else { fatalError("say where the server is: two-clients http://127.0.0.1:8420") }
let crowd = try Crowd(ServerAddress(CommandLine.arguments[1]))
let ann = crowd.client("Ann", on: "example")
let bo = crowd.client("Bo", on: "example")
guard crowd.run(atMost: 5, until: { ann.isLive && bo.isLive }) else { fatalError("nobody answers there") }

let id = "album-\(UInt32.random(in: .min ... .max))"
try carryOut(.do([.insert(id, at: .before(nil), fields: [FieldWrite(name: "title", value: .text("Blue"))])]), by: ann)
print("Ann can undo step \(ann.targets.undo?.step ?? 0)")
try carryOut(.do([.edit(id, set: [FieldWrite(name: "title", value: .text("Blue, remastered"))])]), by: bo)
try carryOut(.undo(Switch()), by: ann)
try carryOut(.undo(Switch()), by: bo)
try carryOut(.undo(Switch()), by: ann)

/// Makes a request and waits for what becomes of it.
@MainActor func carryOut(_ action: Action, by client: ScriptedClient) throws {
    let number = client.request(action)
    guard crowd.run(atMost: 5, until: { client.fate(of: number) != .open && bo.seq == ann.seq }) else { fatalError("no outcome") }
    print("\(client.name): \(client.fate(of: number)), \(client.list.count) albums")
}
