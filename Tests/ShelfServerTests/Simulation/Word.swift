import Glibc
import ShelfCore
@testable import ShelfWire

/// What a client reads of a message.
enum Word {
    case welcome(epoch: String, seq: Int, request: Int, resumed: Bool)
    case snapshot(epoch: String, seq: Int, part: Int, of: Int, why: String, [Item])
    case event(seq: Int)
    case you(seq: Int, undo: Int?, redo: Int?, text: [UInt8])
    case ack(request: Int, seq: Int?)
    case nack(request: Int, code: String)
    case tick(seq: Int)
    case bye(code: Int)
    case trouble(String?)
    case who
    case history(seq: Int)
    case bin(seq: Int)
}

/// What an event says to a reader.
struct ReadEvent {
    let seq: Int
    let by: String
    let request: Int
    let changes: [Change]
}

/// Cuts a server's bytes into the texts of their frames; nil when they are not whole text frames.
func texts(of frames: [UInt8]) -> [ArraySlice<UInt8>]? {
    var texts: [ArraySlice<UInt8>] = []
    var rest = frames[...]
    var fragments: [UInt8] = []
    while let first = rest.first {
        guard [0x81, 0x01, 0x00, 0x80].contains(first), rest.count >= 2 else { return nil }
        var length = Int(rest[rest.startIndex + 1])
        var header = 2
        if length >= 126 {
            header = length == 126 ? 4 : 10
            guard rest.count >= header else { return nil }
            length = rest[(rest.startIndex + 2)..<(rest.startIndex + header)].reduce(0) { $0 << 8 | Int($1) }
        }
        guard rest.count >= header + length else { return nil }
        let payload = rest[(rest.startIndex + header)..<(rest.startIndex + header + length)]
        rest = rest[(rest.startIndex + header + length)...]
        guard (first & 1 == 0) == !fragments.isEmpty else { return nil }
        if first != 0x81 { fragments += payload }
        if first == 0x81 { texts.append(payload) } else if first == 0x80 { texts.append(fragments[...]) }
        if first & 0x80 != 0 { fragments = [] }
    }
    return texts
}

func areEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    let result = one.withContiguousStorageIfAvailable { one in
        other.withContiguousStorageIfAvailable { other in one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0 }
    }
    return result!!
}

/// The `seq` of `{"t":"ev","seq":431,…`; nil for other messages.
func eventNumber(of text: ArraySlice<UInt8>) -> Int? {
    let start = Array(#"{"t":"ev","seq":"#.utf8)
    guard areEqual(text.prefix(start.count), start) else { return nil }
    return text.dropFirst(start.count).prefix { 0x30...0x39 ~= $0 }.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}

extension Word {
    /// Any message but an event.
    init?(_ text: ArraySlice<UInt8>) {
        let word = try? text.withUnsafeBytes { bytes in
            try JSON.parse(bytes) { json in Word(json, text) }
        }
        guard let word else { return nil }
        self = word
    }

    private init?(_ json: JSON, _ text: ArraySlice<UInt8>) {
        let seq = json["seq"]?.integer
        switch json["t"]?.string {
        case "welcome": self = .welcome(epoch: json["epoch"]!.string!, seq: seq!, request: json["req"]!.integer!, resumed: String(decoding: text, as: UTF8.self).contains(#""resumed":true"#))
        case "snapshot":
            self = .snapshot(epoch: json["epoch"]!.string!, seq: seq!, part: json["part"]!.integer!, of: json["of"]!.integer!,
                             why: json["why"]!.string!, json["albums"]!.elements.map(Item.init))
        case "you": self = .you(seq: seq!, undo: json["undo"]?["step"]?.integer, redo: json["redo"]?["step"]?.integer, text: Array(text))
        case "ack": self = .ack(request: json["req"]!.integer!, seq: seq)
        case "nack": self = .nack(request: json["req"]!.integer!, code: json["code"]!.string!)
        case "tick": self = .tick(seq: seq!)
        case "bye": self = .bye(code: json["code"]!.integer!)
        case "trouble": self = .trouble(json["reason"]?.string)
        case "who": self = .who
        case "history": self = .history(seq: seq!)
        case "bin": self = .bin(seq: seq!)
        default: return nil
        }
    }
}

extension ReadEvent {
    init?(_ text: [UInt8]) {
        let event = try? text.withUnsafeBytes { bytes in
            try JSON.parse(bytes) { json in
                ReadEvent(seq: json["seq"]!.integer!, by: json["by"]!.string!, request: json["req"]!.integer!,
                          changes: json["ops"]!.elements.map(Change.init))
            }
        }
        guard let event else { return nil }
        self = event
    }
}

extension JSON {
    fileprivate var value: Value? { integer.map(Value.number) ?? string.map(Value.text) }

    fileprivate var named: [(name: String, value: Value?)] {
        members.map { (String(decoding: $0.name, as: UTF8.self), $0.value.value) }
    }
}

extension Item {
    fileprivate init(_ json: JSON) {
        let fields = json.named.filter { $0.name != "id" }.map { ($0.name, $0.value!) }
        self.init(id: json["id"]!.string!, fields: Dictionary(uniqueKeysWithValues: fields))
    }
}

extension Change {
    fileprivate init(_ json: JSON) {
        let id = json["id"]!.string!
        switch json["op"]!.string! {
        case "delete": self = .delete(index: json["index"]!.integer!, id: id)
        case "move": self = .move(from: json["from"]!.integer!, to: json["to"]!.integer!, id: id)
        case "insert":
            let fields = json["fields"]!.named.map { Field(name: $0.name, value: $0.value!) }
            self = .insert(index: json["index"]!.integer!, id: id, fields: fields)
        default: self = .edit(id: id, set: json["set"]!.named.map { FieldWrite(name: $0.name, value: $0.value) })
        }
    }
}
