@testable import ShelfCore
@testable import ShelfWire
import Testing

@Suite struct EncodingTests {
    @Test("W2 A snapshot comes in parts that hold the whole list in its order, none above the limit") func parts() throws {
        var limits = Limits()
        limits.snapshotPartBytes = 1024
        var writer = SnapshotWriter(limits: limits)
        let ids = (0..<100).map { "album-\($0)" }
        for id in ids { writer.append(id, [Field(name: "title", value: .text("Blue"))]) }
        let parts = writer.messages(epoch: "e1", seq: 7, why: .behind).map(\.encoded)
        var read: [String] = []
        for (index, part) in parts.enumerated() {
            try parsed(part) { part in
                #expect(part["part"]?.integer == index + 1)
                #expect(part["of"]?.integer == parts.count)
                read += part["albums"]!.elements.map { $0["id"]!.string! }
            }
        }
        #expect(read == ids)
        #expect(parts.allSatisfy { $0.count <= 1024 } && parts.dropLast().allSatisfy { $0.count > 400 })
    }

    @Test("W2 An album larger than a part is a part of its own; an empty list has one part") func oddParts() {
        var limits = Limits()
        limits.snapshotPartBytes = 600
        var writer = SnapshotWriter(limits: limits)
        #expect(writer.messages(epoch: "e1", seq: 0, why: .first).count == 1)
        for id in ["a", "b"] { writer.append(id, [Field(name: "note", value: .text(String(repeating: "x", count: 2000)))]) }
        #expect(writer.messages(epoch: "e1", seq: 0, why: .first).count == 2)
    }

    @Test("W4 Text is read back as it was, whatever it holds") func anyText() throws {
        var random = Seeded()
        for _ in 0..<5000 {
            let sent = anything(&random)
            try parsed(ServerMessage.nack(number: 1, Refusal(.badRequest, sent)).encoded) { message in
                #expect(message["message"].map { Array($0.utf8!) } == Array(sent.utf8), "\(Seeded.command)")
            }
        }
    }

    @Test("W4 Integers are written as they are", arguments: [
        0, 1, -1, 9, 10, 99, 100, -9999, 9999, 1_790_000_000_000, 9_007_199_254_740_991, .max, .min,
    ])
    func integers(_ value: Int) {
        var bytes: [UInt8] = [UInt8(ascii: "x")]
        bytes.number(value)
        #expect(String(decoding: bytes, as: UTF8.self) == "x\(value)")
    }

    @Test("W4 Messages are appended to what is there") func appended() {
        var bytes = Array("[".utf8)
        ServerMessage.tick(seq: 1).encode(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == #"[{"t":"tick","seq":1}"#)
    }

    @Test("W10 Codes below 4500 that the server sends say come back, all others stop", arguments: CloseCode.allCases)
    func reconnects(_ code: CloseCode) {
        #expect(code.reconnects == (code == .restart || 4000..<4500 ~= code.rawValue))
        #expect(text(.bye(Bye(code: code, reason: ""))).contains("\"reconnect\":\(code.reconnects)"))
    }

    /// Any scalars but U+0000, which jansson does not read; those that are escaped are frequent.
    private func anything(_ random: inout Seeded) -> String {
        let ranges: [ClosedRange<UInt32>] = [0x01...0x22, 0x2F...0x2F, 0x5C...0x5C, 0x61...0x9F, 0x300...0xD7FF, 0xE000...0x10FFFF]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            text.append(Unicode.Scalar(UInt32.random(in: ranges.randomElement(using: &random)!, using: &random))!)
        }
        return String(text)
    }

    private func parsed(_ bytes: [UInt8], _ check: (JSON) -> Void) throws {
        try bytes.withUnsafeBytes { try JSON.parse($0) { check($0) } }
    }
}
