/// An answer from memory. The body is shared: an array that is served a thousand times exists once.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// `Content-Length` and `Connection` are added when it is sent. Names and values must not contain line ends.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A sentence of plain text.
    public static func plain(_ status: Int, _ sentence: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [("Content-Type", "text/plain; charset=utf-8"), ("X-Content-Type-Options", "nosniff")],
            body: Array("\(sentence)\n".utf8))
    }

    /// The status line and the headers as they are sent.
    func head(keepAlive: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for (name, value) in headers {
            precondition(!(name + value).utf8.contains { $0 == 13 || $0 == 10 }, "a header with a line end")
            text += "\(name): \(value)\r\n"
        }
        if status != 304 { text += "Content-Length: \(body.count)\r\n" }
        text += "Connection: \(keepAlive ? "keep-alive" : "close")\r\n\r\n"
        return Array(text.utf8)
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 413: "Content Too Large"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: status < 400 ? "OK" : "Error"
        }
    }
}
