import Glibc
import ShelfCore
import TestSupport
import Testing

/// Backups of a real server's journal, while it serves, and what becomes of clients when one is restored (J7).
struct BackupTests {
    private let place: LiveServer.Place
    private let server: LiveServer
    private let ann: LiveClient
    private var file: String { place.folder("backup") }

    init() throws {
        place = try LiveServer.Place()
        server = try LiveServer(at: place, flags: TortureStory.flags)
        ann = try LiveClient("Ann", on: server)
    }

    private func backUp(_ file: String? = nil) throws -> Backspin.Ending {
        try Backspin.run("backup", file ?? self.file, "--data", place.data)
    }

    private func restore(to folder: LiveServer.Place) throws -> LiveServer {
        let ending = try Backspin.run("restore", file, "--data", folder.data)
        try #require(ending.status == 0, "\(ending)")
        return try LiveServer(at: folder)
    }

    private func insert(_ id: String) -> ShelfCore.Operation {
        .insert(id, at: .before(nil), fields: [FieldWrite(name: "note", value: .text(String(repeating: "long ", count: 800)))])
    }

    @Test("J6 A backup that is made while clients write is the journal as it was at one moment, and whole")
    func whileServing() throws {
        for round in 1...3 {
            for number in 1...150 { try ann.request(insert("n\(round)-\(number)")) }
            let before = ann.seq
            let ending = try backUp("\(file)-\(round)")
            #expect(ending.status == 0, "\(ending)")
            try ann.finish()
            let check = try Backspin.run("check", "\(file)-\(round)")
            #expect(check.status == 0, "\(check)")
            let found = try #require(check.output.firstMatch(of: #/main: \d+ entries, (\d+) events/#).flatMap { Int($0.1) })
            #expect(before...ann.seq ~= found)
        }
        try ann.carryOut(.delete("u2"))
        #expect(try Backspin.run("check", "--data", place.data).status == 1, "the first server still has the folder")
        #expect(try server.stop() == 0)
        #expect(try Backspin.run("check", "--data", place.data).status == 0)
    }

    @Test("J6 A backup of a folder that nobody has open, after an end of any kind", arguments: [true, false])
    func withoutServer(isClean: Bool) throws {
        try ann.carryOut(.delete("u2"))
        if isClean { try server.stop() } else { server.kill() }
        let before = try journalBytes()
        #expect(try backUp().status == 0)
        #expect(try journalBytes() == before, "the folder is left as it is")
        let next = try restore(to: LiveServer.Place())
        #expect(try LiveList(JSON(ask(next.port, "/api/shelves/main").text)) == ann.list)
    }

    private func journalBytes() throws -> [[UInt8]] { ["", "-wal"].map { readBytes("\(place.data)/journal.sqlite\($0)") } }

    @Test("J7 W3 After restoring, a client of the old epoch gets a snapshot, and its open requests are carried out once")
    func newEpoch() throws {
        try ann.carryOut(.delete("u2"))
        try #require(try backUp().status == 0)
        let list = ann.list
        try ann.carryOut(.delete("sting"))
        try ann.carryOut(.do([insert("lost")]))
        let (epoch, seq) = (ann.epoch, ann.seq)
        server.kill()
        ann.hearTheRest()

        let next = try restore(to: LiveServer.Place())
        // Asked for while there was no server.
        #expect(throws: Broken.self) { try ann.request(.delete("bowie")) }
        try ann.connect(to: next.port)
        #expect(ann.welcome["resumed"] == false)
        #expect(ann.epoch != epoch)
        #expect(ann.snapshots.last == "epoch")
        try ann.finish()
        try ann.catchUp()
        #expect(ann.list.ids == list.ids.filter { $0 != "bowie" })
        #expect(ann.seq == 3 && seq == 4, "what came behind the backup is gone, and its numbers are used again")
        #expect(ann.you["undo"]["label"]["id"] == "bowie")
        try ann.undo()
        try ann.undo()
        #expect(ann.list.ids == ["bowie", "no-doubt", "sting", "u2", "madonna"], "steps from before the backup can be undone")

        #expect(try next.stop() == 0)
        let again = try LiveServer(at: next.place)
        try ann.connect(to: again.port)
        #expect(ann.welcome["resumed"] == true, "the new epoch lasts")
    }

    @Test("J7 What must not be restored ends with one sentence, and nothing is made or changed", arguments: ["full", "damaged", "missing", "live", "text"])
    func refused(kind: String) throws {
        try #require(try backUp().status == 0)
        let folder = place.folder("new")
        var source = file
        switch kind {
        case "full":
            place.folder.makeFolder("new")
            try writeFile("\(folder)/mine", "precious".utf8)
        case "damaged":
            var bytes = readBytes(file)
            let found = try #require(bytes.firstRange(of: Array("Staring".utf8)))
            bytes[found.lowerBound] ^= 1
            try writeFile(file, bytes)
        case "missing": source += "-not"
        case "live": source = "\(place.data)/journal.sqlite"
        default: try writeFile(file, "text".utf8)
        }
        let ending = try Backspin.run("restore", source, "--data", folder)
        #expect(ending.status == 1)
        #expect(ending.errors.hasPrefix("backspin: "))
        if kind == "full" { #expect(readFile("\(folder)/mine") == "precious") } else { #expect(!fileExists(folder)) }
        #expect(try ann.carryOut(.delete("u2"))["t"] == "ev", "the server is unharmed")
    }

    @Test("J5 A restoring that was cut short is not served, nor gone on with")
    func cutShort() throws {
        try #require(try backUp().status == 0)
        let folder = try LiveServer.Place()
        #expect(Backspin.executable.isEmpty == false)
        let process = try TestProcess(
            "/usr/bin/env", TortureDisk.wrapper(folder, TortureDisk.Plan(kind: "before", call: 12)).dropFirst()
                + [Backspin.executable, "restore", file, "--data", folder.data], errors: place.folder("errors"))
        try #require(process.waitForExit() == -SIGKILL)
        for words in [LiveServer.arguments(folder), ["restore", file, "--data", folder.data]] {
            let ending = try Backspin.run(words)
            #expect(ending.status == 1)
            #expect(ending.sentence != nil, "\(ending.errors)")
        }
    }

    @Test("J6 A backup replaces no file, and leaves nothing behind when it fails")
    func replacesNothing() throws {
        try writeFile(file, "precious".utf8)
        let ending = try backUp()
        #expect(ending.status == 1)
        #expect(ending.sentence?.contains("take it away first") == true)
        #expect(readFile(file) == "precious")
        #expect(try backUp(place.folder("missing/backup")).status == 1)
        #expect(!fileExists(file + ".part"))
        #expect(!fileExists(file + ".part-wal"))
    }

    @Test("J6 Whoever breaks off a backup lets the next one in")
    func brokenOff() throws {
        for _ in 0..<3 {
            let process = try TestProcess("/usr/bin/timeout", ["-s", "KILL", "0.01", Backspin.executable, "backup", file, "--data", place.data], errors: place.folder("errors"))
            process.waitForExit()
            for name in ["", ".part", ".part-wal"] { unlink(file + name) }
        }
        #expect(try backUp().status == 0)
        var status = stat()
        #expect(stat("\(place.data)/backup.socket", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try server.stop()
        #expect(!fileExists("\(place.data)/backup.socket"))
    }
}
