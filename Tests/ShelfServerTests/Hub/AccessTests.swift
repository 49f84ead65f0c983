import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
@testable import Tokens
import Testing

@Suite("Access")
struct AccessTests {
    private let keys = TokenKeys([Array(repeating: 7, count: 32)])

    /// A server where tokens are required.
    private func guarded(on other: Bench? = nil, refused: @escaping (String) -> Void = { _ in }) -> Bench {
        Bench(on: other) {
            $0.gate = Gate(keys: keys)
            $0.refused = refused
        }
    }

    private func token(_ role: Role, shelf: String = "main", name: String? = nil, expires: Int? = nil) -> Token {
        Token(shelf: ShelfPattern(shelf)!, role: role, name: name, expires: expires)
    }

    private func join(_ bench: Bench, _ client: Int, _ token: Token, shelf: String = "main") -> Probe {
        let probe = bench.open(shelf)
        probe.hello(client, token: keys.sign(token, at: 0))
        bench.settle()
        return probe
    }

    @Test("A1 W1 Without a token nobody is let in", arguments: ["", #","token":null"#, #","token":7"#, #","token":"x.y.z""#])
    func withoutToken(member: String) {
        let bench = guarded()
        let probe = bench.open()
        probe.say(#"{"t":"hello"\#(member)}"#)
        #expect(probe.closedWith == 4502)
        #expect(probe.takeNames() == ["bye"])
    }

    @Test("A1 A token for another shelf opens none but its own")
    func elsewhere() {
        let bench = guarded()
        #expect(join(bench, 1, token(.edit, shelf: "club-*")).closedWith == 4503)
        #expect(join(bench, 1, token(.edit, shelf: "club-*"), shelf: "club-7").closedWith == nil)
    }

    @Test("A1 A refused hello replaces nobody")
    func replacesNobody() {
        let bench = guarded()
        let first = join(bench, 1, token(.edit))
        #expect(join(bench, 1, token(.edit, shelf: "other")).closedWith == 4503)
        #expect(first.closedWith == nil)
    }

    @Test("A1 Where no tokens are required everybody may edit, whatever token it brings")
    func open() throws {
        let bench = Bench()
        #expect(try #require(join(bench, 1, token(.view)).take("welcome").first).contains(#""role":"edit""#))
    }

    @Test("A2 W2 The welcome tells the role", arguments: Role.allCases)
    func role(role: Role) throws {
        let bench = guarded()
        #expect(try #require(join(bench, 1, token(role)).take("welcome").first).contains(#""role":"\#(role.rawValue)""#))
    }

    @Test("A2 Whatever a viewer asks for is refused at once and not journaled; it sees all that others do")
    func viewer() {
        let bench = guarded()
        let editor = join(bench, 1, token(.edit)), viewer = join(bench, 2, token(.view))
        editor.say(inserting(1, "a"))
        bench.settle()
        #expect(viewer.take("ev") == editor.take("ev"))
        let appends = bench.appends.count
        viewer.say([inserting(1, "b"), #"{"t":"undo","req":2,"step":1}"#, #"{"t":"redo","req":3}"#])
        let told = viewer.take()
        #expect(told.count == 3 && told.allSatisfy { $0.hasPrefix(#"{"t":"nack","req":"#) && $0.contains(#""code":"not_allowed""#) })
        bench.settle()
        #expect(bench.appends.count == appends)
        #expect(bench.replayed().seq == 1)
        #expect(viewer.closedWith == nil)
    }

    @Test("A2 W3 Who was an editor is told what became of its requests, and has nothing to undo as a viewer")
    func demoted() throws {
        let bench = guarded()
        join(bench, 1, token(.edit)).say(inserting(1, "a"))
        bench.settle()
        let viewer = join(bench, 1, token(.view))
        #expect(try #require(viewer.take("you").last) == #"{"t":"you","seq":1,"undo":null,"redo":null,"covered":null}"#)
        viewer.say([inserting(1, "a"), inserting(2, "b"), #"{"t":"history"}"#])
        let told = viewer.take()
        #expect(told.map(name) == ["ack", "nack", "history"])
        #expect(told[0] == #"{"t":"ack","req":1,"effect":"done","seq":1}"#)
        #expect(!told[2].contains(#""can""#))
    }

    @Test("A2 U9 An admin undoes another's step: everybody is told whose it was, and it is not in the owner's redo")
    func admin() throws {
        let bench = guarded()
        let editor = join(bench, 1, token(.edit)), admin = join(bench, 2, token(.admin))
        editor.say(inserting(1, "a"))
        bench.settle()
        _ = (editor.take(), admin.take())
        admin.say(#"{"t":"history"}"#)
        #expect(try #require(admin.take("history").first).contains(#""can":"undo""#))
        admin.say(#"{"t":"undo","req":1,"step":1}"#)
        bench.settle()
        let told = editor.take()
        try #require(told.count == 2)
        #expect(told[0].contains(#""by":"\#(testKey(2).client)""#) && told[0].contains(#""owner":"\#(testKey(1).client)""#))
        #expect(told[1] == #"{"t":"you","seq":2,"undo":null,"redo":null,"covered":null}"#)
        #expect(Bench(on: bench).replayed().count == 0)
    }

    @Test("A2 U9 An editor is no admin", arguments: [(#""step":1"#, "not_yours"), (#""client":"\#(testKey(1).client)""#, "not_allowed")])
    func noAdmin(member: String, code: String) throws {
        let bench = guarded()
        join(bench, 1, token(.edit)).say(inserting(1, "a"))
        let other = join(bench, 2, token(.edit))
        other.say(#"{"t":"undo","req":1,\#(member)}"#)
        bench.settle()
        #expect(try #require(other.take("nack").first).contains(#""code":"\#(code)""#))
    }

    @Test("A1 The name of a token counts, whatever its holder calls itself")
    func nameOfToken() throws {
        let bench = guarded()
        let probe = join(bench, 1, token(.edit, name: "Ann"))
        probe.say([#"{"t":"here","name":"Bo"}"#, inserting(1, "a")])
        bench.settle()
        bench.pass(1_000)
        let told = probe.take()
        #expect(try #require(told.first { $0.hasPrefix(#"{"t":"ev""#) }).contains(#""name":"Ann""#))
        #expect(try #require(told.last { $0.hasPrefix(#"{"t":"who""#) }).contains(#""name":"Ann""#))
        #expect(!told.contains { $0.contains("Bo") })
    }

    @Test("A3 A session ends within a second of its token")
    func expiry() {
        let bench = guarded()
        let probe = join(bench, 1, token(.edit, expires: bench.wallClock / 1000 + 3)), other = join(bench, 2, token(.edit))
        bench.pass(2_900)
        #expect(probe.closedWith == nil)
        bench.pass(1_100)
        #expect(probe.closedWith == 4502)
        #expect(probe.take("bye") == [#"{"t":"bye","code":4502,"reason":"the token has expired","reconnect":false}"#])
        #expect(other.closedWith == nil)
    }

    @Test("A3 A revoked token ends its sessions at once, and lets nobody in")
    func revoked() {
        let bench = guarded()
        let bad = token(.edit), good = token(.edit)
        let probe = join(bench, 1, bad), other = join(bench, 2, good)
        bench.turn { bench.hub.change(gate: Gate(keys: keys, revoked: Revocations([bad.id]))) }
        #expect(probe.closedWith == 4502)
        #expect(other.closedWith == nil)
        #expect(join(bench, 3, bad).closedWith == 4502)
        other.say(inserting(1, "a"))
        bench.settle()
        #expect(bench.replayed().seq == 1)
    }

    @Test("A3 Who waits for its welcome when its token is revoked is not welcomed")
    func revokedWhileJoining() {
        let bench = guarded()
        let bad = token(.edit)
        let first = join(bench, 1, bad)
        first.say(inserting(1, "a"))
        first.hangUp()
        let second = bench.open()
        second.hello(1, token: keys.sign(bad, at: 0))
        bench.turn { bench.hub.change(gate: Gate(keys: keys, revoked: Revocations([bad.id]))) }
        bench.settle()
        #expect(second.closedWith == 4502)
        #expect(second.takeNames() == ["bye"])
        #expect(bench.replayed().seq == 1, "what was ordered before counts")
    }

    @Test("A4 When a key is taken out, the sessions of its tokens end")
    func keyTakenOut() {
        let bench = guarded()
        let other = TokenKeys([Array(repeating: 8, count: 32)])
        let probe = join(bench, 1, token(.edit))
        bench.turn { bench.hub.change(gate: Gate(keys: TokenKeys([Array(repeating: 8, count: 32), Array(repeating: 7, count: 32)]))) }
        #expect(probe.closedWith == nil)
        bench.turn { bench.hub.change(gate: Gate(keys: other)) }
        #expect(probe.closedWith == 4502)
    }

    @Test("A5 Who is sent away is told of with the reason, without the token")
    func told() {
        var sentences: [String] = []
        let bench = guarded { sentences.append($0) }
        let text = keys.sign(token(.edit, shelf: "other"), at: 0)
        let probe = bench.open()
        probe.hello(1, token: text)
        #expect(sentences == [#"a session of 127.0.0.1 on shelf "main" was ended: the token is for other shelves (4503)"#])
    }

    @Test("A5 At most ten lines a second tell of refusals, with the one that says how many were left out")
    func logged() {
        var (now, lines) = (5_000, [String]())
        let log = Log(level: .warning, now: { now }, write: { lines.append($0) })
        for _ in 0..<100 { log.refused("no") }
        log.info("not told")
        #expect(lines == Array(repeating: "backspin: warning: no\n", count: 9))
        now += 1_000
        for _ in 0..<100 { log.refused("again") }
        #expect(lines.count == 9 + 10)
        #expect(lines[9...10] == ["backspin: warning: 91 more were turned away\n", "backspin: warning: again\n"])
    }
}
