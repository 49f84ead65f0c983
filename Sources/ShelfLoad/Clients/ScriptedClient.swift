import ShelfCore
import ShelfWire
import Sockets

/// What became of a request.
public enum Fate: Equatable, Sendable {
    case open
    /// It was carried out, as the event with this `seq`.
    case event(seq: Int)
    case nothing
    case refused(code: String)
}

/// Who is told what happens to scripted clients. Called on the loop's thread.
protocol ClientObserver: AnyObject {
    /// Everything that it missed is on its way.
    func welcomed(_ client: ScriptedClient)
    /// It was told the events behind `seq`.
    func told(_ client: ScriptedClient, after seq: Int)
    func concluded(_ client: ScriptedClient, request: Int, fate: Fate)
    func ticked(_ client: ScriptedClient, seq: Int)
    /// The connection is over; says in how many milliseconds to come back, or nil to stay away.
    func ended(_ client: ScriptedClient, _ ending: Ending, bye: Told?, wasLive: Bool) -> Int?
}

/// A client that does what a program says: it keeps the list from events, numbers its requests, comes back when its connection ends, and
/// sends again what has no outcome yet.
public final class ScriptedClient {
    public let name: String
    public let key: ClientKey
    /// Its place among the clients of its crowd.
    public let index: Int
    public let transcript: Transcript
    private unowned let crowd: Crowd
    private var connection: DialedConnection?
    /// For one that soon is behind.
    var receiveBuffer: Int32?

    /// It was welcomed, and has the list.
    public private(set) var isLive = false
    /// It was told to leave for good.
    private(set) var hasLeft = false
    private(set) var welcome: Welcome?
    private var bye: Told?
    private var parts: [Album] = []
    private(set) var cursor = Cursor(seq: 0, offset: 0)
    private var hasList = false

    /// What it asked for, by number less one.
    private(set) var actions: [Action] = []
    private(set) var planned: [Int] = []
    public private(set) var fates: [Fate] = []
    public private(set) var openRequests = 0
    private var firstOpen = 0

    /// How many pings have no tick yet.
    private(set) var pings = 0

    /// What it was last told that it can do, and as of which `seq`.
    public private(set) var targets = Targets()
    private(set) var targetsSeq = 0
    /// Every `you`, as a hash of its bytes.
    private(set) var targetsTold: [(seq: Int, hash: UInt64)] = []

    init(_ name: String, transcript: Transcript, index: Int, crowd: Crowd) {
        self.name = name
        self.transcript = transcript
        self.index = index
        self.crowd = crowd
        key = ClientKey.random()
    }

    public var id: ClientID { key.client }
    /// The last event that it was told.
    public var seq: Int { cursor.seq }
    /// The list as of `transcript.lastSeq`.
    public var list: Replica { transcript.list }

    // MARK: - What a script does

    func connect() {
        do {
            connection = try crowd.dialer.dial("/ws/\(transcript.shelf)", receiveBuffer: receiveBuffer, handler: self)
        } catch {
            crowd.limitMet("\(error)")
        }
    }

    /// Makes a request; it is sent at once, or when the client is back.
    /// - Parameter planned: when it was due, in nanoseconds of the monotonic clock.
    /// - Returns: its number.
    @discardableResult
    public func request(_ action: Action, planned time: Int = monotonicNanoseconds()) -> Int {
        actions.append(action)
        planned.append(time)
        fates.append(.open)
        openRequests += 1
        if isLive { send(actions.count) }
        return actions.count
    }

    public var requestCount: Int { actions.count }
    public func fate(of number: Int) -> Fate { fates[number - 1] }

    /// Asks for a `tick`, which comes behind all that was sent before.
    func ping() {
        pings += 1
        connection?.send(ClientMessage.ping.encoded)
    }

    /// Cuts the connection, as a cable that is pulled.
    public func cut() { connection?.end() }

    /// Leaves for good.
    public func leave() {
        hasLeft = true
        connection?.close()
    }

    func pauseReading() { connection?.pauseReading() }
    func resumeReading() { connection?.resumeReading() }

    private func send(_ number: Int) {
        connection?.send(ClientMessage.request(number: number, action: actions[number - 1]).encoded)
    }

    private func sendOpen() {
        while firstOpen < fates.count, fates[firstOpen] != .open { firstOpen += 1 }
        for index in firstOpen..<fates.count where fates[index] == .open { send(index + 1) }
    }

    // MARK: - What it is told

    /// A whole message that arrived.
    func take(_ message: UnsafeRawBufferPointer) {
        if let part = transcript.knownPart(message) { return take(part) }
        guard let told = Told(message) else { return transcript.report("client \(id) was told what cannot be read: \(text(message))") }
        take(told, message)
    }

