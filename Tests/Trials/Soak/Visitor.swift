import ShelfCore
import ShelfWire
import Sockets

/// One connection: it comes, asks for a few things, and goes, not always politely.
final class Visitor: DialHandler {
    enum Leaving: CaseIterable { case politely, cut, inTheMiddle }

    private unowned let soak: Soak
    private let shelf: SoakShelf
    /// Nil for a stranger, who only looks.
    private let regular: Regular?
    private let key: ClientKey
    private let leaving: Leaving
    private var connection: DialedConnection?
    private var isLive = false
    private var requestsLeft: Int
    private var open: Set<Int> = []
    private(set) var isGone = false

    init(_ soak: Soak, on shelf: SoakShelf, as regular: Regular?) {
        self.soak = soak
        self.shelf = shelf
        self.regular = regular
        key = regular?.key ?? ClientKey.random()
        leaving = Leaving.allCases.randomElement(using: &soak.random)!
        requestsLeft = regular == nil ? 0 : Int.random(in: 1...5, using: &soak.random)
        regular?.isHere = true
        shelf.visitors += 1
    }

    func come() throws { connection = try soak.dialer.dial("/ws/\(shelf.name)", handler: self) }

    func opened(_ connection: DialedConnection) {
        let position = Bool.random(using: &soak.random) ? regular?.position : nil
        connection.send(ClientMessage.hello(Hello(key: key, at: position, name: "visitor")).encoded)
    }

    func received(_ connection: DialedConnection, _ message: UnsafeRawBufferPointer) {
        guard let told = Told(message) else { return soak.complaints.add("a message that cannot be read") }
        switch told {
        case .welcome(let welcome): welcomed(welcome)
        case .event(let event):
            regular?.position?.advance(to: event.seq)
            if event.by == key.client { concluded(event.request) }
        case .snapshot(let part): regular?.position = Position(epoch: part.epoch, seq: part.seq)
        case .ack(let number, _): concluded(number)
        case .nack(let number, let code, let why):
            // Two may have begun a shelf at the same time.
            if code != "id_taken" { soak.complaints.add("request refused: \(code) \(why)") }
            concluded(number)
        case .tick: leave()
        case .bye(let code, let reason, _, _): soak.complaints.add("sent away: \(code) \(reason)")
        case .you, .other: break
        }
    }

    private func welcomed(_ welcome: Welcome) {
        isLive = true
        guard let regular else { return ping() }
        if regular.lastNumber < welcome.lastRequest { soak.complaints.add("request \(welcome.lastRequest) was never made") }
        if welcome.seq == 0 { ask(shelf.birth) }
        goOn()
    }

    /// The next request after a while, or the end.
    private func goOn() {
        soak.after(milliseconds: Int.random(in: 50...400, using: &soak.random)) { [weak self] in self?.doNext() }
    }

    private func doNext() {
        guard !isGone else { return }
        guard requestsLeft > 0 else { return ping() }
        requestsLeft -= 1
        ask(shelf.action(using: &soak.random))
        goOn()
    }

    private func ask(_ action: Action) {
        guard let regular else { return }
        regular.lastNumber += 1
        open.insert(regular.lastNumber)
        soak.requests += 1
        connection?.send(ClientMessage.request(number: regular.lastNumber, action: action).encoded)
    }

    private func concluded(_ number: Int) {
        if open.remove(number) != nil { soak.outcomes += 1 }
    }

    /// The tick comes behind all that was asked for has been read, and outcomes behind it.
    private func ping() { connection?.send(ClientMessage.ping.encoded) }

    private func leave() {
        guard leaving == .inTheMiddle || open.isEmpty else { return goOnLeaving() }
        switch leaving {
        case .politely: connection?.close()
        case .cut: connection?.end()
        case .inTheMiddle:
            ask(shelf.action(using: &soak.random))
            connection?.end()
        }
    }

    private func goOnLeaving() {
        soak.after(milliseconds: 50) { [weak self] in if self?.isGone == false { self?.ping() } }
    }

    func ended(_ connection: DialedConnection, _ ending: Ending) {
        isGone = true
        self.connection = nil
        regular?.isHere = false
        switch ending {
        case .byUs, .closed(code: 1000): break
        default: soak.complaints.add("a connection ended otherwise: \(ending)")
        }
        soak.left(shelf)
    }
}

extension Position {
    fileprivate mutating func advance(to seq: Int) { self = Position(epoch: epoch, seq: seq) }
}
