extension Act {
    public func encode(into writer: inout ByteWriter) {
        switch self {
        case .epoch(let epoch):
            writer.byte(0)
            writer.text(epoch)
        case .settings(let settings):
            writer.byte(1)
            settings.encode(into: &writer)
        case .request(let request):
            writer.byte(2)
            request.encode(into: &writer)
        case .seen(let client, let at):
            writer.byte(3)
            writer.text(client)
            writer.count(at)
        case .end(let client):
            writer.byte(4)
            writer.text(client)
        }
    }

    public init(from reader: inout ByteReader) throws(CodingError) {
        switch try reader.byte() {
        case 0: self = .epoch(try reader.text())
        case 1: self = .settings(try Settings(from: &reader))
        case 2: self = .request(try Request(from: &reader))
        case 3: self = .seen(try reader.text(), at: try reader.number())
        case 4: self = .end(try reader.text())
        default: throw CodingError("unknown act")
        }
    }
}

extension Request {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.text(client)
        writer.text(name)
        writer.count(number)
        writer.count(at)
        writer.flag(isAdmin)
        writer.blob(encoded.bytes)
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        let (client, name) = (try reader.text(), try reader.text())
        let (number, at) = (try reader.number(), try reader.number())
        let isAdmin = try reader.flag()
        let action = try reader.blob()
        self.init(
            client: client, name: name, number: number, at: at, isAdmin: isAdmin,
            action: EncodedAction(try Action(decoding: action), bytes: action))
    }
}

extension Settings {
    func encode(into writer: inout ByteWriter) {
        for limit in Self.limits { writer.count(self[keyPath: limit]) }
    }

    init(from reader: inout ByteReader) throws(CodingError) {
        self.init()
        for limit in Self.limits { self[keyPath: limit] = try reader.number() }
        // A retention in milliseconds must be a number too.
        guard clientRetentionDays <= 1_000_000 else { throw CodingError("number too large") }
    }

    /// In their stable order.
    private static var limits: [WritableKeyPath<Settings, Int>] {
        [
            \.operationsPerRequest, \.fieldsPerAlbum, \.albumBytes, \.albums, \.idsEverUsed, \.eventBytes, \.undoDepth,
            \.clientRetentionDays, \.clients, \.binAlbums,
        ]
    }
}
