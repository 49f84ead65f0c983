import ShelfCore
import TestSupport
import Testing

/// Clients that come, go and come back, on a real server.
struct SessionTests {
    private let server: LiveServer

    init() throws { server = try LiveServer() }

    @Test("W1 A second session of a client replaces the first: bye and close 4504")
    func replaced() throws {
        let first = try LiveClient("Ann", on: server)
        try first.carryOut(.delete("u2"))
        let second = LiveClient("Ann", key: first.key)
        try second.connect(to: server.port)
        try first.wait { !first.bye.isNull }
        #expect(first.bye["code"] == 4504)
        #expect(first.bye["reconnect"] == false)
        #expect(try first.socket?.receiveClose() == 4504)
        #expect(second.id == first.id)
        #expect(second.welcome["req"] == 1)
        #expect(try second.undo()["ops"][0]["op"] == "insert", "the stack is the client's")
    }

    @Test("W1 A client that does not fit its key is refused: 4502")
    func foreignClient() throws {
        let ann = try LiveClient("Ann", on: server)
        let thief = try TestWebSocket(port: server.port)
        let hello: JSON = ["t": "hello", "client": .text(ann.id), "key": .text(LiveClient.randomKey())]
        try thief.send(text: hello.description)
        #expect(try thief.receiveClose() == 4502)
    }

    @Test("W2 A reload goes on where it was: the events since, the same Undo, no snapshot")
    func reload() throws {
        let ann = try LiveClient("Ann", on: server)
        let bo = try LiveClient("Bo", on: server)
        try ann.carryOut(.delete("u2"))
        try bo.catchUp()
        bo.disconnect()
        try ann.carryOut(.move("madonna", to: .after(nil)))
        try ann.undo()
        let told = ann.you
        for client in [bo, ann] {
            client.disconnect()
            try client.connect(to: server.port)
            #expect(client.welcome["resumed"] == true)
            #expect(client.snapshots == ["first"])
        }
        #expect(bo.list == ann.list)
        #expect(ann.you == told)
        #expect(told["redo"]["label"]["id"] == "madonna")
    }

    @Test("W2 Who comes with another epoch, or from the future, gets a snapshot")
    func lost() throws {
        let ann = try LiveClient("Ann", on: server)
        let bo = LiveClient("Bo")
        try bo.connect(to: server.port, at: ("another", 1))
        #expect(bo.snapshots == ["epoch"])
        let cy = LiveClient("Cy")
        try cy.connect(to: server.port, at: (ann.epoch, 99))
        #expect(cy.snapshots == ["ahead"])
        #expect(bo.list == ann.list && cy.list == ann.list)
    }

    @Test("W3 What was open when the connection was cut is carried out once")
    func cut() throws {
        let ann = LiveClient("Ann")
        for round in 1...20 {
            try ann.connect(to: server.port)
            for part in 1...3 { try ann.request(.insert("n\(round)-\(part)", at: .before(nil), fields: [])) }
            ann.disconnect()
        }
        try ann.connect(to: server.port)
        try ann.finish()
        try ann.catchUp()
        #expect(ann.list.albums.count == 65)
        #expect((1...60).allSatisfy { ann.outcomes[$0]?["t"] == "ev" || ann.outcomes[$0]?["effect"] == "done" })
    }

    @Test("X Limits are flags, announced by welcome, and in force")
    func limits() throws {
        let server = try LiveServer(flags: ["--undo-depth", "3", "--max-request-rate=0", "--max-field-bytes", "10", "--max-operations", "2"])
        let ann = try LiveClient("Ann", on: server, shelf: "narrow")
        let limits = ann.welcome["limits"]
        #expect(limits["undo_depth"] == 3)
        #expect(limits["requests_per_second"] == 0)
        #expect(limits["field_bytes"] == 10)
        #expect(limits["operations_per_request"] == 2)

        let title = { (text: String) in [FieldWrite(name: "title", value: .text(text))] }
        #expect(try ann.carryOut(.insert("a", at: .after(nil), fields: title("ten bytes!")))["t"] == "ev")
        #expect(try ann.carryOut(.edit("a", set: title("eleven byte")))["code"] == "too_large")
        #expect(try ann.carryOut(.delete("a"), .restore("a"), .delete("a"))["code"] == "too_large")
        for number in 1...5 { try ann.carryOut(.edit("a", set: title("\(number)"))) }
        for _ in 1...3 { #expect(try ann.undo()["t"] == "ev") }
        #expect(try ann.undo()["effect"] == "none")
    }
}
