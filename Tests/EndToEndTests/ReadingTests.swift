import ShelfCore
import TestSupport
import Testing

/// `dump` and `check`, on what a server has left.
struct ReadingTests {
    private let place: LiveServer.Place

    /// A server was here, and has ended.
    init() throws {
        place = try LiveServer.Place()
        let server = try LiveServer(at: place)
        let client = try LiveClient("Ann", on: server)
        try client.carryOut(
            .insert("first", at: .after(nil), fields: [FieldWrite(name: "title", value: .text("Two\nlines")), FieldWrite(name: "artist", value: .text("Ann"))]),
            .delete("bowie"))
        try server.stop()
    }

    @Test("dump prints the list, one album a line, its cells separated by tabs")
    func dump() throws {
        let ending = try Backspin.run("dump", "main", "--data", place.data)
        #expect(ending.status == 0)
        #expect(ending.errors.isEmpty)
        #expect(ending.output == """
            1\tAnn\tTwo lines\t\t\tfirst
            2\tNo Doubt\tIt's My Life\t2003\tPop\tno-doubt
            3\tSting\tNothing Like The Sun\t1999\tPop\tsting
            4\tU2\tStaring at the Sun\t2000\tPop\tu2
            5\tMadonna\tAmerican Pie\t2000\tPop\tmadonna

            """)
    }

    @Test("dump --json prints what the next server answers at /api/shelves")
    func dumpJSON() throws {
        let dumped = try Backspin.run("dump", "main", "--json", "--data", place.data)
        let server = try LiveServer(at: place)
        #expect(try ask(server.port, "/api/shelves/main").text == dumped.output)
        #expect(try JSON(dumped.output)["albums"][0]["title"] == "Two\nlines")
    }

    @Test("dump of a shelf or folder that is not there ends with one sentence and status 1, and makes neither")
    func nothingThere() throws {
        #expect(try Backspin.run("dump", "other", "--data", place.data).sentence?.contains("other") == true)
        let missing = place.folder("missing")
        for words in [["dump", "main"], ["check"]] {
            let ending = try Backspin.run(words + ["--data", missing])
            #expect(ending.status == 1)
            #expect(ending.sentence?.contains("--data") == true, "\(ending.errors)")
        }
        #expect(!fileExists(missing))
    }

    @Test("J5 check is content with what a server has left, and tells each shelf")
    func check() throws {
        let ending = try Backspin.run("check", "--data", place.data)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(ending.output.contains("main: 2 entries, 2 events, 5 albums"))
    }

    @Test("J5 check finds a changed byte in what was written")
    func checkFinds() throws {
        let path = "\(place.data)/journal.sqlite"
        var bytes = readBytes(path)
        let album = try #require(bytes.firstRange(of: Array("Nothing Like The Sun".utf8)))
        bytes[album.lowerBound] = UInt8(ascii: "n")
        try writeFile(path, bytes)
        let ending = try Backspin.run("check", "--data", place.data)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("main"), "\(ending.errors)")
        #expect(readBytes(path) == bytes, "check writes nothing")
    }
}
