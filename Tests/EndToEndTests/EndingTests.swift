import Glibc
import ShelfCore
import TestSupport
import Testing

/// How a server ends (B3), with requests under way whose commit takes long.
struct EndingTests {
    private let server: LiveServer
    private let client: LiveClient
    private let curious: TestTCP

    init() throws {
        server = try LiveServer()
        client = try LiveClient("Ann", on: server)
        curious = try TestTCP(port: server.port)
    }

    /// What `/readyz` answers on a connection that was there before.
    private func readiness() throws -> Int {
        try curious.send("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        let head = try curious.read(upTo: "\r\n\r\n")
        let length = try #require(head.lowercased().firstMatch(of: #/content-length: *(\d+)/#)).1
        _ = try curious.read(Int(length) ?? 0)
        return Int(head.split(separator: " ")[1]) ?? 0
    }

    /// Has a request on its way to a slow disk, and the server told to end.
    private func endWithRequestUnderWay(committingTakes microseconds: Int) throws -> (number: Int, disk: Strace) {
        let disk = try Strace(server, calls: "fdatasync", inject: "delay_enter=\(microseconds)")
        let number = try client.request(.delete("u2"))
        try client.catchUp()
        #expect(client.outcomes[number] == nil, "the commit is under way")
        #expect(try readiness() == 200)
        server.process.signal(SIGTERM)
        while try readiness() != 503 {}
        return (number, disk)
    }

    @Test("B3 SIGTERM: not ready any more, nobody is let in, what is under way is answered, bye and close 1012, exit status 0",
          .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)))
    func drain() throws {
        let (number, disk) = try endWithRequestUnderWay(committingTakes: 700_000)
        #expect(throws: TestTCP.Failure.self) { try TestTCP(port: server.port) }
        try client.wait { !client.bye.isNull }
        #expect(client.outcomes[number]?["t"] == "ev")
        #expect(client.bye["code"] == 1012)
        #expect(client.bye["reconnect"] == true)
        #expect(client.bye["after"].items.count == 2)
        #expect(try client.socket?.receiveClose() == 1012)
        #expect(try server.waitForExit() == 0)
        withExtendedLifetime(disk) {}

        let next = try LiveServer(at: server.place)
        try client.connect(to: next.port)
        #expect(client.welcome["resumed"] == true)
        #expect(client.list.ids == ["bowie", "no-doubt", "sting", "madonna"])
        #expect(client.you["undo"]["label"]["id"] == "u2")
    }

    @Test("B3 A second SIGTERM ends at once", .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)))
    func secondSignal() throws {
        let (number, disk) = try endWithRequestUnderWay(committingTakes: 4_000_000)
        server.process.signal(SIGTERM)
        #expect(try server.waitForExit() == 1)
        client.hearTheRest()
        #expect(client.outcomes[number] == nil, "it did not wait for the disk")
        #expect(client.bye.isNull)
        withExtendedLifetime(disk) {}
    }

    @Test("B3 SIGTERM and Ctrl-C end alike", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) throws {
        server.process.signal(signal)
        try client.wait { !client.bye.isNull }
        #expect(client.bye["code"] == 1012)
        #expect(try client.socket?.receiveClose() == 1012)
        #expect(try server.waitForExit() == 0)
        #expect(try Backspin.run("check", "--data", server.place.data).status == 0)
    }
}
