import ShelfCore

// How a client reads what the server's encoder writes. Lenient: what is missing is nil.
extension JSON {
    var ack: Told? {
        guard let number = self["req"]?.integer else { return nil }
        guard self["effect"]?.string == "done" else { return .ack(number: number, .none) }
        return self["seq"]?.integer.map { .ack(number: number, .done(seq: $0)) }
    }

    var nack: Told? {
        guard let number = self["req"]?.integer, let code = self["code"]?.string else { return nil }
        return .nack(number: number, code: code, message: self["message"]?.string ?? "")
    }

    var bye: Told? {
        guard let code = self["code"]?.integer else { return nil }
        let window = self["after"].map { $0.elements.compactMap(\.integer) } ?? []
        let after = window.count == 2 && window[0] <= window[1] ? window[0]...window[1] : nil
        return .bye(code: code, reason: self["reason"]?.string ?? "", reconnects: self["reconnect"]?.isTrue ?? false, after: after)
    }

    var welcome: Welcome? {
        guard let client = self["client"]?.string, let shelf = self["shelf"]?.string, let epoch = self["epoch"]?.string,
              let seq = self["seq"]?.integer, let lastRequest = self["req"]?.integer else { return nil }
        return Welcome(
            client: client, key: self["key"]?.string.flatMap(ClientKey.init), shelf: shelf, epoch: epoch, seq: seq, lastRequest: lastRequest,
            role: self["role"]?.string.flatMap(Role.init) ?? .view, resumed: self["resumed"]?.isTrue ?? false,
            durable: self["durable"]?.string.flatMap(Durability.init) ?? .memory, limits: self["limits"]?.limits ?? Limits(),
            webCovers: self["web_covers"]?.isTrue ?? false, server: self["server"]?.string ?? "")
    }

    private var limits: Limits {
        var limits = Limits()
        func read(_ name: StaticString, _ limit: WritableKeyPath<Limits, Int>) {
            if let value = self[name]?.integer { limits[keyPath: limit] = value }
        }
        read("message_bytes", \.messageBytes)
        read("messages_per_frame", \.messagesPerFrame)
        read("operations_per_request", \.settings.operationsPerRequest)
        read("event_bytes", \.settings.eventBytes)
        read("field_bytes", \.fieldBytes)
        read("album_fields", \.settings.fieldsPerAlbum)
        read("album_bytes", \.settings.albumBytes)
        read("albums", \.settings.albums)
        read("name_characters", \.nameCharacters)
        read("open_requests", \.openRequests)
        read("requests_per_second", \.requestsPerSecond)
        read("request_burst", \.requestBurst)
        read("undo_depth", \.settings.undoDepth)
        read("client_days", \.settings.clientRetentionDays)
        return limits
    }

    var listPart: Told.ListPart? {
        guard let epoch = self["epoch"]?.string, let seq = self["seq"]?.integer, let part = self["part"]?.integer,
              let of = self["of"]?.integer, let albums = self["albums"]?.albums else { return nil }
        return Told.ListPart(epoch: epoch, seq: seq, part: part, of: of, why: self["why"]?.string ?? "", albums: albums)
    }

    /// Each with its fields in the order in which they came.
    var albums: [Album]? {
        guard isArray else { return nil }
        var albums: [Album] = []
        albums.reserveCapacity(count)
        for object in elements {
            guard let id = object["id"]?.string, let fields = object.fields(besidesID: true) else { return nil }
            albums.append(Album(id: id, fields: fields))
        }
        return albums
    }

    // MARK: - Events and targets

    var event: Event? {
        guard let seq = self["seq"]?.integer, let by = self["by"]?.string, let request = self["req"]?.integer,
              let kind = self["kind"]?.string.flatMap(Self.kind), let ops = self["ops"], ops.isArray else { return nil }
        let changes = ops.elements.compactMap(\.change)
        guard changes.count == ops.count else { return nil }
        return Event(
            seq: seq, by: by, name: self["name"]?.string ?? "", request: request, kind: kind, at: self["at"]?.integer ?? 0,
            label: self["label"]?.label, of: self["of"]?.integer, owner: self["owner"]?.string, changes: changes)
    }

    private static func kind(_ text: String) -> Event.Kind? {
        switch text {
        case "do": .do
        case "undo": .undo
        case "redo": .redo
        default: nil
        }
    }

    private var change: Change? {
        guard let id = self["id"]?.string else { return nil }
        switch self["op"]?.string {
        case "delete": return self["index"]?.integer.map { .delete(index: $0, id: id) }
        case "move":
            guard let from = self["from"]?.integer, let to = self["to"]?.integer else { return nil }
            return .move(from: from, to: to, id: id)
        case "insert":
            guard let index = self["index"]?.integer, let fields = self["fields"].map({ $0.fields() }) ?? [] else { return nil }
            return .insert(index: index, id: id, fields: fields)
        case "edit": return (self["set"].map { $0.fieldWrites() } ?? []).map { .edit(id: id, set: $0) }
        default: return nil
        }
    }

    var targets: Targets {
        Targets(undo: self["undo"]?.target, redo: self["redo"]?.target, covered: self["covered"]?.covered)
    }

    private var target: Target? {
        guard let step = self["step"]?.integer, let label = self["label"]?.label else { return nil }
        return Target(step: step, label: label)
    }

    private var covered: Covered? {
        guard let target else { return nil }
        return Covered(
            step: target.step, label: target.label, by: self["by"]?.string, name: self["name"]?.string, more: self["more"]?.integer ?? 0)
    }

    private var label: Label? {
        guard let kind = self["op"]?.string.flatMap(Self.labelKind), let count = self["count"]?.integer, let id = self["id"]?.string else { return nil }
        return Label(kind: kind, count: count, id: id, title: self["title"]?.string, field: self["field"]?.string)
    }

    private static func labelKind(_ text: String) -> Label.Kind? {
        switch text {
        case "insert": .insert
        case "delete": .delete
        case "restore": .restore
        case "move": .move
        case "edit": .edit
        case "mixed": .mixed
        default: nil
        }
    }

    // MARK: - Fields

    private func fields(besidesID: Bool = false) -> [Field]? {
        fieldWrites(besidesID: besidesID)?.compactMap { write in write.value.map { Field(name: write.name, value: $0) } }
    }

    /// Nil when a name is none (L2): whoever left such a field out would keep another list than the server's.
    private func fieldWrites(besidesID: Bool = false) -> [FieldWrite]? {
        var writes: [FieldWrite] = []
        for (name, value) in members where !(besidesID && name.elementsEqual("id".utf8)) {
            guard isFieldName(name) else { return nil }
            writes.append(FieldWrite(name: String(decoding: name, as: UTF8.self), value: value.fieldValue))
        }
        return writes
    }

    private var fieldValue: Value? { integer.map(Value.number) ?? string.map(Value.text) }
}
