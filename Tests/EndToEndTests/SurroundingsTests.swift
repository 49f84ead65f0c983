import Glibc
import ShelfCore
import TestSupport
import Testing

/// What the machine may do to a server: no descriptors left, no room on the disk, no memory, a clock that jumps.
struct SurroundingsTests {
    @Test("X A server that is out of file descriptors waits without spinning, and lets people in again as soon as there are some",
          .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)))
    func descriptors() throws {
        let server = try LiveServer()
        let ann = try LiveClient("Ann", on: server)
        try limit(server, "nofile", "\(descriptorCount(server) + 10)")
        var crowd = try (0..<40).map { _ in try TestTCP(port: server.port) }
        // It takes ten of them; the others wait in the system.
        let calls = try Strace(server, calls: "accept,accept4")
        let before = calls.calls.count
        usleep(1_000_000)
        #expect(calls.calls.count - before < 100, "one try in 100 ms")
        try ann.carryOut(.delete("u2"))
        #expect(server.log.split(separator: "\n").count < 40)

        crowd.removeAll()
        let bo = try LiveClient("Bo", on: server)
        #expect(bo.list == ann.list)
        withExtendedLifetime(calls) {}
    }

    @Test("X A server that is started with few descriptors takes those that it may have")
    func softLimit() throws {
        let server = try LiveServer(flags: ["--max-sessions", "2000"], wrapper: ["/usr/bin/prlimit", "--nofile=256:4096"])
        let limit = readFile("/proc/\(server.process.pid)/limits").split(separator: "\n").first { $0.hasPrefix("Max open files") }
        #expect(limit?.split(separator: " ").suffix(3) == ["3000", "4096", "files"])
    }

    @Test("H2 No file is opened by a request, however it is spelt", .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)))
    func opensNothing() throws {
        let server = try LiveServer()
        let ann = try LiveClient("Ann", on: server)
        let calls = try Strace(server, calls: "open,openat,openat2,stat,lstat,newfstatat,readlink,access")
        for path in ["/", "/s/main", "/index.html", "/../log", "/%2e%2e/log", "/data/journal.sqlite", "/none.js", "/api/shelves/main", "/api/shelves/none", "/metrics", "/readyz"] {
            _ = try ask(server.port, path)
        }
        try ann.carryOut(.delete("u2"))
        #expect(!calls.calls.contains { $0.contains("(") }, "\(calls.calls)")
    }

    @Test("X Beyond its memory a server lets nobody new in and says why; who is in goes on")
    func memory() throws {
        let server = try LiveServer(flags: ["--max-memory", "1"])
        do {
            _ = try LiveClient("Ann", on: server)
            Issue.record("let in")
        } catch let refusal as TestTCP.Failure {
            #expect(refusal.description.contains(" 503 "))
        }
        #expect(server.log.contains("no memory left"))
        #expect(try ask(server.port, "/livez").status == 200)
        #expect(try ask(server.port, "/api/shelves/main").status == 200)
    }

    @Test("A5 A server that crashes leaves no core dump")
    func coreDumps() throws {
        let server = try LiveServer(wrapper: ["/usr/bin/prlimit", "--core=0:unlimited", "/bin/sh", "-c", "ulimit -S -c unlimited; exec \"$@\"", "sh"])
        let limit = readFile("/proc/\(server.process.pid)/limits").split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(limit?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    }

    // MARK: A clock that jumps

    @Test("S5 U10 A clock that jumps by ten years, to and fro, changes no order and no Undo, and ends nobody",
          .enabled(if: library != nil, Comment(rawValue: "there is no C compiler, so no clock jumped: apt install gcc")))
    func clock() throws {
        let place = try LiveServer.Place()
        let clock = Clock(at: place)
        let server = try clock.start()
        let (ann, bo) = (try LiveClient("Ann", on: server), try LiveClient("Bo", on: server))
        let now = try ann.carryOut(insert("a0"))["at"].int ?? 0
        for (index, years) in [-10, 0, 10, -10].enumerated() {
            try clock.shift(years: years)
            let at = try ann.carryOut(insert("a\(index + 1)"))["at"].int ?? 0
            #expect(abs(at - now - years * 365 * 86_400_000) < 3_600_000, "the server's clock jumped")
            #expect(ann.you["undo"]["label"]["id"].text == "a\(index + 1)")
            // Times that somebody would be cut off after, were they taken from this clock, are over.
            try bo.catchUp()
            #expect(bo.list == ann.list && bo.seq == ann.seq && bo.bye.isNull)
            try bo.carryOut(insert("b\(index)"))
            try ann.catchUp()
        }
        for name in ["a4", "a3"] {
            #expect(ann.you["undo"]["label"]["id"].text == name)
            try ann.undo()
        }
        #expect(ann.list.ids == ["bowie", "no-doubt", "sting", "u2", "madonna", "a0", "a1", "b0", "a2", "b1", "b2", "b3"])
        server.kill()

        try clock.shift(years: -10)
        let next = try clock.start()
        try ann.connect(to: next.port)
        try ann.redo()
        #expect(ann.list.ids.contains("a3"))
        try next.stop()
        #expect(try Backspin.run("check", "--data", place.data).status == 0)
    }

    private static let library = Shim.library("clock", source: Shim.path("Support/clock.c", beside: #filePath))

    /// A server's wall clock.
    private struct Clock {
        let place: LiveServer.Place
        private var file: String { place.folder("shift") }

        init(at place: LiveServer.Place) { self.place = place }

        func start() throws -> LiveServer {
            try LiveServer(at: place, wrapper: ["/usr/bin/env", "LD_PRELOAD=\(library ?? "")", "CLOCK_SHIFT=\(file)"])
        }

        func shift(years: Int) throws { try writeFile(file, "\(years * 365 * 86_400)".utf8) }
    }

    private func insert(_ id: String) -> ShelfCore.Operation {
        .insert(id, at: .before(nil), fields: [FieldWrite(name: "title", value: .text("A title"))])
    }

    // MARK: A disk that is full

    @Test("J4 On a disk that is full reading goes on; with room again, writing goes on by itself", .enabled(if: canMount, Comment(rawValue: "only root can mount a small disk, so none was filled")))
    func fullDisk() throws {
        let place = try LiveServer.Place()
        let disk = try SmallDisk(at: place.data)
        try writeFile("\(place.data)/ballast", [UInt8](repeating: 1, count: 600 << 10))
        let server = try LiveServer(at: place)
        let ann = try LiveClient("Ann", on: server)
        let note = String(repeating: "long ", count: 800)
        while ann.trouble.isNull, ann.lastNumber < 400 {
            try ann.request(.insert("n\(ann.lastNumber)", at: .before(nil), fields: [FieldWrite(name: "note", value: .text(note))]))
            try ann.catchUp()
        }
        #expect(ann.trouble == "disk_full")
        #expect(try ask(server.port, "/readyz").status == 503)
        let bo = try LiveClient("Bo", on: server)
        #expect(bo.list == ann.list)

        unlink("\(place.data)/ballast")
        try ann.finish()
        try ann.wait { ann.trouble.isNull }
        server.kill()
        let next = try LiveServer(at: place)
        let reader = try LiveClient("Cy", on: next)
        #expect(reader.list == ann.list && reader.list.ids.count == 5 + ann.lastNumber)
        next.kill()
        withExtendedLifetime(disk) {}
    }

    @Test("J6 J7 A backup or a restoration that finds no room says so and leaves nothing behind; with room it is made", .enabled(if: canMount, Comment(rawValue: "only root can mount a small disk, so none was filled")))
    func fullBackup() throws {
        let place = try LiveServer.Place()
        let server = try LiveServer(at: place)
        let ann = try LiveClient("Ann", on: server)
        for number in 0..<50 { try ann.carryOut(.do([insert("n\(number)")])) }
        let small = place.folder("small")
        let disk = try SmallDisk(at: small)
        let (copy, restored) = ("\(small)/copy", "\(small)/restored")
        let file = place.folder("backup")
        try #require(try Backspin.run("backup", file, "--data", place.data).status == 0)

        let commands = [["backup", copy, "--data", place.data], ["restore", file, "--data", restored]]
        try writeFile("\(small)/ballast", [UInt8](repeating: 1, count: 1_000 << 10))
        for command in commands {
            let ending = try Backspin.run(command)
            #expect(ending.status == 1)
            #expect(ending.sentence?.hasSuffix("could not be written (No space left on device); make room") == true, "\(ending)")
        }
        #expect(names(in: small) == ["ballast"])
        unlink("\(small)/ballast")
        for command in commands {
            let ending = try Backspin.run(command)
            #expect(ending.status == 0, "\(ending)")
        }
        withExtendedLifetime((server, disk)) {}
    }

    private static let canMount = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return (try? SmallDisk(at: folder("disk"))) != nil
    }()

    /// A disk of 1 MiB in memory, mounted on a folder as long as the value lives.
    private final class SmallDisk {
        private let folder: String

        init(at folder: String) throws {
            self.folder = folder
            mkdir(folder, 0o700)
            let mount = try TestProcess("/bin/mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "none", folder], errors: "/dev/null")
            guard mount.waitForExit() == 0 else { throw Broken("\(folder) cannot be mounted") }
        }

        deinit { _ = try? TestProcess("/bin/umount", ["-l", folder]).waitForExit() }
    }

    // MARK: -

    private func limit(_ server: LiveServer, _ what: String, _ value: String) throws {
        let prlimit = try TestProcess("/usr/bin/prlimit", ["--pid", "\(server.process.pid)", "--\(what)=\(value)"])
        try #require(prlimit.waitForExit() == 0)
    }

    private func descriptorCount(_ server: LiveServer) throws -> Int {
        guard let folder = opendir("/proc/\(server.process.pid)/fd") else { throw Broken("the server's descriptors cannot be seen") }
        defer { closedir(folder) }
        var count = -2
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
