import Glibc

/// Gets a page of a server, waiting for all of it: for scripts, between turns of their loop.
/// - Returns: nil when the server cannot be reached or answers with something else than HTTP.
public func httpGet(host: String, port: UInt16, path: String, seconds: Int = 30) -> (status: Int, body: [UInt8])? {
    guard let address = try? SocketAddress(resolving: host, port: port) else { return nil }
    let descriptor = socket(address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { closeDescriptor(descriptor) }
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let request = Array("GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n\r\n".utf8)
    guard (try? address.connect(descriptor)) != nil,
          Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    return answer(readToEnd(descriptor))
}

private func readToEnd(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 {
        all.append(contentsOf: chunk[..<count])
        if let length = wholeLength(all), all.count >= length { break }
    }
    return all
}

/// Head and body, once the head is there and says how long the body is.
private func wholeLength(_ bytes: [UInt8]) -> Int? {
    guard let head = headLength(bytes) else { return nil }
    let line = String(decoding: bytes[..<head], as: UTF8.self).split(whereSeparator: \.isNewline)
        .first { $0.lowercased().hasPrefix("content-length:") }
    return line.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }.map { head + $0 }
}

private func answer(_ bytes: [UInt8]) -> (status: Int, body: [UInt8])? {
    guard let head = headLength(bytes),
          let status = String(decoding: bytes.prefix(16), as: UTF8.self).split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return (status, Array(bytes[head...]))
}

/// How long the head of an answer is, the empty line included.
func headLength(_ bytes: [UInt8]) -> Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0 ..< $0 + 4].elementsEqual(end) }.map { $0 + 4 }
}
