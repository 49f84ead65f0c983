import Glibc
import TestSupport
import Testing

/// What the command says when it cannot do what it was asked: one sentence, and an exit status that tells whose fault it was.
struct CommandTests {
    @Test("The command tells what it can do", arguments: [["--help"], ["help"], ["serve", "--help"], ["dump", "--help"], ["check", "-h"], ["backup", "--help"], ["restore", "-h"]])
    func help(words: [String]) throws {
        let ending = try Backspin.run(words)
        #expect(ending.status == 0)
        #expect(ending.output.contains("Usage: backspin"))
        #expect(ending.errors.isEmpty)
    }

    @Test("X Each limit has a flag that serve --help tells with its default")
    func limits() throws {
        let help = try Backspin.run("serve", "--help").output
        for (flag, value) in [("--max-message-bytes", 8_388_608), ("--max-operations", 50_000), ("--undo-depth", 200), ("--max-sessions", 20_000)] {
            #expect(help.split(separator: "\n").contains { $0.contains("\(flag) N") && $0.contains("(\(value))") }, "\(flag)")
        }
    }

    @Test("The command tells its version")
    func version() throws {
        let ending = try Backspin.run("--version")
        #expect(ending.status == 0)
        #expect(ending.output.wholeMatch(of: #/backspin \d+\.\d+\.\d+\n/#) != nil)
    }

    @Test("A wrong command line ends with one sentence and status 2", arguments: [
        [], ["fly"], ["--fly"], ["serve", "now"], ["serve", "--fly"], ["serve", "--listen"], ["serve", "--listen", "8420"],
        ["serve", "--listen", "127.0.0.1:99999"], ["serve", "--data"], ["serve", "--undo-depth", "0"], ["serve", "--undo-depth", "many"],
        ["serve", "--undo-depth=-1"], ["serve", "--max-field-bytes", "1e3"], ["serve", "--allow-origin", "example.org"],
        ["serve", "--allow-origin", "https://example.org/page"], ["dump"], ["dump", "main", "other"], ["dump", "main", "--xml"], ["check", "main", "other"], ["backup"], ["backup", "a", "b"], ["restore", "a"], ["restore", "--data", "b"],
    ])
    func wrongWords(words: [String]) throws {
        let ending = try Backspin.run(words)
        #expect(ending.status == 2)
        #expect(ending.sentence != nil, "\(ending.errors)")
        #expect(ending.output.isEmpty)
    }

    // MARK: What cannot be served

    /// Runs `serve`, which must end with status 1.
    private func refusal(_ place: LiveServer.Place, _ flags: [String] = []) throws -> String {
        let ending = try Backspin.run(LiveServer.arguments(place, flags))
        #expect(ending.status == 1)
        #expect(ending.output.isEmpty)
        return try #require(ending.sentence, "\(ending.errors)")
    }

    @Test("A busy port ends with one sentence and status 1")
    func busyPort() throws {
        let server = try LiveServer()
        let sentence = try refusal(LiveServer.Place(), ["--listen", "127.0.0.1:\(server.port)"])
        #expect(sentence.contains("\(server.port)"))
        #expect(try ask(server.port, "/livez").status == 200)
    }

    @Test("An address of another machine, and a name, end with one sentence and status 1", arguments: ["192.0.2.1:0", "nowhere.invalid:0"])
    func badHost(address: String) throws {
        #expect(try refusal(LiveServer.Place(), ["--open", "--listen", address]).contains(address.dropLast(2)))
    }

    @Test("A data folder that cannot be one ends with one sentence and status 1", arguments: ["file", "file/data", "missing/data"])
    func badData(name: String) throws {
        let place = try LiveServer.Place()
        try writeFile(place.folder("file"), "a file".utf8)
        #expect(try refusal(place, ["--data", place.folder(name)]).contains(place.folder(name)))
    }

    @Test("A data folder that cannot be looked into is not said to be empty or missing")
    func unreachableData() throws {
        let place = try LiveServer.Place()
        symlink("loop", place.folder("loop"))
        for command in ["check", "dump"] {
            let ending = try Backspin.run((command == "dump" ? ["dump", "main"] : ["check"]) + ["--data", place.folder("loop")])
            #expect(ending.status == 1)
            #expect(ending.sentence?.contains("there is no") == false, "\(ending.errors)")
        }
    }

    @Test("J5 A data folder that a running server holds ends with a sentence that names its process")
    func lockedData() throws {
        let server = try LiveServer()
        let sentence = try refusal(server.place)
        #expect(sentence.contains("process \(server.process.pid)"))
        for reader in [["dump", "main"], ["check"]] {
            let ending = try Backspin.run(reader + ["--data", server.place.data])
            #expect(ending.status == 1)
            #expect(ending.sentence?.contains("process \(server.process.pid)") == true, "\(ending.errors)")
            #expect(ending.sentence?.contains("stop that process first") == true, "\(ending.errors)")
        }
        let client = try LiveClient("Ann", on: server)
        #expect(try client.carryOut(.delete("u2"))["t"] == "ev", "the first is unharmed")
    }

    @Test("A folder without a page ends with one sentence and status 1", arguments: ["missing", "empty"])
    func badWeb(name: String) throws {
        let place = try LiveServer.Place()
        place.folder.makeFolder("empty")
        #expect(try refusal(place, ["--web", place.folder(name)]).contains("--web"))
        #expect(!fileExists(place.data), "nothing is made for a server that cannot be")
    }

    @Test("J5 A damaged journal ends with a sentence that says what to do, and is left as it is", arguments: ["text", "cut", "zeroed"])
    func damagedJournal(kind: String) throws {
        let place = try LiveServer.Place()
        try LiveServer(at: place).stop()
        let path = "\(place.data)/journal.sqlite"
        var bytes = readBytes(path)
        switch kind {
        case "text": bytes = Array("not a journal".utf8)
        case "cut": bytes.removeLast(bytes.count / 2)
        default: for index in 4096..<bytes.count { bytes[index] = 0 }
        }
        try writeFile(path, bytes)
        #expect(try refusal(place).contains("backup"))
        #expect(readBytes(path) == bytes)
    }
}
