import ShelfCore

/// A few clients who do whatever they like on a small shelf, now and then also what is refused. The same numbers do the same.
public struct RandomEditors {
    public var random: RandomNumbers
    public let clients: [ClientID]
    public let settings: Settings
    private var albums: [AlbumID]
    private var made = 0
    private var requests: [ClientID: Int] = [:]
    private var time = 1_790_000_000_000
    private let values: [Value?]
    private let fields: [String]
    private let moves: Double
    private let switches: Double
    private let hasAdmin: Bool

    public init(seed: UInt64) { self.init(RandomNumbers(seed: seed)) }

    public init(_ numbers: RandomNumbers) {
        random = numbers
        clients = Array(["A", "B", "C", "D"].prefix(Int.random(in: 2...4, using: &random)))
        var settings = Settings()
        settings.undoDepth = random.pick([2, 3, 5, 8, 200, 200])
        settings.binAlbums = random.pick([0, 2, 10_000, 10_000])
        self.settings = settings
        albums = (1...Int.random(in: 1...6, using: &random)).map { "a\($0)" }
        values = Array([.text("red"), .text("green"), nil].prefix(Int.random(in: 2...3, using: &random)))
        fields = Array(["title", "year"].prefix(Int.random(in: 1...2, using: &random)))
        moves = Double.random(in: 0..<1, using: &random)
        switches = Double.random(in: 0.2..<0.6, using: &random)
        hasAdmin = random.chance(0.3)
    }

    /// What comes before the first request.
    public mutating func opening() -> [Act] {
        let inserts = albums.map { Operation.insert($0, at: .before(nil), fields: []) }
        return [.epoch("e1"), .settings(settings), .request(request(by: "start", .do(inserts))), .end("start")]
    }

    /// What happens next, on a shelf with that many events.
    public mutating func act(seq: Int) -> Act {
        let client = random.pick(clients)
        if random.chance(0.01) { return .end(client) }
        let action: Action =
            switch Double.random(in: 0..<1, using: &random) {
            case ..<(switches * 0.6): .undo(wish(client, seq: seq))
            case ..<switches: .redo(wish(client, seq: seq))
            default: .do(operations())
            }
        return .request(request(by: client, action))
    }

    private mutating func request(by client: ClientID, _ action: Action) -> Request {
        time += 1
        requests[client, default: 0] += random.chance(0.05) ? 2 : 1
        let name = random.chance(0.03) ? "another \(client)" : "name of \(client)"
        return Request(
            client: client, name: name, number: requests[client]!, at: time, isAdmin: hasAdmin && client == clients.last, action: action)
    }

    // MARK: - Undo and redo

    private mutating func wish(_ client: ClientID, seq: Int) -> Switch {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: Switch(expect: .nothing)
        case 1: Switch(expect: .step(reference(client, seq: seq)))
        case 2, 3: Switch(target: .step(reference(client, seq: seq)))
        case 4 where hasAdmin: Switch(target: .client(random.pick(clients)))
        default: Switch()
        }
    }

    private mutating func reference(_ client: ClientID, seq: Int) -> StepReference {
        random.chance(0.5)
            ? .step(Int.random(in: max(0, seq - 8)...seq + 1, using: &random))
            : .request(Int.random(in: max(0, requests[client, default: 0] - 5)...requests[client, default: 0] + 2, using: &random))
    }

    // MARK: - Operations

    private mutating func operations() -> [Operation] {
        let count = random.pick([1, 1, 1, 2, 2, 3, 5])
        return (0..<count).map { _ in operation() }
    }

    private mutating func operation() -> Operation {
        let album = random.pick(albums)
        if random.chance(moves * 0.7) { return .move(album, to: anchor(for: album)) }
        switch Double.random(in: 0..<1, using: &random) {
        case ..<0.12: return insert()
        case ..<0.32: return .delete(album)
        case ..<0.45: return .restore(album)
        case ..<0.46: return .edit("nobody", set: writes())
        case ..<0.47: return .insert(album, at: .after(nil), fields: [])
        default: return .edit(album, set: writes())
        }
    }

    private mutating func insert() -> Operation {
        made += 1
        let id = "n\(made)"
        let anchor = anchor(for: id)
        albums.append(id)
        return .insert(id, at: anchor, fields: random.chance(0.6) ? [] : writes())
    }

    private mutating func writes() -> [FieldWrite] {
        let count = Int.random(in: 1...fields.count, using: &random)
        return fields.shuffled(using: &random).prefix(count).map { FieldWrite(name: $0, value: random.pick(values)) }
    }

    private mutating func anchor(for album: AlbumID) -> Anchor {
        switch Double.random(in: 0..<1, using: &random) {
        case ..<0.15: .after(nil)
        case ..<0.3: .before(nil)
        case ..<0.31: .after(album)
        case ..<0.65: .after(random.pick(albums))
        default: .before(random.pick(albums))
        }
    }
}
