import Glibc
import ShelfCore
import TestSupport
import Testing

/// Tokens, roles, TLS and proxies on a real server.
@Suite struct AccessTests {
    private func client(_ name: String, _ token: String?, on server: LiveServer, shelf: String = "main") throws -> LiveClient {
        let client = LiveClient(name, shelf: shelf)
        client.token = token
        try client.connect(to: server.port)
        return client
    }

    /// How a server ends a connection that says hello with this token.
    private func refusal(of token: String?, on server: LiveServer, shelf: String = "main") throws -> JSON {
        let client = LiveClient("No", shelf: shelf)
        client.token = token
        #expect(throws: (any Error).self) { try client.connect(to: server.port) }
        client.hearTheRest()
        return client.bye["code"]
    }

    @Test("A1 Over real sockets a token opens its shelf, and nothing else does")
    func tokens() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let token = try access.token("edit", shelf: "club-*", "--name", "Ann", "--days", "1").text
        let ann = try client("Somebody", token, on: server, shelf: "club-7")
        #expect(ann.welcome["role"] == "edit")
        #expect(try ann.carryOut(insert("a"))["name"] == "Ann")
        #expect(try refusal(of: token, on: server) == 4503)
        #expect(try refusal(of: nil, on: server, shelf: "club-7") == 4502)
        #expect(try refusal(of: token + "x", on: server, shelf: "club-7") == 4502)
        #expect(try server.stop() == 0)
    }

    @Test("A1 H1 Lists are behind tokens over HTTP; the page is not")
    func bearer() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let token = try access.token("view").text
        for path in ["/api/shelves/main", "/api/shelves/main.csv", "/api/shelves/nowhere"] {
            let refused = try ask(server.port, path)
            #expect(refused.status == 401)
            #expect(refused("WWW-Authenticate") == "Bearer realm=\"backspin\"")
            #expect(try ask(server.port, path, headers: ["Authorization: Basic \(token)"]).status == 401)
        }
        #expect(try ask(server.port, "/api/shelves/main", headers: ["Authorization: Bearer \(token)"]).status == 200)
        #expect(try ask(server.port, "/api/shelves/main?token=\(token)").status == 401, "no token in an address")
        #expect(try ask(server.port, "/api/shelves/other", headers: ["Authorization: Bearer \(token)"]).status == 403)
        for path in ["/", "/s/main", "/livez", "/readyz", "/metrics"] { #expect(try ask(server.port, path).status == 200) }
    }

    @Test("A2 A viewer sees what an editor does, is refused, and leaves nothing in the journal")
    func viewer() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let editor = try client("Ed", access.token("edit").text, on: server), viewer = try client("Vi", access.token("view").text, on: server)
        for number in 1...3 {
            let nack = try viewer.carryOut(insert("v\(number)"))
            #expect(nack["t"] == "nack" && nack["code"] == "not_allowed")
        }
        try editor.carryOut(insert("a"))
        try viewer.catchUp()
        #expect(viewer.list == editor.list && viewer.list.ids.last == "a")
        #expect(viewer.you["undo"].isNull)
        #expect(try server.stop() == 0)
        // The samples, their client's end, and the editor's request: see J8.
        let journal = try Backspin.run("dump", "main", "--data", access.place.data, "--json")
        #expect(try LiveList(JSON(journal.output)) == editor.list)
    }

    @Test("A2 U9 An admin undoes another's step; it names its owner and is not in the owner's redo")
    func admin() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let editor = try client("Ed", access.token("edit").text, on: server), admin = try client("Ad", access.token("admin").text, on: server)
        let step = try #require(try editor.carryOut(insert("a"))["seq"].int)
        let event = try admin.carryOut(.undo(Switch(target: .step(.step(step)))))
        try editor.catchUp()
        #expect(event["owner"].text == editor.id && event["by"].text == admin.id)
        #expect(!editor.list.ids.contains("a"))
        #expect(editor.you["undo"].isNull && editor.you["redo"].isNull)
    }

    @Test("A3 SIGHUP reads the revoked tokens: their sessions end, others go on")
    func revocation() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let (bad, good) = (try access.token("edit"), try access.token("edit"))
        let one = try client("One", bad.text, on: server), two = try client("Two", good.text, on: server)
        try access.setRevoked(bad.id)
        try server.reload("were read again")
        one.hearTheRest()
        #expect(one.bye["code"] == 4502 && one.bye["reconnect"] == false)
        #expect(try two.carryOut(insert("a"))["t"] == "ev")
        #expect(try refusal(of: bad.text, on: server) == 4502)
    }

    @Test("A4 A key is replaced while serving: both count, then only the new one")
    func rotation() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let before = try access.token("edit").text
        let one = try client("One", before, on: server)
        try access.setKeys(AccessPlace.secondKey, AccessPlace.firstKey)
        try server.reload("were read again")
        let after = try access.token("edit").text
        let two = try client("Two", after, on: server)
        #expect(try one.carryOut(insert("a"))["t"] == "ev")
        try access.setKeys(AccessPlace.secondKey)
        try server.reload("were read again")
        one.hearTheRest()
        #expect(one.bye["code"] == 4502)
        #expect(try two.carryOut(insert("b"))["t"] == "ev")
    }

    @Test("A4 A key file that is wrong when it is read again changes nothing")
    func badReload() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags)
        let one = try client("One", access.token("edit").text, on: server)
        try access.setKeys("short")
        try server.reload("of before go on counting")
        #expect(try one.carryOut(insert("a"))["t"] == "ev")
        #expect(!server.log.contains("short\n") && server.log.contains("is shorter than 32 characters"))
    }

    @Test("A4 A key file that others can read ends the start with a sentence")
    func readable() throws {
        let access = try AccessPlace()
        chmod(access.keys, 0o644)
        let ending = try Backspin.run(LiveServer.arguments(access.place, access.flags))
        #expect(ending.status == 1)
        #expect(ending.sentence?.hasSuffix("chmod 600 \(access.keys)") == true)
    }

    @Test("A5 No key and no token is in a log, a metric, or what an invitation lets a browser send")
    func secrets() throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags + ["--log-level", "info"])
        let (token, other) = (try access.token("edit").text, try access.token("edit", shelf: "other").text)
        let one = try client("One", token, on: server)
        try one.carryOut(insert("a"))
        _ = try refusal(of: other, on: server)
        _ = try refusal(of: token + "x", on: server)
        _ = try ask(server.port, "/api/shelves/main", headers: ["Authorization: Bearer \(other)"])
        let metrics = try ask(server.port, "/metrics").text
        #expect(try server.stop() == 0)
        #expect(server.log.contains("(4503)") && server.log.contains("(4502)") && server.log.contains("was not given to 127.0.0.1"))
        for secret in [token, other, one.key, AccessPlace.firstKey] {
            #expect(!(server.log + metrics).contains(secret))
        }
        let link = try Backspin.run("invite", "https://lists.example/", "--auth-key-file", access.keys, "--shelf", "main", "--role", "view")
        #expect(link.output.hasPrefix("https://lists.example/s/main#token=ey"))
    }

    @Test("A5 Nothing that a client writes is in the log, whatever is wrong with it")
    func texts() throws {
        let server = try LiveServer(flags: ["--log-level", "info"])
        let text = "Unheard"
        let hello = #"{"t":"hello","name":"\#(text)"}"#
        let messages = [
            #"{"t":"do","req":1,"ops":[{"op":"insert","id":"\#(text)","before":null,"fields":{"title":"\#(text)","year":"\#(text)"}}]}"#,
            #"{"t":"do","req":"\#(text)","ops":[]}"#, #"{"t":"\#(text)","\#(text)":1,"\#(text)":2}"#, #"{"\#(text)":1}"#, #"["\#(text)"]"#, #"{"t":"do" \#(text)"#,
            #"{"t":"hello","key":"\#(text)"}"#, #"{"t":"hello","client":"\#(text)"}"#, "\"\(text)\"", text,
        ]
        for message in messages {
            for opening in [[hello], []] {
                let socket = try TestWebSocket(port: server.port)
                for said in opening + [message] { try socket.send(text: said) }
                try? socket.send(close: 1000)
                _ = try? socket.receiveClose()
            }
        }
        _ = try ask(server.port, "/api/shelves/\(text)?\(text)")
        #expect(try server.stop() == 0)
        #expect(server.log.contains("was ended"))
        #expect(!server.log.contains(text), "\(server.log)")
        #expect(server.log.split(separator: "\n").allSatisfy { $0.wholeMatch(of: /backspin: (info|warning|error): .*/) != nil }, "one line an event, with its level")
    }

    @Test("A5 The level says what is told", arguments: [("info", true, true), ("warning", false, true), ("error", false, false)])
    func levels(level: String, tellsStart: Bool, tellsRefusal: Bool) throws {
        let access = try AccessPlace()
        let server = try LiveServer(at: access.place, flags: access.flags + ["--log-level", level])
        #expect(try refusal(of: nil, on: server) == 4502)
        #expect(try server.stop() == 0)
        #expect(server.log.contains("backspin: info: ") == tellsStart)
        #expect(server.log.contains("backspin: warning: ") == tellsRefusal)
    }

    @Test("A6 Without keys a server that others reach needs --open, and says so", arguments: [
        ["--listen", "0.0.0.0:0"], ["--listen", "[::]:0"], ["--listen", "192.0.2.1:0"], ["--listen", "0x7f.1:0"], ["--trust-proxy", "127.0.0.1"],
    ])
    func open(flags: [String]) throws {
        let place = try LiveServer.Place()
        let ending = try Backspin.run(LiveServer.arguments(place, flags))
        #expect(ending.status == 2)
        #expect(ending.sentence?.contains("--auth-key-file") == true && ending.sentence?.contains("--open") == true)
        #expect(!fileExists(place.data))
    }

    @Test("A6 An open server says aloud that it is open")
    func openAloud() throws {
        let server = try LiveServer(flags: ["--listen", "0.0.0.0:0", "--open"])
        #expect(server.log.contains("backspin: warning: open: everybody who reaches this server may change every shelf\n"))
        #expect(try LiveClient("Ann", on: server).welcome["role"] == "edit")
    }

    @Test("A6 Flags that contradict each other are refused", arguments: [
        ["--open", "--auth-key-file", "k"], ["--revoked-file", "r"], ["--tls-cert", "c"], ["--tls-key", "k"], ["--log-level", "loud"],
    ])
    func contradictions(flags: [String]) throws {
        let ending = try Backspin.run(LiveServer.arguments(try LiveServer.Place(), flags))
        #expect(ending.status == 2 && ending.sentence != nil)
    }

    @Test("A1 A token is not signed for what no server would let in", arguments: [
        ["--shelf", "Main", "--role", "edit"], ["--shelf", "main", "--role", "owner"], ["--role", "edit"], ["--shelf", "main"],
        ["--shelf", "main", "--role", "edit", "--days", "0"],
    ])
    func badTokens(flags: [String]) throws {
        let access = try AccessPlace()
        let ending = try Backspin.run(["token", "--auth-key-file", access.keys] + flags)
        #expect(ending.status == 2 && ending.sentence != nil && ending.output.isEmpty)
    }

    @Test("A1 An invitation leads to one shelf", arguments: [
        ["https://a.example", "--shelf", "club-*"], ["ftp://a.example", "--shelf", "main"], ["https://a.example/?x", "--shelf", "main"],
    ])
    func badInvitations(words: [String]) throws {
        let access = try AccessPlace()
        let ending = try Backspin.run(["invite"] + words + ["--role", "edit", "--auth-key-file", access.keys])
        #expect(ending.status == 2 && ending.sentence != nil && ending.output.isEmpty)
    }

    private func insert(_ id: String) -> ShelfCore.Operation { .insert(id, at: .before(nil), fields: [FieldWrite(name: "title", value: .text("T"))]) }
}
