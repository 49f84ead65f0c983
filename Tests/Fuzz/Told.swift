@testable import Sockets
import ShelfWire

/// Whatever a server may send to the load tool: the first byte says whether it is a message, a list, frames, or the answer to a handshake.
func tryOutTold(_ bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    switch bytes.first.map({ $0 % 4 }) {
    case 0: tryOutMessage(rest)
    case 1: _ = ToldList(rest)
    case 2: rest.withUnsafeBytes(tryOutFrames)
    case 3: tryOutAnswer(rest)
    default: break
    }
}

/// An event is read the same when it is written again.
private func tryOutMessage(_ bytes: [UInt8]) {
    guard case .event(let event) = bytes.withUnsafeBytes({ Told($0) }) else { return }
    let again = ServerMessage.event(event).encoded.withUnsafeBytes { Told($0) }
    precondition(again == .event(event), "\(event) is read again as \(String(describing: again))")
}

private func tryOutFrames(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while let frame = ServerFrame(UnsafeRawBufferPointer(rebasing: bytes[start...])) {
        precondition(2...bytes.count - start ~= frame.length && frame.payload.count <= frame.length - 2, "a frame larger than its bytes")
        _ = frame.closeCode
        start += frame.length
    }
}

private func tryOutAnswer(_ bytes: [UInt8]) {
    if case .accepted(let length) = ClientHandshake(random: 1, 2).judge(bytes) { precondition(length <= bytes.count) }
}
