import ShelfCore
@testable import ShelfWire
import TestSupport

/// A scripted client that speaks the real wire: keeps a list, numbers its requests, comes back, and sends again what is open.
final class Editor {
    /// What it was told became of a request.
    enum Told: Equatable {
        case event(Int)
        case none
        case refused(String)
    }

    struct Sent {
        let number: Int
        let message: String
    }

    unowned let world: World
    let player: Player
    let shelf: String
    let key: ClientKey
    let pace: Int
    private(set) var link: SimulatedLink?

    // What it knows of the list.
    var list = ListCopy()
    var epoch: String?
    var seq = 0
    var undo: Int?
    var redo: Int?
    /// The last `you` of this session.
    var you: (seq: Int, text: [UInt8])?

    // Its requests.
    var lastNumber = 0
    /// What a server has read of them, over any connection.
    var requestsRead: Set<Int> = []
    var open: [Sent] = []
    var told: [Int: Told] = [:]
    var messages: [Int: String] = [:]
    /// Numbers that it has used again for something else.
    var reused: Set<Int> = []
    /// Numbers of requests that are refused without the shelf, and need not be remembered.
    var malformed: Set<Int> = []
    var nextAlbum = 0
    var deleted: [String] = []

    // The session.
    var isWelcomed = false
    var needsSnapshot = false
    var parts: [Item] = []
    var nextPart = 1
    var trouble: String?
    private var comesBack = true

    init(_ world: World, shelf: String) {
        self.world = world
        self.shelf = shelf
        player = world.newPlayer()
        pace = player.draw(5...120)
        key = Self.key(player.draw(0...Int.max), player)
        world.later(player, at: player.draw(0...300)) { [self] in connect() }
        actLater()
    }

    var client: ClientID { key.client }
    var isLive: Bool { link != nil && isWelcomed && !needsSnapshot }

    static func key(_ number: Int, _ player: Player) -> ClientKey {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let text = (0..<42).map { _ in letters[player.draw(0...63)] } + [letters[player.draw(0...15) * 4]]
        return ClientKey(String(text))!
    }

    // MARK: - Coming and going

    func connect() {
        guard let server = world.server, !server.isDown else { return connectLater() }
        link?.abandon()
        let link = SimulatedLink(self, server)
        self.link = link
        isWelcomed = false
        needsSnapshot = false
        parts = []
        nextPart = 1
        you = nil
        trouble = nil
        world.note(player, .connects, seq, "\(name) connects at \(seq)")
        sayHello(on: link)
    }

    private func sayHello(on link: SimulatedLink) {
        let at = epoch.map { #","at":{"epoch":"\#($0)","seq":\#(seq)}"# } ?? ""
        let hello = #"{"t":"hello","client":"\#(client)","key":"\#(key.text)","name":"\#(name)"\#(at)}"#
        // An eager client does not wait for `welcome`.
        if player.chance(0.2) {
            link.post("[" + ([hello] + open.map(\.message)).joined(separator: ",") + "]")
        } else {
            link.post(hello)
        }
    }

    private func connectLater() {
        world.later(player, at: world.now + player.draw(5...300)) { [self] in
            if link == nil { connect() }
        }
    }

    func closed(_ link: SimulatedLink, _ code: Int?) {
        guard link === self.link else { return }
        world.note(player, .loses, code ?? 0, "\(name) loses its connection (\(code.map(String.init) ?? "cut"))")
        self.link = nil
        connectLater()
    }

    /// What is open goes out again, in order (W3).
    func sendAgain() {
        for request in open { link?.post(request.message) }
    }

    var name: String { "c\(player.number)" }
}
