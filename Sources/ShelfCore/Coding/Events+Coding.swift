/// The parts of a snapshot that are plain data.
extension Label {
    func encode(into writer: inout ByteWriter) {
        writer.byte(kind.rawValue)
        writer.count(count)
        writer.text(id)
        writer.optional(title) { $0.text($1) }
        writer.optional(field) { $0.text($1) }
    }

    init(from reader: inout ByteReader) throws(CodingError) {
        guard let kind = Kind(rawValue: try reader.byte()) else { throw CodingError("unknown kind of label") }
        let (count, id) = (try reader.number(), try reader.text())
        self.init(kind: kind, count: count, id: id, title: try reader.optionalText(), field: try reader.optionalText())
    }
}

extension PastEvent {
    func encode(into writer: inout ByteWriter) {
        writer.count(seq)
        writer.text(by)
        writer.text(name)
        writer.byte(kind.rawValue)
        writer.count(at)
        writer.optional(label) { $1.encode(into: &$0) }
        writer.optional(of) { $0.count($1) }
        writer.optional(owner) { $0.text($1) }
    }

    init(from reader: inout ByteReader) throws(CodingError) {
        let (seq, by, name) = (try reader.number(), try reader.text(), try reader.text())
        guard let kind = Event.Kind(rawValue: try reader.byte()) else { throw CodingError("unknown kind of event") }
        self.init(
            seq: seq, by: by, name: name, kind: kind, at: try reader.number(),
            label: try reader.optional { reader throws(CodingError) in try Label(from: &reader) },
            of: try reader.optional { reader throws(CodingError) in try reader.number() },
            owner: try reader.optionalText())
    }
}

extension Outcomes.Entry {
    func encode(into writer: inout ByteWriter) {
        writer.count(number)
        writer.unsigned(digest)
        switch result {
        case .done(let seq, let isStep):
            writer.byte(isStep ? 1 : 0)
            writer.count(seq)
        case .none: writer.byte(2)
        case .refused(let refusal):
            writer.byte(3)
            writer.text(refusal.code.rawValue)
            writer.text(refusal.message)
        }
    }

    init(from reader: inout ByteReader) throws(CodingError) {
        let (number, digest) = (try reader.number(), try reader.unsigned())
        self.init(number: number, digest: digest, result: try Outcomes.Result(from: &reader))
    }
}

extension Outcomes.Result {
    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        switch try reader.byte() {
        case 0: self = .done(seq: try reader.number(), isStep: false)
        case 1: self = .done(seq: try reader.number(), isStep: true)
        case 2: self = .none
        case 3:
            guard let code = RefusalCode(rawValue: try reader.text()) else { throw CodingError("unknown refusal") }
            self = .refused(Refusal(code, try reader.text()))
        default: throw CodingError("unknown outcome")
        }
    }
}

extension ByteReader {
    mutating func optionalText() throws(CodingError) -> String? {
        try optional { reader throws(CodingError) in try reader.text() }
    }
}
