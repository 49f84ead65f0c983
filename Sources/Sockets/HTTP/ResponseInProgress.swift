import CLibwebsockets

/// An answer that is being sent: head, then body, in portions that the socket takes without a copy of the whole.
struct ResponseInProgress {
    let keepAlive: Bool
    /// When a portion was last sent.
    private(set) var lastProgress: UInt64
    private var head: [UInt8]
    private let body: [UInt8]
    private var sent = 0

    private static let portionBytes = 128 << 10
    /// A body up to this size goes out with the head.
    private static let smallBytes = 16 << 10

    init(_ response: HTTPResponse, withBody: Bool, keepAlive: Bool, now: UInt64) {
        self.keepAlive = keepAlive
        head = response.head(keepAlive: keepAlive)
        lastProgress = now
        if withBody && response.body.count <= Self.smallBytes {
            head += response.body
            body = []
        } else {
            body = withBody ? response.body : []
        }
    }

    var isSent: Bool { head.isEmpty && sent == body.count }

    /// Sends the next portion. False when the connection is broken.
    mutating func writePortion(to wsi: OpaquePointer, now: UInt64) -> Bool {
        lastProgress = now
        guard head.isEmpty else {
            defer { head = [] }
            return head.withUnsafeBytes { write($0, to: wsi) }
        }
        let end = min(sent + Self.portionBytes, body.count)
        defer { sent = end }
        return body.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent ..< end]), to: wsi) }
    }
}

/// Sends bytes as they are. libwebsockets copies what the socket does not take, and reads only.
/// - Returns: false when the connection is broken.
func write(_ bytes: UnsafeRawBufferPointer, to wsi: OpaquePointer) -> Bool {
    guard bytes.count > 0 else { return true }
    let start = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    return lws_write(wsi, start, bytes.count, LWS_WRITE_HTTP) >= 0
}