    private func take(_ message: Told, _ payload: UnsafeRawBufferPointer) {
        switch message {
        case .welcome(let welcome): take(welcome)
        case .snapshot(let part):
            transcript.keep(payload, part)
            take(part)
        case .event(let event): take(event, payload)
        case .you(let seq, let targets):
            (self.targets, targetsSeq) = (targets, seq)
            targetsTold.append((seq, hash(payload)))
        case .ack(let number, .none): conclude(number, .nothing)
        case .ack(let number, .done(let seq)): conclude(number, .event(seq: seq))
        case .nack(let number, let code, _): conclude(number, .refused(code: code))
        case .tick(let seq):
            pings = max(0, pings - 1)
            if seq != cursor.seq { transcript.report("client \(id) was told that its last event is \(seq), and it is \(cursor.seq)") }
            crowd.observer?.ticked(self, seq: seq)
        case .bye: bye = message
        case .other: break
        }
    }

    private func take(_ welcome: Welcome) {
        if welcome.client != id { transcript.report("client \(id) was welcomed as \(welcome.client)") }
        self.welcome = welcome
        bye = nil
        if welcome.resumed { becomeLive() }
    }

    private func take(_ part: Told.ListPart) {
        parts += part.albums
        guard part.part == part.of else { return }
        transcript.begin(or: parts, epoch: part.epoch, seq: part.seq)
        parts = []
        hasList = true
        place(at: part.seq)
        becomeLive()
    }

    private func becomeLive() {
        let isNew = !isLive
        isLive = true
        sendOpen()
        if isNew { crowd.observer?.welcomed(self) }
    }

    private func take(_ event: Event, _ payload: UnsafeRawBufferPointer) {
        let before = cursor.seq
        if event.seq != before + 1 { transcript.report("client \(id) was told event \(event.seq) behind \(before)") }
        transcript.tell(payload, event)
        place(at: event.seq)
        noteTold(after: event.seq - 1)
    }

    /// Outside of what the transcript knows there is nothing to compare.
    private func place(at seq: Int) {
        cursor = Cursor(seq: seq, offset: transcript.knows(seq) ? transcript.end(of: seq) : -1)
    }

    private func noteTold(after seq: Int) {
        guard transcript.knows(cursor.seq), transcript.knows(seq) else { return }
        crowd.observer?.told(self, after: seq)
    }

    /// An outcome, its own event included; called by whoever walks over that.
    func conclude(_ number: Int, _ fate: Fate) {
        guard 1...fates.count ~= number else { return transcript.report("client \(id) was told an outcome of request \(number), which it never made") }
        guard fates[number - 1] == .open else {
            // Told again, because the request was sent again.
            if fates[number - 1] != fate { transcript.report("request \(number) of client \(id) had two outcomes: \(fates[number - 1]) and \(fate)") }
            return
        }
        fates[number - 1] = fate
        openRequests -= 1
        crowd.observer?.concluded(self, request: number, fate: fate)
    }
}

extension ScriptedClient: DialHandler {
    public func opened(_ connection: DialedConnection) {
        let at = hasList ? Position(epoch: transcript.epoch, seq: cursor.seq) : nil
        connection.send(ClientMessage.hello(Hello(key: key, at: at, name: name)).encoded)
    }

    public func recognized(_ connection: DialedConnection, _ frames: UnsafeRawBufferPointer) -> Int {
        guard isLive else { return 0 }
        if cursor.offset < 0 { place(at: cursor.seq) }
        guard cursor.offset >= 0 else { return 0 }
        let before = cursor.seq
        guard let taken = transcript.follow(&cursor, frames) else {
            transcript.report("client \(id) was told an event behind \(before) that is not what another was told")
            cut()
            return frames.count
        }
        if cursor.seq > before { noteTold(after: before) }
        return taken
    }

    public func received(_ connection: DialedConnection, _ message: UnsafeRawBufferPointer) {
        take(message)
    }

    public func ended(_ connection: DialedConnection, _ ending: Ending) {
        self.connection = nil
        let wasLive = isLive
        isLive = false
        parts = []
        // What of an event was told is told again.
        if hasList { place(at: cursor.seq) }
        guard let delay = crowd.observer?.ended(self, ending, bye: bye, wasLive: wasLive), !hasLeft else { return }
        crowd.loop.timer(after: delay) { [weak self] in self?.connect() }
    }
}

/// FNV-1a, 64 bits.
func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

private func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes.prefix(200), as: UTF8.self) }
