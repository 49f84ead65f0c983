import ShelfWire
import TestSupport

/// A way to misbehave. Each knows what its connection sends next; `Rogues` lets many of them do it at once.
enum RogueKind: String, CaseIterable {
    /// Requests, as fast as the socket takes them.
    case edits
    /// The same, each of 60 KiB.
    case largeEdits
    /// Messages that mean nothing.
    case nonsense
    /// Pings of the WebSocket itself.
    case pings
    /// Comes, says hello, goes, and comes again.
    case restless
    /// A byte of the handshake each second.
    case creeping
    /// The whole handshake, and then never a hello.
    case mute
    /// Asks for all it can, and never reads.
    case deaf
    /// A message in fragments of one byte, without end.
    case crumbs
    /// A message in large fragments, without end.
    case slabs
    /// Nearly all of the largest message, and never its end.
    case hoards

    var reads: Bool { self != .deaf }
    /// In bytes; nil leaves it to the system.
    var receiveBuffer: Int32? { self == .deaf ? 4_096 : nil }

    /// What a new connection says first.
    func handshake(port: UInt16, shelf: String) -> [UInt8] {
        self == .creeping ? [] : Array(TestWebSocket.handshake(port: port, path: "/ws/\(shelf)").utf8)
    }

    /// What it says when that was answered.
    func opening(index: Int) -> [UInt8] {
        switch self {
        case .creeping, .mute: return []
        case .crumbs: return hello(index) + TestWebSocket.frame(.text, Array("{".utf8), isFinal: false)
        case .slabs, .hoards: return hello(index) + TestWebSocket.frame(.text, Self.slab, isFinal: false)
        case .edits, .largeEdits: return hello(index) + birth(index)
        case .nonsense, .pings, .restless, .deaf: return hello(index)
        }
    }

    /// What it says after `count` times, and how many milliseconds later; nil when it says nothing more.
    func next(after count: Int, port: UInt16, index: Int, messageBytes: Int) -> (bytes: [UInt8], wait: Int)? {
        switch self {
        case .edits: return (requests(32, from: count * 32 + 2, index, noteBytes: 200), 0)
        case .largeEdits: return (requests(1, from: count + 2, index, noteBytes: 4_000), 0)
        case .nonsense: return (Self.nonsenseFrames, 0)
        case .pings: return (Self.pingFrames, 0)
        case .restless: return count == 0 ? (TestWebSocket.frame(.close, [3, 232]), 20) : nil
        case .creeping:
            let handshake = Array(TestWebSocket.handshake(port: port).utf8)
            return count < handshake.count ? ([handshake[count]], 1_000) : nil
        case .mute: return nil
        case .deaf: return (text(#"[{"t":"history","count":200},{"t":"bin","count":200}]"#), 200)
        case .crumbs: return (Self.crumbFrames, 0)
        case .slabs: return (Self.slabFrame, 0)
        case .hoards: return (count + 2) * Self.slab.count < messageBytes ? (Self.slabFrame, 0) : nil
        }
    }

    // MARK: - What is said

    private static let slab = [UInt8](repeating: 0x20, count: 64 << 10)
    private static let slabFrame = TestWebSocket.frame(.continuation, slab, isFinal: false)
    private static let crumbFrames = Array(repeatElement(TestWebSocket.frame(.continuation, [0x20], isFinal: false), count: 100).joined())
    private static let pingFrames = Array(repeatElement(TestWebSocket.frame(.ping, [1, 2, 3, 4]), count: 100).joined())
    private static let nonsenseFrames = Array(repeatElement(TestWebSocket.frame(.text, Array(#"{"t":"?"}"#.utf8)), count: 100).joined())

    private func text(_ message: String) -> [UInt8] { TestWebSocket.frame(.text, Array(message.utf8)) }

    private func hello(_ index: Int) -> [UInt8] {
        text(String(decoding: ClientMessage.hello(Hello(name: "\(rawValue) \(index)")).encoded, as: UTF8.self))
    }

    private func album(_ index: Int) -> String { "\(rawValue)-\(index)" }

    /// Fifteen albums of its own; those of others it leaves alone, so that nothing is refused.
    private func birth(_ index: Int) -> [UInt8] {
        let operations = (0..<15).map { #"{"op":"insert","id":"\#(album(index))-\#($0)","before":null,"fields":{"title":"flood"}}"# }
        return text(#"{"t":"do","req":1,"ops":[\#(operations.joined(separator: ","))]}"#)
    }

    private func requests(_ count: Int, from first: Int, _ index: Int, noteBytes: Int) -> [UInt8] {
        (first..<first + count).flatMap { number in
            let note = "\(number) " + String(repeating: "x", count: noteBytes - 20)
            let operations = (0..<(noteBytes > 1_000 ? 15 : 1)).map { #"{"op":"edit","id":"\#(album(index))-\#($0)","set":{"note":"\#(note)"}}"# }
            return text(#"{"t":"do","req":\#(number),"ops":[\#(operations.joined(separator: ","))]}"#)
        }
    }
}
