@testable import ShelfCore
@testable import ShelfWire
import Testing

private let other = "bbbbbbbbbbbbbbbb"
private let pie = Label(kind: .edit, count: 1, id: "a4", title: "American Pie", field: "year")

/// What the golden frames of the server say.
private let messages: [String: ServerMessage] = Dictionary(uniqueKeysWithValues: conversation + snapshots + events + targets + nacks)

private let conversation: [(String, ServerMessage)] = [
    ("welcome", .welcome(welcome(key: nil, .edit, resumed: true, .disk, webCovers: false))),
    ("welcome with a key", .welcome(welcome(key: key, .admin, resumed: false, .relaxed, webCovers: true))),
    ("who with nobody", .who(count: 0, clients: [])),
    ("who", .who(count: 2, clients: [
        Present(client: key.client, here: Here(name: "Bo", person: "p-1_Z", hue: 30, on: "a3", edits: "a3")),
        Present(client: other, here: Here()),
    ])),
    ("who without the list", .who(count: 101, clients: nil)),
    ("ack none", .ack(number: 18, .none)),
    ("ack done", .ack(number: 18, .done(seq: 431))),
    ("tick", .tick(seq: 431)),
    ("bye restart", .bye(Bye(code: .restart, reason: "restart", after: 0...5000))),
    ("bye slow", .bye(Bye(code: .slow, reason: "slow", after: 200...4000))),
    ("bye replaced", .bye(Bye(code: .replaced, reason: "replaced"))),
    ("trouble", .trouble(reason: "disk_full")),
    ("trouble is over", .trouble(reason: nil)),
    ("history answer, empty", .history(seq: 0, HistoryPage(lines: [], more: false))),
    ("history answer", .history(seq: 431, HistoryPage(lines: [
        past(413, by: other, "Ann", .undo, at: 1_790_000_000_002, label: nil, owner: key.client),
        past(412, by: other, "Bo", .redo, at: 1_790_000_000_001, label: pie, of: 400, owner: key.client, can: .undo),
        past(411, by: key.client, "Bo", .undo, at: 1_790_000_000_000, label: pie, of: 400, can: .redo),
        past(410, by: key.client, "", .do, at: 0, label: Label(kind: .insert, count: 1, id: "a1", title: nil, field: nil)),
    ], more: true))),
    ("bin answer, empty", .bin(seq: 0, BinPage(albums: [], total: 0, before: nil))),
    ("bin answer", .bin(seq: 431, BinPage(albums: [
        DeletedAlbum(album: Album(id: "a3", fields: [text("title", "Blue"), year(1971)]), by: key.client, name: "Bo", at: 1_790_000_000_000),
        DeletedAlbum(album: Album(id: "__proto__", fields: []), by: other, name: "", at: 0),
    ], total: 60, before: 12))),
]

private let snapshots: [(String, ServerMessage)] =
    [
        ("snapshot, empty", snapshot(seq: 0, 1, of: 1, .first, [])),
        ("snapshot, one part of two", snapshot(seq: 428, 1, of: 2, .behind, [("a1", [text("title", "Blue"), year(1971)]), ("__proto__", [])])),
    ]
    + [.ahead, .epoch, .slow].map { why in
        ("snapshot because of \(why)", snapshot(seq: 428, 2, of: 2, why, [("a2", [text("artist", "Björk")])]))
    }

private let events: [(String, ServerMessage)] = [
    ("ev do without ops", event(pie)),
    ("ev do delete", event(label(.delete), .delete(index: 0, id: "a1"))),
    ("ev do move", event(label(.move, "a3"), .move(from: 4, to: 1, id: "a3"))),
    ("ev do insert", event(label(.insert, "n1", "Pearl"), .insert(index: 3, id: "n1", fields: [text("title", "Pearl"), year(1971)]))),
    ("ev do insert without fields", event(label(.insert, "n1", nil), .insert(index: 0, id: "n1", fields: []))),
    ("ev do restore", event(label(.restore, "a5"), .insert(index: 3, id: "a5", fields: [text("title", "Blue")]))),
    ("ev do edit", event(pie, .edit(id: "a4", set: [FieldWrite(name: "year", value: .number(1992))]))),
    ("ev do edit takes fields away", event(label(.edit, "a4"), .edit(id: "a4", set: [
        FieldWrite(name: "year", value: nil), FieldWrite(name: "note", value: nil), FieldWrite(name: "title", value: .text("")),
        FieldWrite(name: "genre", value: .text("Folk")),
    ]))),
    ("ev do with all four ops", event(
        label(.mixed, count: 4), .delete(index: 7, id: "a1"), .move(from: 4, to: 1, id: "a3"),
        .insert(index: 3, id: "n1", fields: [text("title", "Pearl")]), .edit(id: "a4", set: [FieldWrite(name: "year", value: .number(-9999))]))),
    ("ev undo", event(pie, .edit(id: "a4", set: [FieldWrite(name: "year", value: .number(1971))]), kind: .undo, of: 428)),
    ("ev redo", event(pie, .edit(id: "a4", set: [FieldWrite(name: "year", value: .number(1992))]), kind: .redo, of: 428)),
    ("ev undo by an admin", event(pie, kind: .undo, of: 428, owner: key.client, by: other)),
    ("ev undo of everything of a client", event(nil, .delete(index: 0, id: "a1"), kind: .undo, owner: key.client, by: other)),
    ("ev with escapes", .event(Event(
        seq: 1, by: key.client, name: "\"Ann\" \\", request: 1, kind: .do, at: 0,
        label: Label(kind: .edit, count: 1, id: "a1", title: "a \"b\"", field: "note"), of: nil, owner: nil,
        changes: [.edit(id: "a1", set: [FieldWrite(name: "note", value: .text("line\nline\ttab / \u{7F}"))])]))),
    ("ev with emoji, right-to-left, line separators", .event(Event(
        seq: 1, by: key.client, name: "Þóra 🎧", request: 1, kind: .do, at: 0, label: label(.edit, "a1", nil), of: nil, owner: nil,
        changes: [.edit(id: "a1", set: [
            FieldWrite(name: "title", value: .text("👩‍🎤🇮🇸 Homogenic")), FieldWrite(name: "artist", value: .text("أم كلثوم")),
            FieldWrite(name: "note", value: .text("שלום\u{200F}\u{2028}\u{2029}\u{FEFF}")),
        ])]))),
    ("ev with ids that are traps in JavaScript", event(
        label(.delete, "__proto__", nil, count: 2), .delete(index: 1, id: "constructor"), .delete(index: 0, id: "__proto__"))),
    ("ev with the largest numbers", .event(Event(
        seq: largest, by: key.client, name: "", request: largest, kind: .undo, at: largest, label: label(.edit, count: 1_000_000),
        of: largest, owner: nil, changes: []))),
]

