import TestSupport

/// An answer over HTTP.
struct Answer {
    let status: Int
    /// By their names in small letters.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    func callAsFunction(_ header: String) -> String? { headers[header.lowercased()] }
}

/// Asks once, on a connection of its own.
/// - Parameter path: sent as it is.
func ask(
    _ port: UInt16, _ path: String, method: String = "GET", host: String? = nil, headers: [String] = [], body: String = ""
) throws -> Answer {
    let tcp = try TestTCP(port: port)
    let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
    try tcp.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try Answer(tcp.readToEnd())
}

extension Answer {
    fileprivate init(_ bytes: [UInt8]) throws {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Broken("no answer: \(String(decoding: bytes, as: UTF8.self))") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Broken("no status: \(lines[0])") }
        self.status = status
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        self.headers = headers
        body = Array(bytes[end.upperBound...])
    }
}
