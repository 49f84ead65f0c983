import Glibc
import ShelfCore
import TestSupport
import Testing

/// Disks that are full or fail under a real server (J4), and the order of writing and telling (J2).
struct TroubleTests {
    private let server: LiveServer
    private let ann: LiveClient

    init() throws {
        server = try LiveServer()
        ann = try LiveClient("Ann", on: server)
    }

    @Test("J4 While nothing can be written, requests stay open and reading goes on; with room again, all is acknowledged")
    func full() throws {
        try ann.carryOut(.delete("u2"))
        // Less than one more page of the journal.
        try limitFiles(to: "4096")
        for number in 1...5 { try ann.request(insert(number)) }
        try ann.wait { !ann.trouble.isNull }
        try ann.catchUp()
        #expect(ann.open.count == 5)

        let bo = try LiveClient("Bo", on: server)
        #expect(bo.list == ann.list)
        try bo.wait { !bo.trouble.isNull }
        let number = try bo.request(.delete("bowie"))
        try bo.catchUp()
        #expect(bo.outcomes[number] == nil)
        #expect(try ask(server.port, "/readyz").status == 503)
        #expect(try ask(server.port, "/api/shelves/main").status == 200)
        #expect(try ask(server.port, "/metrics").text.contains("backspin_trouble 1\n"))

        try limitFiles(to: "unlimited")
        for client in [ann, bo] {
            try client.finish()
            try client.wait { client.trouble.isNull }
        }
        #expect(try ask(server.port, "/readyz").status == 200)
        try expectKept([ann, bo])
        #expect(ann.list.ids == ["no-doubt", "sting", "madonna", "n1", "n2", "n3", "n4", "n5"])
    }

    @Test("J4 A disk that fails for a while loses and doubles nothing", .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)), arguments: [
        ("fdatasync", "error=EIO:when=1", "io_error"), ("fdatasync", "error=EIO:when=2", "io_error"), ("fdatasync", "error=EIO:when=4..6", "io_error"),
        ("pwrite64", "error=ENOSPC:when=1", "disk_full"), ("pwrite64", "error=ENOSPC:when=6..9", "disk_full"), ("pwrite64", "error=EIO:when=5", "io_error"),
    ])
    func failing(call: String, fault: String, reason: String) throws {
        let disk = try Strace(server, calls: call, inject: fault)
        var reasons: [String] = []
        ann.onTrouble = { if let reason = $0.text { reasons.append(reason) } }
        for number in 1...8 { try ann.carryOut(.do([insert(number)])) }
        try ann.wait { ann.trouble.isNull }
        #expect(reasons.first == reason, "\(disk.calls.filter { $0.contains("INJECTED") })")
        try expectKept([ann])
        #expect(ann.list.ids.suffix(8) == (1...8).map { "n\($0)" })
    }

    @Test("J2 W3 Killed in the middle of a write, of a sync, of telling: what was acknowledged is there, what was not is carried out once",
          .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)), arguments: [
        ("pwrite64", 1), ("pwrite64", 2), ("pwrite64", 7), ("fdatasync", 1), ("fdatasync", 3), ("sendto", 3), ("sendto", 4),
    ])
    func killed(call: String, at count: Int) throws {
        let disk = try Strace(server, calls: call, inject: "signal=SIGKILL:when=\(count)")
        var asked = 0
        while asked < 20, (try? ann.carryOut(.do([insert(asked + 1)]))) != nil { asked += 1 }
        ann.hearTheRest()
        #expect(asked < 20 && server.process.waitForExit() == -SIGKILL)
        withExtendedLifetime(disk) {}

        let next = try LiveServer(at: server.place)
        try ann.connect(to: next.port)
        try ann.finish()
        try ann.catchUp()
        #expect(ann.list.ids.count == 5 + ann.lastNumber)
        let reader = try LiveClient("Cy", on: next)
        #expect(reader.list == ann.list)
    }

    @Test("J2 Nothing is told before it is on disk", .enabled(if: Strace.isThere, Comment(rawValue: Strace.isMissing)))
    func order() throws {
        let calls = try Strace(server, calls: "pwrite64,fdatasync,sendto,sendmsg,write,writev")
        for number in 1...20 { try ann.carryOut(.do([insert(number)])) }
        try ann.undo()
        try server.stop()
        var disk = Disk()
        for call in calls.calls { disk.take(call) }
        #expect(disk.told == 21)
        #expect(disk.toldTooEarly.isEmpty)
    }

    // MARK: -

    private func insert(_ number: Int) -> ShelfCore.Operation {
        .insert("n\(number)", at: .before(nil), fields: [FieldWrite(name: "note", value: .text(String(repeating: "long ", count: 400)))])
    }

    /// Limits how large files can get that the server writes.
    private func limitFiles(to bytes: String) throws {
        let prlimit = try TestProcess("/usr/bin/prlimit", ["--pid", "\(server.process.pid)", "--fsize=\(bytes):unlimited"])
        try #require(prlimit.waitForExit() == 0)
    }

    /// Each request has its outcome, all have the same list, and it is there after a kill.
    private func expectKept(_ clients: [LiveClient]) throws {
        for client in clients {
            try client.catchUp()
            #expect(client.outcomes.count == client.lastNumber)
            #expect(client.outcomes.values.allSatisfy { $0["t"] == "ev" || $0["effect"] == "done" })
            #expect(client.list == clients[0].list)
        }
        server.kill()
        let next = try LiveServer(at: server.place)
        let reader = try LiveClient("Cy", on: next)
        #expect(reader.list == clients[0].list)
        #expect(reader.seq == clients[0].seq)
    }
}

/// What a trace of one client's session says of the disk: written, forced, told.
private struct Disk {
    private(set) var told = 0
    private(set) var toldTooEarly: [Substring] = []
    private var isForced = true
    private var isForcing = false

    /// `123 fdatasync(12) = 0`, or in two lines: `123 fdatasync(12 <unfinished ...>` and `123 <... fdatasync resumed>) = 0`.
    mutating func take(_ call: Substring) {
        if call.contains(#/^\d+ +pwrite64\(/#) {
            (isForced, isForcing) = (false, false)
        } else if call.contains(#/^\d+ +fdatasync\(.*unfinished/#) {
            isForcing = true
        } else if call.contains(#/^\d+ +fdatasync\(.* = 0/#) || (isForcing && call.contains(#/fdatasync resumed.* = 0/#)) {
            (isForced, isForcing) = (true, false)
        } else if call.contains(#/\\"t\\":\\"ev\\"/#) {
            told += 1
            if !isForced { toldTooEarly.append(call) }
        }
    }
}
