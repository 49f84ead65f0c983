import ShelfWire

/// How a server is to run.
public struct ServerConfiguration: Sendable {
    public var host: String
    /// 0 takes a free one.
    public var port: UInt16
    /// The folder of the journal.
    public var data: String
    /// The folder of the page.
    public var web: String
    /// The program's name and version.
    public var server: String
    public var limits: Limits
    public var allowedOrigins: [String] = []
    public var webCovers = false

    public init(host: String, port: UInt16, data: String, web: String, server: String, limits: Limits) {
        self.host = host
        self.port = port
        self.data = data
        self.web = web
        self.server = server
        self.limits = limits
    }
}
