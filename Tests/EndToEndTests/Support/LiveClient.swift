import ShelfCore
import TestSupport

/// A client as anybody might write it, without an undo engine: an array that follows events (W5), numbered requests that are sent again
/// until they have an outcome (W3), and what the server told it last. What cannot be right is thrown: an event that does not fit, a second
/// outcome of a request.
///
/// It does nothing by itself: it reads when it is asked to wait for something.
final class LiveClient {
    let shelf: String
    let name: String
    let key: String
    private(set) var socket: TestWebSocket?

    // What it was told.
    private(set) var id = ""
    private(set) var welcome = JSON.null
    private(set) var epoch = ""
    private(set) var seq = 0
    private(set) var list = LiveList()
    private(set) var you = JSON.null
    private(set) var who = JSON.null
    private(set) var trouble = JSON.null
    private(set) var bye = JSON.null
    /// Why it was sent snapshots, in their order.
    private(set) var snapshots: [String] = []
    /// What ended each request: an `ev`, an `ack` or a `nack`.
    private(set) var outcomes: [Int: JSON] = [:]
    /// Called with each event, each `you` and each trouble's reason as it comes.
    var onEvent: (JSON) throws -> Void = { _ in }
    var onTargets: (JSON) throws -> Void = { _ in }
    var onTrouble: (JSON) -> Void = { _ in }

    // What it asked.
    private(set) var open: [(number: Int, message: JSON)] = []
    private(set) var lastNumber = 0
    private var ticks = 0

    /// - Parameter key: 43 characters of base64url; by it the server knows the client again.
    init(_ name: String, shelf: String = "main", key: String = randomKey()) {
        self.name = name
        self.shelf = shelf
        self.key = key
    }

    convenience init(_ name: String, on server: LiveServer, shelf: String = "main") throws {
        self.init(name, shelf: shelf)
        try connect(to: server.port)
    }

    static func randomKey() -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        // The last character carries 4 bits of 32 bytes.
        return String((0..<42).map { _ in letters.randomElement()! }) + "A"
    }

    // MARK: Connecting

    /// Says hello, is welcomed, and sends again what is open.
    /// - Parameters:
    ///   - at: an epoch and a `seq`, instead of what it has.
    ///   - list: the list at that `seq`.
    func connect(to port: UInt16, at: (epoch: String, seq: Int)? = nil, list: LiveList = LiveList()) throws {
        if let at { (epoch, seq, self.list) = (at.epoch, at.seq, list) }
        socket = try TestWebSocket(port: port, path: "/ws/\(shelf)")
        you = .null
        bye = .null
        welcome = .null
        try send(hello)
        try wait { !welcome.isNull && !you.isNull }
        for (_, message) in open { try send(message) }
    }

    private var hello: JSON {
        var hello: [String: JSON] = ["t": "hello", "key": .text(key), "name": .text(name)]
        if !epoch.isEmpty { hello["at"] = ["epoch": .text(epoch), "seq": JSON(seq)] }
        return .object(hello)
    }

    func disconnect() { socket = nil }

    // MARK: Asking

    /// Sends a request and does not wait.
    /// - Returns: its number.
    @discardableResult
    func request(_ action: Action, number: Int? = nil) throws -> Int {
        lastNumber = number ?? lastNumber + 1
        let message = action.message(number: lastNumber)
        open.append((lastNumber, message))
        try send(message)
        return lastNumber
    }

    @discardableResult
    func request(_ operations: ShelfCore.Operation...) throws -> Int { try request(.do(operations)) }

    /// Sends a request and waits for its outcome, and for all that the server had to say with it.
    @discardableResult
    func carryOut(_ action: Action, number: Int? = nil) throws -> JSON {
        let number = try request(action, number: number)
        try wait { outcomes[number] != nil }
        try catchUp()
        return outcomes[number]!
    }

    @discardableResult
    func carryOut(_ operations: ShelfCore.Operation...) throws -> JSON { try carryOut(.do(operations)) }

    @discardableResult
    func undo() throws -> JSON { try carryOut(.undo(Switch())) }

    @discardableResult
    func redo() throws -> JSON { try carryOut(.redo(Switch())) }

    func send(_ message: JSON) throws {
        guard let socket else { throw Broken("\(name) is not connected") }
        try socket.send(text: message.description)
    }

    // MARK: Hearing

    /// Takes in all that the server had sent before now.
    func catchUp() throws {
        let before = ticks
        try send(["t": "ping"])
        try wait { ticks > before }
    }

    /// Waits until no request is open.
    func finish() throws { try wait { open.isEmpty } }

    /// Hears until something is so.
    /// - Throws: when it is not after 10 s.
    func wait(until condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !condition() { try hear(until: deadline) }
    }

    /// Takes in one frame.
    private func hear(until deadline: ContinuousClock.Instant) throws {
        guard let socket else { throw Broken("\(name) is not connected") }
        let left = Int((deadline - .now) / .milliseconds(1))
        switch try socket.receive(timeout: max(0, left)) {
        case .text(let text): try hear(frame: JSON(text))
        case .ping(let payload): try socket.send(.pong, payload)
        case let other: throw Broken("\(name) was sent \(other)")
        }
    }

    private func hear(frame: JSON) throws {
        if case .array(let messages) = frame { for message in messages { try hear(message) } } else { try hear(frame) }
    }

    /// Takes in what has arrived, without waiting.
    func hearWhatIsThere() throws {
        while let socket, (try? socket.tcp.waitForByte(timeout: 0)) == true { try hear(until: .now + .seconds(10)) }
    }

    /// Takes in what the server sent before it was gone.
    func hearTheRest() {
        while (try? hear(until: .now + .seconds(2))) != nil {}
        disconnect()
    }

    private func hear(_ message: JSON) throws {
        switch message["t"].text {
        case "welcome": welcomed(message)
        case "snapshot": try take(snapshot: message)
        case "ev": try take(event: message)
        case "ack", "nack": try conclude(message["req"].int, message)
        case "you":
            you = message
            try onTargets(message)
        case "who": who = message
        case "trouble":
            trouble = message["reason"]
            onTrouble(trouble)
        case "bye": bye = message
        case "tick": ticks += 1
        default: break
        }
    }

    private func welcomed(_ message: JSON) {
        welcome = message
        id = message["client"].text ?? ""
        lastNumber = max(lastNumber, message["req"].int ?? 0)
    }

    private func take(snapshot: JSON) throws {
        if snapshot["part"] == 1 {
            list = LiveList()
            snapshots.append(snapshot["why"].text ?? "")
        }
        for album in snapshot["albums"].items { try list.append(album) }
        epoch = snapshot["epoch"].text ?? ""
        seq = snapshot["seq"].int ?? 0
    }

    private func take(event: JSON) throws {
        guard event["seq"].int == seq + 1 else { throw Broken("\(name) is at \(seq) and was sent \(event)") }
        seq += 1
        for change in event["ops"].items { try list.apply(change) }
        try onEvent(event)
        if event["by"].text == id { try conclude(event["req"].int, event) }
    }

    private func conclude(_ number: Int?, _ message: JSON) throws {
        guard let number else { return }
        guard outcomes[number] == nil else { throw Broken("\(name) was told a second outcome: \(message)") }
        outcomes[number] = message
        open.removeAll { $0.number == number }
    }
}
