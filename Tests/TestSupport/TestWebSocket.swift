import Glibc

/// A blocking WebSocket client for tests, on a plain socket: what it sends need not be in order.
public final class TestWebSocket {
    public enum Incoming: Equatable {
        case text(String)
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        /// Code 1005 stands for a close frame without one.
        case close(code: Int, reason: String)
        /// The stream ended.
        case end
    }

    public enum Opcode: UInt8 {
        case continuation = 0, text, binary
        case close = 8, ping, pong
    }

    public let tcp: TestTCP
    private var fragments: [UInt8] = []
    /// What the server answered to the handshake, headers and all.
    public let response: String

    /// Connects and opens a WebSocket.
    /// - Throws: `TestTCP.Failure` when the server does not answer with 101.
    public init(
        port: UInt16, path: String = "/ws/main", subprotocol: String? = "backspin.v1", origin: String? = nil, host: String? = nil,
        headers: [(String, String)] = [], receiveBuffer: Int32? = nil
    ) throws {
        tcp = try TestTCP(port: port, receiveBuffer: receiveBuffer)
        try tcp.send(Self.handshake(port: port, path: path, subprotocol: subprotocol, origin: origin, host: host, headers: headers))
        response = try tcp.read(upTo: "\r\n\r\n")
        guard response.hasPrefix("HTTP/1.1 101 ") else { throw TestTCP.Failure(description: "refused: \(response)") }
    }

    /// The request that opens a WebSocket. Every part can be left out or be wrong.
    public static func handshake(
        port: UInt16, path: String = "/ws/main", subprotocol: String? = "backspin.v1", origin: String? = nil, host: String? = nil,
        version: String = "13", upgrade: String = "websocket", headers: [(String, String)] = []
    ) -> String {
        var lines = ["GET \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: Upgrade", "Upgrade: \(upgrade)"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: \(version)"]
        if let subprotocol { lines.append("Sec-WebSocket-Protocol: \(subprotocol)") }
        if let origin { lines.append("Origin: \(origin)") }
        lines += headers.map { "\($0.0): \($0.1)" }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    // MARK: Sending

    /// The bytes of one frame.
    /// - Parameter declaring: a length for the header that is not the payload's.
    public static func frame(
        _ opcode: Opcode, _ payload: some Collection<UInt8>, isFinal: Bool = true, isMasked: Bool = true, declaring: UInt64? = nil
    ) -> [UInt8] {
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        let length = declaring ?? UInt64(payload.count)
        let maskBit: UInt8 = isMasked ? 0x80 : 0
        var frame = [(isFinal ? 0x80 : 0) | opcode.rawValue]
        switch length {
        case ...125: frame.append(maskBit | UInt8(length))
        case ...0xFFFF: frame += [maskBit | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
        default: frame += [maskBit | 127] + (0 ..< 8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        }
        guard isMasked else { return frame + payload }
        return frame + mask + payload.enumerated().map { $0.element ^ mask[$0.offset & 3] }
    }

    public func send(text: String) throws {
        try tcp.send(Self.frame(.text, Array(text.utf8)))
    }

    public func send(_ opcode: Opcode, _ payload: [UInt8], isFinal: Bool = true) throws {
        try tcp.send(Self.frame(opcode, payload, isFinal: isFinal))
    }

    public func send(close code: Int) throws {
        try send(.close, [UInt8(code >> 8), UInt8(code & 0xFF)])
    }

    // MARK: Receiving

    /// The next message or control frame that the server sends, or the end. Fragments are joined.
    /// - Throws: `TestTCP.Failure` when none is complete within `timeout` milliseconds.
    public func receive(timeout: Int = 5000) throws -> Incoming {
        while try tcp.waitForByte(timeout: timeout) {
            if let incoming = try receiveFrame(timeout: timeout) { return incoming }
        }
        return .end
    }

    /// Nil for a fragment with more to come.
    private func receiveFrame(timeout: Int) throws -> Incoming? {
        let start = try tcp.read(2, timeout: timeout)
        guard start[1] & 0x80 == 0 else { throw TestTCP.Failure(description: "a masked frame from the server") }
        let payload = try tcp.read(payloadLength(start[1], timeout: timeout), timeout: timeout)
        guard start[0] & 0x70 == 0, let opcode = Opcode(rawValue: start[0] & 0x0F), (opcode == .continuation) == !fragments.isEmpty || start[0] & 0x08 != 0 else {
            throw TestTCP.Failure(description: "a frame that begins with \(start)")
        }
        if start[0] & 0x80 == 0 || opcode == .continuation { fragments += payload }
        guard start[0] & 0x80 != 0 else { return nil }
        guard opcode == .continuation else { return Self.incoming(opcode, payload) }
        defer { fragments = [] }
        return .text(String(decoding: fragments, as: UTF8.self))
    }

    private func payloadLength(_ byte: UInt8, timeout: Int) throws -> Int {
        switch byte & 0x7F {
        case 126: try tcp.read(2, timeout: timeout).reduce(0) { $0 << 8 | Int($1) }
        case 127: try tcp.read(8, timeout: timeout).reduce(0) { $0 << 8 | Int($1) }
        case let length: Int(length)
        }
    }

    private static func incoming(_ opcode: Opcode, _ payload: [UInt8]) -> Incoming {
        switch opcode {
        case .text: .text(String(decoding: payload, as: UTF8.self))
        case .binary, .continuation: .binary(payload)
        case .ping: .ping(payload)
        case .pong: .pong(payload)
        case .close where payload.count < 2: .close(code: 1005, reason: "")
        case .close: .close(code: Int(payload[0]) << 8 | Int(payload[1]), reason: String(decoding: payload[2...], as: UTF8.self))
        }
    }

    /// The next text message; pings are answered, as a browser does.
    public func receiveText(timeout: Int = 5000) throws -> String {
        while true {
            switch try receive(timeout: timeout) {
            case .text(let text): return text
            case .ping(let payload): try send(.pong, payload)
            case .pong: continue
            case let other: throw TestTCP.Failure(description: "\(other) instead of a text")
            }
        }
    }

    /// The code with which the server closes; what it sends before is dropped. Nil when the stream ends without a close frame.
    public func receiveClose(timeout: Int = 5000) throws -> Int? {
        while true {
            switch try receive(timeout: timeout) {
            case .close(let code, _): return code
            case .end: return nil
            default: continue
            }
        }
    }
}
