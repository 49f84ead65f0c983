import ShelfCore
import ShelfWire
import Sockets

/// Scripted clients of one server, all on one loop and one thread: what Swift programs use to try a server.
///
///     let crowd = try Crowd(ServerAddress("http://127.0.0.1:8420"))
///     let ann = crowd.client("Ann", on: "main")
///     crowd.run(atMost: 5) { ann.isLive }
///     let number = ann.request(.do([.delete("u2")]))
///     crowd.run(atMost: 5) { ann.fate(of: number) != .open }
///     print(ann.fate(of: number), ann.list.order)
public final class Crowd {
    public let server: ServerAddress
    public let loop: EventLoop
    let dialer: Dialer
    weak var observer: (any ClientObserver)?
    public private(set) var clients: [ScriptedClient] = []
    private var byID: [ClientID: ScriptedClient] = [:]
    private var transcripts: [String: Transcript] = [:]
    /// Why no further connection could be opened, in sentences.
    public private(set) var limits = Findings()
    private let following = Following()

    /// - Throws: `DialError`, `LoopError`.
    public init(_ server: ServerAddress) throws {
        self.server = server
        loop = try EventLoop()
        dialer = try Dialer(loop: loop, host: server.host, port: server.port, subprotocol: "backspin.v1")
        observer = following
    }

    /// A new client, which connects at once and stays.
    public func client(_ name: String, on shelf: String) -> ScriptedClient {
        let client = newClient(name, on: shelf)
        client.connect()
        return client
    }

    func newClient(_ name: String, on shelf: String) -> ScriptedClient {
        let client = ScriptedClient(name, transcript: transcript(of: shelf), index: clients.count, crowd: self)
        clients.append(client)
        byID[client.id] = client
        return client
    }

    public func transcript(of shelf: String) -> Transcript {
        if let known = transcripts[shelf] { return known }
        let new = Transcript(shelf: shelf)
        new.author = { [unowned self] id, request in
            byID[id].map { ($0.index, 1...$0.planned.count ~= request ? $0.planned[request - 1] : 0) }
        }
        transcripts[shelf] = new
        return new
    }

    var allTranscripts: [Transcript] { transcripts.values.sorted { $0.shelf < $1.shelf } }

    /// Runs the loop until `condition` holds, which is asked after each turn.
    /// - Returns: whether it did within `seconds`.
    @discardableResult
    public func run(atMost seconds: Double, until condition: @escaping () -> Bool) -> Bool {
        if condition() { return true }
        var isMet = false
        let deadline = loop.timer(after: Int(seconds * 1000)) { [unowned self] in loop.stop() }
        loop.endOfTurn = { [unowned self] in
            guard condition() else { return }
            isMet = true
            loop.stop()
        }
        loop.run()
        loop.endOfTurn = nil
        deadline.cancel()
        return isMet || condition()
    }

    func limitMet(_ sentence: String) { limits.add(sentence) }
}

/// What every client needs, whoever else looks on: its own events are outcomes, and it comes back.
private final class Following: ClientObserver {
    func welcomed(_ client: ScriptedClient) {}
    func concluded(_ client: ScriptedClient, request: Int, fate: Fate) {}
    func ticked(_ client: ScriptedClient, seq: Int) {}

    func told(_ client: ScriptedClient, after seq: Int) {
        for seq in seq + 1...client.seq { client.concludeOwn(seq) }
    }

    func ended(_ client: ScriptedClient, _ ending: Ending, bye: Told?, wasLive: Bool) -> Int? { delay(before: ending, bye: bye, random: 100) }
}


/// When to come back after a connection ended, in milliseconds; nil to stay away (W10).
func delay(before ending: Ending, bye: Told?, random: Int) -> Int? {
    if case .bye(_, _, let reconnects, let after)? = bye {
        guard reconnects else { return nil }
        return after.map { $0.lowerBound + random % ($0.upperBound - $0.lowerBound + 1) } ?? random
    }
    switch ending {
    case .closed(let code): return code < 4500 && ![1002, 1007, 1009].contains(code) ? random : nil
    case .refused(let status): return status == 503 ? 500 + random : nil
    case .lost, .byUs: return random
    case .broken: return nil
    }
}

extension ScriptedClient {
    /// An event of its own is the outcome of its request.
    func concludeOwn(_ seq: Int) {
        let line = transcript.line(seq)
        if line.author == index { conclude(line.request, .event(seq: seq)) }
    }
}