private let targets: [(String, ServerMessage)] = [
    ("you with nothing to do", .you(seq: 0, Targets(undo: nil, redo: nil, covered: nil))),
    ("you with undo", .you(seq: 431, Targets(undo: Target(step: 431, label: pie), redo: nil, covered: nil))),
    ("you with undo, redo and covered", .you(seq: 431, Targets(
        undo: Target(step: 420, label: pie), redo: Target(step: 425, label: label(.move, "a2", count: 3)),
        covered: Covered(step: 430, label: label(.edit), by: other, name: "Bo", more: 0)))),
    ("you covered by nobody", .you(seq: 431, Targets(
        undo: nil, redo: nil, covered: Covered(step: 430, label: label(.delete, "a1", nil), by: nil, name: nil, more: 2)))),
]

private let nacks: [(String, ServerMessage)] = RefusalCode.allCases.map { code in
    ("nack \(code.rawValue)", .nack(number: 19, Refusal(code, "ops[3].set.year: must be an integer from -9999 to 9999")))
}

private let largest = 9_007_199_254_740_991

private func text(_ name: String, _ value: String) -> Field { Field(name: name, value: .text(value)) }
private func year(_ value: Int) -> Field { Field(name: "year", value: .number(value)) }

private func label(_ kind: Label.Kind, _ id: AlbumID = "a1", _ title: String? = "Blue", count: Int = 1) -> Label {
    Label(kind: kind, count: count, id: id, title: title, field: nil)
}

private func event(
    _ label: Label?, _ changes: Change..., kind: Event.Kind = .do, of step: Int? = nil, owner: ClientID? = nil, by: ClientID = key.client
) -> ServerMessage {
    .event(Event(
        seq: 431, by: by, name: "Ann", request: 18, kind: kind, at: 1_790_000_000_000, label: label, of: step, owner: owner, changes: changes))
}

private func past(
    _ seq: Int, by: ClientID, _ name: String, _ kind: Event.Kind, at time: Int, label: Label?, of step: Int? = nil, owner: ClientID? = nil,
    can: SwitchKind? = nil
) -> HistoryPage.Line {
    HistoryPage.Line(event: PastEvent(seq: seq, by: by, name: name, kind: kind, at: time, label: label, of: step, owner: owner), can: can)
}

private func snapshot(seq: Int, _ part: Int, of parts: Int, _ why: SnapshotPart.Why, _ albums: [(AlbumID, [Field])]) -> ServerMessage {
    var bytes: [UInt8] = []
    for (index, album) in albums.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        encodeAlbum(album.0, album.1, into: &bytes)
    }
    return .snapshot(SnapshotPart(epoch: "e1", seq: seq, part: part, of: parts, why: why, albums: bytes))
}

private func welcome(key made: ClientKey?, _ role: Role, resumed: Bool, _ durable: Durability, webCovers: Bool) -> Welcome {
    Welcome(
        client: key.client, key: made, shelf: "main", epoch: "e1", seq: 430, lastRequest: 17, role: role, resumed: resumed, durable: durable,
        limits: Limits(), webCovers: webCovers, server: "backspin 0.1.0")
}

/// The golden frames whose `t` is one of these.
private func frames(_ kinds: String...) -> [GoldenFrame] {
    GoldenFrame.fromServer.filter { frame in kinds.contains { frame.text.hasPrefix("{\"t\":\"\($0)\"") } }
}

/// Byte for byte: the page's codec reads the same frames.
@Suite struct GoldenServerTests {
    @Test("W2 A welcome and a snapshot are written so", arguments: frames("welcome", "snapshot"))
    func opening(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W4 W5 U11 An event, its label and its ops are written so", arguments: frames("ev"))
    func events(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W6 An ack and a nack are written so", arguments: frames("ack", "nack"))
    func outcomes(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W7 Targets are written so", arguments: frames("you"))
    func targets(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W8 Who is there is written so", arguments: frames("who"))
    func presence(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W9 W10 J4 A tick, a bye and trouble are written so", arguments: frames("tick", "bye", "trouble"))
    func connection(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W12 W13 The history and the bin are written so", arguments: frames("history", "bin"))
    func pages(_ frame: GoldenFrame) throws { try check(frame) }

    @Test("W4 No message is without its golden frame, and no frame without its message") func complete() {
        #expect(Set(messages.keys) == Set(GoldenFrame.fromServer.map(\.name)))
    }

    private func check(_ frame: GoldenFrame, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let written = ShelfWireTests.text(try #require(messages[frame.name]))
        #expect(written == frame.text, sourceLocation: sourceLocation)
    }
}
