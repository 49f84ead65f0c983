import CLibwebsockets

/// The opening handshake from the client's side (RFC 6455, 4.1).
struct ClientHandshake {
    enum Verdict: Equatable {
        case incomplete
        /// The handshake's answer is this long; frames follow.
        case accepted(length: Int)
        case refused(status: Int)
    }

    private let key: String

    init(random: UInt32...) {
        var bytes = random.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
        bytes.append(contentsOf: [UInt8](repeating: 0x5B, count: max(0, 16 - bytes.count)))
        key = base64(bytes)
    }

    func request(host: String, path: String, subprotocol: String) -> [UInt8] {
        Array("""
            GET \(path) HTTP/1.1\r
            Host: \(host)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: \(key)\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Protocol: \(subprotocol)\r
            \r\n
            """.utf8)
    }

    func judge(_ answer: [UInt8]) -> Verdict {
        guard let length = headLength(answer) else { return .incomplete }
        let lines = String(decoding: answer[..<length], as: UTF8.self).split(whereSeparator: \.isNewline)
        let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        guard status == 101, lines.contains(where: isOurs) else { return .refused(status: status) }
        return .accepted(length: length)
    }

    private func isOurs(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "sec-websocket-accept" else { return false }
        return line[line.index(after: colon)...].drop { $0 == " " } == accept
    }

    private var accept: String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        var digest = [UInt8](repeating: 0, count: 20)
        lws_SHA1(text, text.count, &digest)
        return base64(digest)
    }
}

private func base64(_ bytes: [UInt8]) -> String {
    let text = bytes.map { CChar(bitPattern: $0) }
    var out = [CChar](repeating: 0, count: bytes.count * 2 + 8)
    let count = lws_b64_encode_string(text, Int32(text.count), &out, Int32(out.count))
    return String(decoding: out.prefix(Int(max(0, count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
