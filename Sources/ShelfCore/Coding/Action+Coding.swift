extension Action {
    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    private func encode(into writer: inout ByteWriter) {
        switch self {
        case .do(let operations):
            writer.byte(0)
            writer.count(operations.count)
            for operation in operations { operation.encode(into: &writer) }
        case .undo(let wish):
            writer.byte(1)
            wish.encode(into: &writer)
        case .redo(let wish):
            writer.byte(2)
            wish.encode(into: &writer)
        }
    }

    init(decoding bytes: [UInt8]) throws(CodingError) {
        var reader = ByteReader(bytes)
        self = try Action(from: &reader)
        guard reader.isAtEnd else { throw CodingError("bytes behind the action") }
    }

    private init(from reader: inout ByteReader) throws(CodingError) {
        switch try reader.byte() {
        case 0: self = .do(try reader.list { reader throws(CodingError) in try Operation(from: &reader) })
        case 1: self = .undo(try Switch(from: &reader))
        case 2: self = .redo(try Switch(from: &reader))
        default: throw CodingError("unknown action")
        }
    }
}

extension Operation {
    fileprivate func encode(into writer: inout ByteWriter) {
        switch self {
        case .insert(let id, let anchor, let fields):
            writer.byte(0)
            writer.text(id)
            anchor.encode(into: &writer)
            writer.writes(fields)
        case .delete(let id):
            writer.byte(1)
            writer.text(id)
        case .restore(let id):
            writer.byte(2)
            writer.text(id)
        case .move(let id, let anchor):
            writer.byte(3)
            writer.text(id)
            anchor.encode(into: &writer)
        case .edit(let id, let set):
            writer.byte(4)
            writer.text(id)
            writer.writes(set)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        switch try reader.byte() {
        case 0: self = .insert(try reader.text(), at: try Anchor(from: &reader), fields: try reader.writes())
        case 1: self = .delete(try reader.text())
        case 2: self = .restore(try reader.text())
        case 3: self = .move(try reader.text(), to: try Anchor(from: &reader))
        case 4: self = .edit(try reader.text(), set: try reader.writes())
        default: throw CodingError("unknown operation")
        }
    }
}

extension Anchor {
    fileprivate func encode(into writer: inout ByteWriter) {
        switch self {
        case .after(let id):
            writer.byte(0)
            writer.optional(id) { $0.text($1) }
        case .before(let id):
            writer.byte(1)
            writer.optional(id) { $0.text($1) }
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        let isBefore = try reader.flag()
        let id = try reader.optional { reader throws(CodingError) in try reader.text() }
        self = isBefore ? .before(id) : .after(id)
    }
}

extension Switch {
    fileprivate func encode(into writer: inout ByteWriter) {
        target.encode(into: &writer)
        writer.optional(expect) { $1.encode(into: &$0) }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        let target = try SwitchTarget(from: &reader)
        self.init(target: target, expect: try reader.optional { reader throws(CodingError) in try Expectation(from: &reader) })
    }
}

extension SwitchTarget {
    fileprivate func encode(into writer: inout ByteWriter) {
        switch self {
        case .target: writer.byte(0)
        case .step(let step):
            writer.byte(1)
            step.encode(into: &writer)
        case .client(let client):
            writer.byte(2)
            writer.text(client)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        switch try reader.byte() {
        case 0: self = .target
        case 1: self = .step(try StepReference(from: &reader))
        case 2: self = .client(try reader.text())
        default: throw CodingError("unknown target")
        }
    }
}

extension Expectation {
    fileprivate func encode(into writer: inout ByteWriter) {
        switch self {
        case .nothing: writer.byte(0)
        case .step(let step):
            writer.byte(1)
            step.encode(into: &writer)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        self = try reader.flag() ? .step(try StepReference(from: &reader)) : .nothing
    }
}

extension StepReference {
    fileprivate func encode(into writer: inout ByteWriter) {
        switch self {
        case .step(let number):
            writer.byte(0)
            writer.signed(number)
        case .request(let number):
            writer.byte(1)
            writer.signed(number)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodingError) {
        self = try reader.flag() ? .request(try reader.signed()) : .step(try reader.signed())
    }
}
