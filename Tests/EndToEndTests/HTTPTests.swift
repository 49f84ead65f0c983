import Glibc
import ShelfCore
import TestSupport
import Testing

/// Lists and files over HTTP, from a real server.
struct HTTPTests {
    private let server: LiveServer
    private static let files: [(name: String, type: String)] = [
        ("index.html", "text/html; charset=utf-8"), ("app.js", "text/javascript; charset=utf-8"), ("look.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"), ("parts/list.js", "text/javascript; charset=utf-8"), ("strings.json", "application/json"),
    ]

    /// Beside what is served there is what must not be.
    init() throws {
        let place = try LiveServer.Place()
        place.folder.makeFolder("web/parts")
        place.folder.makeFolder("web/.git")
        for name in Self.files.map(\.name) + [".secret.txt", ".git/config.txt", "program.exe", "none"] {
            try writeFile("\(place.web)/\(name)", "<!-- \(name) -->\n".utf8)
        }
        try writeFile(place.folder("outside.txt"), "outside".utf8)
        symlink("../outside.txt", "\(place.web)/link.txt")
        symlink("..", "\(place.web)/up")
        server = try LiveServer(at: place)
    }

    private func get(_ path: String, _ headers: String...) throws -> Answer { try ask(server.port, path, headers: headers) }

    // MARK: Lists

