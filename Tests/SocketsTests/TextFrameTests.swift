import Sockets
import Testing

extension SocketsTests {
    @Suite struct TextFrameTests {
        @Test("W A frame has the shortest header, whatever stands before it", arguments: [
            (0, [0x81, 0]), (1, [0x81, 1]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (65535, [0x81, 126, 0xFF, 0xFF]),
            (65536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]), (1_000_000, [0x81, 127, 0, 0, 0, 0, 0, 0x0F, 0x42, 0x40]),
        ] as [(Int, [UInt8])])
        func header(length: Int, expected: [UInt8]) {
            let payload = (0 ..< length).map { UInt8(truncatingIfNeeded: $0) }
            var frames: [UInt8] = []
            frames.appendTextFrame { $0 += Array("before".utf8) }
            let start = frames.count
            frames.appendTextFrame { $0 += payload }
            #expect(Array(frames[start...]) == expected + payload)
        }

        @Test("W A message of more than 64 KiB comes in fragments that are not", arguments: [
            (65_535, [(0x81, 65_535)]), (65_536, [(0x01, 65_535), (0x80, 1)]), (131_070, [(0x01, 65_535), (0x80, 65_535)]),
            (200_000, [(0x01, 65_535), (0x00, 65_535), (0x00, 65_535), (0x80, 3_395)]),
        ] as [(Int, [(UInt8, Int)])])
        func fragments(length: Int, expected: [(UInt8, Int)]) {
            let payload = (0 ..< length).map { UInt8(truncatingIfNeeded: $0) }
            var frames: [UInt8] = []
            frames.appendTextFrame { $0 += Array("before".utf8) }
            let start = frames.count
            frames.appendTextMessage { $0 += payload }
            var rest = payload[...]
            let whole = expected.flatMap { first, count -> [UInt8] in
                defer { rest = rest.dropFirst(count) }
                return [first] + (count < 126 ? [UInt8(count)] : [126, UInt8(count >> 8), UInt8(count & 0xFF)]) + rest.prefix(count)
            }
            #expect(Array(frames[start...]) == whole)
        }

        @Test("W An opening and a rest are one message")
        func openingAndRest() {
            var rest: [UInt8] = []
            rest.appendRest([UInt8](repeating: 7, count: 65_537))
            var frames: [UInt8] = []
            frames.appendOpening { $0 += [1, 2] }
            #expect(frames == [0x01, 2, 1, 2])
            #expect(Array(rest[..<4]) == [0x00, 126, 0xFF, 0xFF] && Array(rest[(4 + 65_535)...]) == [0x80, 2, 7, 7])
        }
    }
}
