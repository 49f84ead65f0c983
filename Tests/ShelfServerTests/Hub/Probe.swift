import ShelfServer
@testable import ShelfWire

/// A connection on the bench: says what the test says, keeps what the hub sends.
final class Probe: Link {
    private unowned let bench: Bench
    let address: String
    var isLoopback: Bool { address == "127.0.0.1" }
    var session: Session!

    /// The reader takes nothing.
    var isBehind = false
    /// How many writes it takes until it is behind.
    var room = Int.max
    /// What it takes while it is behind.
    var bytesTaken: UInt64 = 0
    private(set) var isPaused = false
    private(set) var closedWith: Int?
    /// What was sent since the last `take`, write by write.
    private(set) var writes: [[UInt8]] = []

    init(_ bench: Bench, address: String) {
        self.bench = bench
        self.address = address
    }

    func send(_ frames: [UInt8]) {
        writes.append(frames)
        room -= 1
        if room == 0 { isBehind = true }
    }

    func close(code: Int, reason: String) { closedWith = code }
    func pauseReading() { isPaused = true }
    func resumeReading() { isPaused = false }

    // MARK: - The client

    func say(_ message: String) {
        bench.turn { put(message) }
    }

    /// Several messages within one turn.
    func say(_ messages: [String]) {
        bench.turn { messages.forEach(put) }
    }

    func put(_ message: String) {
        var message = message
        message.withUTF8 { bench.hub.received(UnsafeRawBufferPointer($0), isText: true, from: session) }
    }

    func hello(_ client: Int, at: Position? = nil, token: String? = nil) {
        let at = at.map { #","at":{"epoch":"\#($0.epoch)","seq":\#($0.seq)}"# } ?? ""
        let token = token.map { #","token":"\#($0)"# + "\"" } ?? ""
        say(#"{"t":"hello","key":"\#(testKey(client).text)","name":"c\#(client)"\#(at)\#(token)}"#)
    }

    /// The reader takes again.
    func catchUp() {
        isBehind = false
        bench.turn { bench.hub.writable(session) }
    }

    func hangUp() {
        bench.turn { bench.hub.closed(session) }
    }

    // MARK: - What came

    /// The messages that have come since the last time, as text.
    func take() -> [String] {
        defer { writes = [] }
        return texts(of: Array(writes.joined()))!.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Their names.
    func takeNames() -> [String] { take().map(name) }

    /// The messages of one name.
    func take(_ wanted: String) -> [String] { take().filter { name($0) == wanted } }
}

/// What stands behind `"t":`.
func name(_ message: String) -> String { String(message.dropFirst(6).prefix { $0 != "\"" }) }

func inserting(_ number: Int, _ id: String, title: String = "T") -> String {
    #"{"t":"do","req":\#(number),"ops":[{"op":"insert","id":"\#(id)","before":null,"fields":{"title":"\#(title)"}}]}"#
}
