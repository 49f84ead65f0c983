import ShelfCore
import TestSupport
import Testing

/// A server over a journal in which one shelf is damaged: the others are served, that one is not, and the operator is told.
struct DamageTests {
    private let place: LiveServer.Place
    private let healthy: LiveList
    private var file: String { "\(place.data)/journal.sqlite" }

    /// Two shelves, and on one of them an entry, neither first nor last, of which a bit is another.
    init() throws {
        place = try LiveServer.Place()
        let server = try LiveServer(at: place)
        let (ann, bo) = (try LiveClient("Ann", on: server), try LiveClient("Bo", on: server, shelf: "hurt"))
        try ann.carryOut(.delete("u2"))
        for title in ["first", "a title that is hurt", "last"] {
            try bo.carryOut(.insert(String(title.prefix(1)), at: .before(nil), fields: [FieldWrite(name: "title", value: .text(title))]))
        }
        healthy = ann.list
        try server.stop()
        var bytes = readBytes(file)
        let found = try #require(bytes.firstRange(of: Array("a title that is hurt".utf8)))
        bytes[found.lowerBound + 3] ^= 4
        try writeFile(file, bytes)
    }

    @Test("J5 A damaged shelf is not served, the others are, and /readyz says which it is and what to do")
    func servesOthers() throws {
        let server = try LiveServer(at: place)
        try waitUntilVerified(server)
        #expect(try ask(server.port, "/readyz").status == 503, "nobody has asked for the shelf yet")
        let bo = LiveClient("Bo", shelf: "hurt")
        #expect(throws: (any Error).self) { try bo.connect(to: server.port) }
        #expect(bo.bye["code"] == 4003)
        #expect(try ask(server.port, "/api/shelves/hurt").status == 503)
        let answer = try ask(server.port, "/readyz")
        #expect(answer.status == 503)
        #expect(answer.text.contains("\"hurt\""))
        #expect(answer.text.contains("backspin check") && answer.text.contains("backup"))

        let ann = try LiveClient("Ann", on: server)
        #expect(ann.list == healthy)
        try ann.carryOut(.delete("sting"))
        try server.stop()
        let next = try LiveServer(at: place)
        #expect(try LiveList(JSON(ask(next.port, "/api/shelves/main").text)) == ann.list)
        #expect(try ask(next.port, "/api/shelves/hurt").status == 503, "nothing was repaired in silence")
    }

    @Test("J5 Damage is found after the start, without anybody asking; what is sound is found to be so")
    func isFoundAfterStart() throws {
        let server = try LiveServer(at: place)
        try waitUntilVerified(server)
        let answer = try ask(server.port, "/readyz")
        #expect(answer.status == 503)
        #expect(answer.text.contains("\"hurt\"") && !answer.text.contains("main"))
        #expect(server.log.contains("error: shelf \"hurt\""))
        try server.stop()

        let sound = try LiveServer()
        try LiveClient("Ann", on: sound).carryOut(.delete("u2"))
        try sound.stop()
        let next = try LiveServer(at: sound.place)
        try waitUntilVerified(next)
        #expect(try ask(next.port, "/readyz").status == 200)
    }

    private func waitUntilVerified(_ server: LiveServer) throws {
        while try !ask(server.port, "/metrics").text.contains("backspin_shelves_unverified 0\n") {}
    }

    @Test("J5 A damaged journal is neither backed up as if it were whole, nor changed by looking at it")
    func isNotBackedUp() throws {
        let before = readBytes(file)
        let check = try Backspin.run("check", "--data", place.data)
        #expect(check.status == 1)
        #expect(check.errors.contains("shelf hurt: entry 2 does not match its hash"))
        let copy = place.folder("copy")
        let backup = try Backspin.run("backup", copy, "--data", place.data)
        #expect(backup.status == 1)
        #expect(backup.sentence?.contains("entry 2 does not match its hash") == true)
        #expect(!fileExists(copy))
        #expect(readBytes(file) == before)
    }
}
