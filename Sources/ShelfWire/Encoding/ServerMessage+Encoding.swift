import ShelfCore

extension ServerMessage {
    /// Appends the message as JSON, in UTF-8.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .welcome(let welcome): bytes.welcome(welcome)
        case .snapshot(let part): bytes.snapshot(part)
        case .event(let event): bytes.event(event)
        case .you(let seq, let targets): bytes.you(seq, targets)
        case .who(let count, let clients): bytes.who(count, clients)
        case .ack(let number, let effect): bytes.ack(number, effect)
        case .nack(let number, let refusal): bytes.nack(number, refusal)
        case .tick(let seq): bytes.tick(seq)
        case .bye(let bye): bytes.bye(bye)
        case .trouble(let reason): bytes.trouble(reason)
        case .history(let seq, let page): bytes.history(seq, page)
        case .bin(let seq, let page): bytes.bin(seq, page)
        }
    }

    /// The message as JSON, in UTF-8.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }
}

extension SnapshotPart {
    /// Appends what stands in front of the albums. They and `closing` follow, and are the same for all who read this part.
    public func encodeOpening(into bytes: inout [UInt8]) { bytes.snapshotOpening(self) }

    public static let closing = Array("]}".utf8)
}

extension [UInt8] {
    fileprivate mutating func snapshot(_ part: SnapshotPart) {
        snapshotOpening(part)
        append(contentsOf: part.albums)
        append(contentsOf: SnapshotPart.closing)
    }

    fileprivate mutating func snapshotOpening(_ part: SnapshotPart) {
        open("t", "snapshot")
        member("epoch", part.epoch)
        member("seq", part.seq)
        member("part", part.part)
        member("of", part.of)
        member("why", part.why.rawValue)
        member("albums")
        append(UInt8(ascii: "["))
    }

    fileprivate mutating func who(_ count: Int, _ clients: [Present]?) {
        open("t", "who")
        member("count", count)
        if let clients { member("clients", clients) { $0.present($1) } }
        close()
    }

    private mutating func present(_ present: Present) {
        open("client", text: present.client)
        if let name = present.here.name { member("name", name) }
        if let person = present.here.person { member("person", person) }
        if let hue = present.here.hue { member("hue", hue) }
        if let on = present.here.on { member("on", on) }
        if let edits = present.here.edits { member("edits", edits) }
        close()
    }

    fileprivate mutating func ack(_ number: Int, _ effect: Effect) {
        open("t", "ack")
        member("req", number)
        switch effect {
        case .none: member("effect", "none")
        case .done(let seq):
            member("effect", "done")
            member("seq", seq)
        }
        close()
    }

    fileprivate mutating func nack(_ number: Int, _ refusal: Refusal) {
        open("t", "nack")
        member("req", number)
        member("code", refusal.code.rawValue)
        member("message", refusal.message)
        close()
    }

    fileprivate mutating func tick(_ seq: Int) {
        open("t", "tick")
        member("seq", seq)
        close()
    }

    fileprivate mutating func bye(_ bye: Bye) {
        open("t", "bye")
        member("code", Int(bye.code.rawValue))
        member("reason", bye.reason)
        member("reconnect", bye.code.reconnects)
        if let after = bye.after { member("after", [after.lowerBound, after.upperBound]) { $0.number($1) } }
        close()
    }

    fileprivate mutating func trouble(_ reason: String?) {
        open("t", "trouble")
        memberOrNull("reason", reason)
        close()
    }

    fileprivate mutating func history(_ seq: Int, _ page: HistoryPage) {
        open("t", "history")
        member("seq", seq)
        member("events", page.lines) { $0.line($1) }
        member("more", page.more)
        close()
    }

    fileprivate mutating func bin(_ seq: Int, _ page: BinPage) {
        open("t", "bin")
        member("seq", seq)
        member("total", page.total)
        member("albums", page.albums) { $0.deleted($1) }
        if let before = page.before { member("before", before) }
        close()
    }

    private mutating func deleted(_ deleted: DeletedAlbum) {
        open("id", text: deleted.album.id)
        fields(deleted.album.fields)
        member("by", deleted.by)
        member("name", deleted.name)
        member("at", deleted.at)
        close()
    }
}
