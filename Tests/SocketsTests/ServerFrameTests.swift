@testable import Sockets
import Testing

extension SocketsTests {
    @Suite struct ServerFrameTests {
        @Test("W A frame is read once it is all there, whatever its length takes", arguments: [0, 125, 126, 65535, 65536])
        func reads(size: Int) throws {
            var bytes: [UInt8] = []
            bytes.appendTextFrame { $0.append(contentsOf: repeatElement(7, count: size)) }
            bytes.withUnsafeBytes { bytes in
                let frame = ServerFrame(bytes)
                #expect(frame?.kind == .text && frame?.length == bytes.count && frame?.payload.count == size)
                #expect(ServerFrame(UnsafeRawBufferPointer(rebasing: bytes.dropLast())) == nil)
            }
        }

        @Test("W A frame with a length that none can have is forbidden")
        func negative() {
            let bytes: [UInt8] = [0x81, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 1, 2]
            bytes.withUnsafeBytes { #expect(ServerFrame($0)?.kind == .forbidden) }
        }
    }
}
