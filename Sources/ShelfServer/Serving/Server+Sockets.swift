import ShelfWire
import Sockets

/// The hub's sessions on real connections.
extension Server: ListenerHandler {
    public func respond(to request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        loop.endTurnIfLong()
        router.respond(to: request, answer)
    }

    public func admits(upgrade: UpgradeRequest) -> Admission {
        guard upgrade.path.hasPrefix("/ws/"), isShelfName(upgrade.path.dropFirst(4)) else {
            return .refuse(Rejection(404, "WebSockets are at /ws/SHELF; \(shelfNameRule)"))
        }
        guard !hub.isDraining else { return .refuse(Rejection(503, "this server is about to stop")) }
        return memory.isShort ? .refuse(Rejection(503, "this server has no memory left for more clients; its operator has to look")) : .accept
    }

    public func opened(_ connection: Connection) {
        loop.endTurnIfLong()
        connection.context = hub.opened(connection, shelf: String(connection.path.dropFirst(4)))
    }

    public func received(_ connection: Connection, _ message: UnsafeRawBufferPointer, isText: Bool) {
        if let session = connection.session { hub.received(message, isText: isText, from: session) }
    }

    public func writable(_ connection: Connection) {
        if let session = connection.session { hub.writable(session) }
    }

    public func turnedAway(_ address: String, why: String) { log.refused("\(address) was turned away: \(why)") }

    public func closed(_ connection: Connection) {
        if let session = connection.session { hub.closed(session) }
        loop.endTurnIfLong()
    }
}

extension Connection {
    fileprivate var session: Session? { context as? Session }
}

extension Connection: Link {
    public func send(_ frames: [UInt8]) { let _: Bool = send(frames) }
}