    @Test("H1 The page is at / and at every shelf's address")
    func page() throws {
        for path in ["/", "/s/main", "/s/not-born-yet", "/index.html"] {
            let answer = try get(path)
            #expect(answer.status == 200)
            #expect(answer.text == "<!-- index.html -->\n")
        }
        for path in ["/s/", "/s/Main", "/s/a/b", "/s/" + String(repeating: "a", count: 65)] { #expect(try get(path).status == 404, "\(path)") }
    }

    @Test("H1 A list is JSON with epoch and seq, from which a client goes on")
    func json() throws {
        let answer = try get("/api/shelves/main")
        #expect(answer.status == 200)
        #expect(answer("Content-Type") == "application/json")
        let document = try JSON(answer.text)
        #expect(document["shelf"] == "main")
        #expect(document["seq"] == 1)
        #expect(answer("ETag") == "\"\(document["epoch"].text ?? "")-1\"")
        #expect(try LiveList(document).ids == ["bowie", "no-doubt", "sting", "u2", "madonna"])

        let client = try LiveClient("Ann", on: server)
        #expect(try LiveList(document) == client.list)
        try client.carryOut(.delete("u2"))
        let resumed = LiveClient("Bo")
        try resumed.connect(to: server.port, at: (document["epoch"].text ?? "", 1), list: LiveList(document))
        #expect(resumed.welcome["resumed"] == true)
        #expect(resumed.list == client.list)
    }

    @Test("H1 A list that the reader has is answered with 304, until it changes")
    func notModified() throws {
        let etag = try #require(try get("/api/shelves/main")("ETag"))
        let answer = try get("/api/shelves/main", "If-None-Match: \(etag)")
        #expect(answer.status == 304)
        #expect(answer.body.isEmpty)
        #expect(answer("ETag") == etag)
        try LiveClient("Ann", on: server).carryOut(.delete("u2"))
        let changed = try get("/api/shelves/main", "If-None-Match: \(etag)")
        #expect(changed.status == 200)
        #expect(changed("ETag") != etag)
    }

    @Test("H1 A list is compressed for those who take that")
    func compressed() throws {
        let client = try LiveClient("Ann", on: server)
        try client.carryOut(.do((0..<50).map { .insert("n\($0)", at: .before(nil), fields: [FieldWrite(name: "title", value: .text("Album \($0)"))]) }))
        let plain = try get("/api/shelves/main")
        #expect(plain("Content-Encoding") == nil)
        #expect(try get("/api/shelves/main", "Accept-Encoding: gzip;q=0, br").body == plain.body)
        let packed = try get("/api/shelves/main", "Accept-Encoding: br, gzip")
        #expect(packed("Content-Encoding") == "gzip")
        #expect(packed("Vary") == "Accept-Encoding")
        #expect(packed.body.count < plain.body.count / 2)
        #expect(try unpack(packed.body) == plain.text)
    }

    private func unpack(_ bytes: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        try writeFile(folder("list.gz"), bytes)
        let gzip = try TestProcess("/bin/gzip", ["-dc", folder("list.gz")])
        var text = ""
        while let line = try gzip.readLine() { text += line + "\n" }
        return text
    }

    @Test("H1 A list is CSV too, quoted where it must be")
    func csv() throws {
        try LiveClient("Ann", on: server).carryOut(
            .delete("bowie"), .delete("sting"), .delete("u2"), .delete("madonna"),
            .insert("n", at: .after(nil), fields: [
                FieldWrite(name: "title", value: .text("A \"quoted\", long\ntitle")), FieldWrite(name: "shelfmark", value: .text("B 12")),
            ]))
        let answer = try get("/api/shelves/main.csv")
        #expect(answer("Content-Type")?.hasPrefix("text/csv; charset=utf-8") == true)
        #expect(answer.text == """
            title,artist,year,genre,cover,note,shelfmark\r
            "A ""quoted"", long\ntitle",,,,,,B 12\r
            It's My Life,No Doubt,2003,Pop,,,\r

            """)
    }

    @Test("H1 J8 An unknown shelf is 404, and asking for it does not make it")
    func unknownShelf() throws {
        for path in ["/api/shelves/other", "/api/shelves/other.csv", "/api/shelves/", "/api/shelves/Main", "/api/shelves/main.xml", "/api/shelves"] {
            #expect(try get(path).status == 404, "\(path)")
        }
        _ = try LiveClient("Ann", on: server, shelf: "other")
        #expect(try get("/api/shelves/other").status == 404)
        #expect(try get("/metrics").text.contains("backspin_shelves_stored 1\n"))
    }

    @Test("H1 Operators ask whether it lives, whether it is ready, and what it has done")
    func operators() throws {
        #expect(try get("/livez").status == 200)
        #expect(try get("/readyz").status == 200)
        try LiveClient("Ann", on: server).carryOut(.delete("u2"))
        let metrics = try get("/metrics")
        #expect(metrics("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
        #expect(metrics.text.contains("backspin_events_total 2\n"), "the samples, and one")
        let lines = metrics.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("# ") || $0.wholeMatch(of: #/backspin_[a-z_]+(\{[^}]*\})? [0-9.e+-]+/#) != nil })
    }

    // MARK: Files

    @Test("H2 Files have their types, an ETag, and a policy that lets nothing else run")
    func files() throws {
        for (name, type) in Self.files {
            let answer = try get("/\(name)")
            #expect(answer.status == 200)
            #expect(answer.text == "<!-- \(name) -->\n")
            #expect(answer("Content-Type") == type)
            #expect(answer("X-Content-Type-Options") == "nosniff")
            #expect(answer("Referrer-Policy") == "no-referrer")
            let policy = try #require(answer("Content-Security-Policy"))
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"))
            #expect(!policy.contains("unsafe"))
            #expect(try get("/\(name)", "If-None-Match: \(answer("ETag") ?? "")").status == 304)
        }
    }

    @Test("H2 Nothing but the page's own files is reached, however it is spelt", arguments: [
        "/.secret.txt", "/.git/config.txt", "/link.txt", "/up/outside.txt", "/up/data/journal.sqlite", "/program.exe", "/none", "/missing.html",
        "/../outside.txt", "/..%2foutside.txt", "/%2e%2e/outside.txt", "/%2e%2e%2foutside.txt", "/parts/../../outside.txt", "/parts/..%2f..%2foutside.txt",
        "/..\\outside.txt", "/%5c..%5coutside.txt", "//outside.txt", "/./../outside.txt", "/%252e%252e/outside.txt", "/..%c0%afoutside.txt",
        "/index.html%00.txt", "/index.html/", "/parts", "/parts/", "/data/journal.sqlite", "/..;/outside.txt",
    ])
    func traversal(path: String) throws {
        guard let answer = try? get(path) else { return try #require(path.contains("%00"), "hung up on") }
        #expect([400, 403, 404].contains(answer.status))
        #expect(!answer.text.contains("outside") || answer.text.contains("not found"))
        #expect(!answer.text.contains("<!--"))
    }

    @Test("H2 A file that is changed or added while it serves is not opened")
    func readOnce() throws {
        try writeFile("\(server.place.web)/app.js", "changed".utf8)
        try writeFile("\(server.place.web)/added.js", "added".utf8)
        #expect(try get("/app.js").text == "<!-- app.js -->\n")
        #expect(try get("/added.js").status == 404)
    }

    // MARK: Methods

    @Test("H1 Only GET and HEAD", arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
    func methods(method: String) throws {
        for path in ["/", "/api/shelves/main"] {
            let answer = try? ask(server.port, path, method: method, headers: ["Content-Length: 0"])
            #expect(answer == nil || answer!.status >= 400, "\(path)")
        }
        #expect(try get("/livez").status == 200)
    }

    @Test("H1 HEAD is GET without its body")
    func head() throws {
        for path in ["/", "/api/shelves/main", "/app.js"] {
            let (get, head) = (try get(path), try ask(server.port, path, method: "HEAD"))
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            #expect(head("ETag") == get("ETag"))
            #expect(head("Content-Length") == "\(get.body.count)")
        }
    }

    @Test("H1 A body is refused", arguments: ["GET", "POST", "PUT"])
    func body(method: String) throws {
        for headers in [["Content-Length: 5"], ["Transfer-Encoding: chunked"], ["Content-Length: 5", "Transfer-Encoding: chunked"]] {
            let answer = try? ask(server.port, "/", method: method, headers: headers, body: "hello")
            #expect(answer == nil || [400, 405].contains(answer!.status))
        }
        #expect(try get("/livez").status == 200)
    }
}
