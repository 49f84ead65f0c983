import CZlib
import ShelfCore
@testable import ShelfServer
@testable import ShelfWire
@testable import Sockets
import Testing

@Suite("Lists by HTTP")
struct ListTests {
    private func list(_ bench: Bench, _ shelf: String = "main", as format: ListFormat = .json) throws -> Body? {
        var found: Result<Body?, LoadError>?
        bench.turn { bench.hub.list(shelf, as: format) { found = $0 } }
        bench.settle()
        return try #require(found).get()
    }

    private func bench(with albums: Int) -> Bench {
        let bench = Bench()
        let probe = bench.join(1)
        for number in 1...albums {
            probe.say(inserting(number, "a\(number)"))
            bench.settle()
        }
        return bench
    }

    @Test("H1 A list is JSON with epoch and seq, from which a client may start")
    func json() throws {
        let body = try #require(try list(bench(with: 2)))
        #expect(String(decoding: body.bytes, as: UTF8.self)
            == #"{"shelf":"main","epoch":"epoch1","seq":2,"albums":[{"id":"a1","title":"T"},{"id":"a2","title":"T"}]}"# + "\n")
        #expect(body.etag == #""epoch1-2""#)
        #expect(body.type == "application/json")
    }

    @Test("H1 A list as CSV quotes what must be quoted, and has a column for every field")
    func csv() throws {
        let bench = Bench()
        let probe = bench.join(1)
        probe.say(#"{"t":"do","req":1,"ops":[{"op":"insert","id":"a","before":null,"fields":{"title":"One, \"two\"","year":1990,"mood":"x\ny"}},"#
            + #"{"op":"insert","id":"b","before":null,"fields":{"artist":"Ä","zone":"z"}}]}"#)
        bench.settle()
        let body = try #require(try list(bench, as: .csv))
        #expect(String(decoding: body.bytes, as: UTF8.self) == [
            "title,artist,year,genre,cover,note,mood,zone",
            "\"One, \"\"two\"\"\",,1990,,,,\"x\ny\",",
            ",Ä,,,,,,z", "",
        ].joined(separator: "\r\n"))
    }

    @Test("H1 A shelf that is not there is not found, also while somebody looks at it")
    func unknown() throws {
        let bench = Bench()
        _ = bench.join(1, "new")
        #expect(try list(bench, "new") == nil)
        #expect(try list(bench, "other") == nil)
    }

    @Test("H1 A list that nobody has opened is read from the journal")
    func fromJournal() throws {
        let before = bench(with: 3)
        #expect(try list(Bench(on: before))?.etag == #""epoch1-3""#)
    }

    @Test("H1 A list is made once for each seq, a long one by the worker")
    func made() throws {
        let bench = bench(with: 1)
        let first = try #require(try list(bench)), second = try #require(try list(bench))
        #expect(first.bytes.withUnsafeBytes { $0.baseAddress } == second.bytes.withUnsafeBytes { $0.baseAddress })
        let ops = (0..<1_001).map { #"{"op":"insert","id":"b\#($0)","before":null,"fields":{}}"# }.joined(separator: ",")
        bench.join(2).say(#"{"t":"do","req":1,"ops":[\#(ops)]}"#)
        bench.settle()
        var isThere = false
        bench.turn { bench.hub.list("main", as: .json) { _ in isThere = true } }
        #expect(!isThere && bench.hasJobs())
        bench.settle()
        #expect(isThere)
    }

    @Test("H1 A long list is made once for all who ask before it is there, and anew for who asks after a change")
    func madeOnce() throws {
        let bench = bench(with: 1)
        let ops = (0..<1_001).map { #"{"op":"insert","id":"b\#($0)","before":null,"fields":{}}"# }.joined(separator: ",")
        let probe = bench.join(2)
        probe.say(#"{"t":"do","req":1,"ops":[\#(ops)]}"#)
        bench.settle()
        var seen: [String] = []
        func ask() { bench.turn { bench.hub.list("main", as: .json) { if case .success(let body?) = $0 { seen.append(body.etag) } } } }
        ask()
        ask()
        bench.doJob()
        bench.turn {}
        #expect(seen == Array(repeating: #""epoch1-2""#, count: 2) && !bench.hasJobs())
        probe.say(inserting(2, "c"))
        bench.settle()
        ask()
        bench.settle()
        #expect(seen.last == #""epoch1-3""#)
    }

    @Test("H1 Long answers are compressed for those who take that, and come out as they were")
    func compressed() throws {
        let bytes = Array((0..<5_000).map { "album \($0 % 7), " }.joined().utf8)
        let packed = try #require(gzip(bytes))
        #expect(packed.count < bytes.count / 5)
        #expect(gunzip(packed, count: bytes.count) == bytes)
        let body = Body(type: "text/plain", etag: "\"1\"", bytes: bytes)
        #expect(body.response(to: request(acceptEncoding: "br, gzip"), headers: []).body == packed)
        #expect(body.response(to: request(acceptEncoding: "gzip;q=0"), headers: []).body == bytes)
        #expect(body.response(to: request(), headers: []).body == bytes)
    }

    @Test("H1 Who has the newest is told so", arguments: [
        ("\"1\"", 304), ("\"0\", \"1\"", 304), ("*", 304), ("W/\"1\"", 304), ("\"2\"", 200), (nil, 200),
    ] as [(String?, Int)])
    func notModified(ifNoneMatch: String?, status: Int) {
        let body = Body(type: "text/plain", etag: "\"1\"", bytes: [1])
        let response = body.response(to: request(ifNoneMatch: ifNoneMatch), headers: [])
        #expect(response.status == status)
        #expect(response.body.isEmpty == (status == 304))
    }

    private func request(acceptEncoding: String? = nil, ifNoneMatch: String? = nil) -> HTTPRequest {
        HTTPRequest(method: .get, path: "/", query: [], host: "localhost", ifNoneMatch: ifNoneMatch, acceptEncoding: acceptEncoding,
                    authorization: nil, address: "127.0.0.1", isLoopback: true)
    }

    private func gunzip(_ packed: [UInt8], count: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var (packed, bytes) = (packed, [UInt8](repeating: 0, count: count + 1))
        let status = packed.withUnsafeMutableBufferPointer { from in
            bytes.withUnsafeMutableBufferPointer { to in
                (stream.next_in, stream.avail_in) = (from.baseAddress, UInt32(from.count))
                (stream.next_out, stream.avail_out) = (to.baseAddress, UInt32(to.count))
                return inflate(&stream, Z_FINISH)
            }
        }
        return status == Z_STREAM_END ? Array(bytes.dropLast(Int(stream.avail_out))) : nil
    }
}
