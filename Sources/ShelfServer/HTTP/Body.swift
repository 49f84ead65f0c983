import Sockets

/// Something to serve, as it is and compressed, under one ETag.
struct Body: Sendable {
    private static let compressedFrom = 1024

    let type: String
    let etag: String
    let bytes: [UInt8]
    private let compressed: [UInt8]?

    init(type: String, etag: String, bytes: [UInt8]) {
        self.type = type
        self.etag = etag
        self.bytes = bytes
        self.compressed = bytes.count < Self.compressedFrom ? nil : gzip(bytes)
    }

    /// 304 when the reader has it; compressed when the reader takes that.
    func response(to request: HTTPRequest, headers: [(name: String, value: String)]) -> HTTPResponse {
        var headers = headers + [("ETag", etag), ("Cache-Control", "no-cache"), ("Vary", "Accept-Encoding")]
        if request.has(etag: etag) { return HTTPResponse(status: 304, headers: headers) }
        headers.append(("Content-Type", type))
        guard let compressed, request.takesGzip else { return HTTPResponse(status: 200, headers: headers, body: bytes) }
        headers.append(("Content-Encoding", "gzip"))
        return HTTPResponse(status: 200, headers: headers, body: compressed)
    }
}

extension HTTPRequest {
    func has(etag: String) -> Bool {
        guard let ifNoneMatch else { return false }
        return ifNoneMatch.split(separator: ",").contains { known in
            // A proxy that compresses makes a strong tag weak, by `W/` in front.
            let known = known.trimmed
            return known == "*" || known == etag || known == "W/" + etag
        }
    }

    var takesGzip: Bool {
        guard let acceptEncoding else { return false }
        return acceptEncoding.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map(\.trimmed)
            return (parts.first == "gzip" || parts.first == "*") && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " }.reversedDropSpaces }

    private var reversedDropSpaces: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
