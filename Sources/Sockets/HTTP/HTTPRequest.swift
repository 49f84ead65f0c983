/// A GET or HEAD request without a body.
public struct HTTPRequest: Sendable {
    public enum Method: Sendable { case get, head }

    public let method: Method
    /// Decoded, and without `.` and `..` parts.
    public let path: String
    /// What followed the `?`: each `name=value`, decoded.
    public let query: [String]
    public let host: String
    public let ifNoneMatch: String?
    public let acceptEncoding: String?
    public let authorization: String?
    public let address: String
    public let isLoopback: Bool
}
