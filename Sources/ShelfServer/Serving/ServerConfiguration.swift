import ShelfWire

/// The files that say who may do what (A4). They are read again on SIGHUP.
public struct AccessFiles: Sendable {
    public var keys: String
    public var revoked: String?

    public init(keys: String, revoked: String?) {
        self.keys = keys
        self.revoked = revoked
    }
}

/// How a server is to run.
public struct ServerConfiguration: Sendable {
    public var host: String
    /// 0 takes a free one.
    public var port: UInt16
    /// The folder of the journal.
    public var data: String
    /// Whether an acknowledgement waits for the disk.
    public var durability = Durability.disk
    /// The folder of the page.
    public var web: String
    /// The program's name and version.
    public var server: String
    public var limits: Limits
    public var allowedOrigins: [String] = []
    public var webCovers = false
    /// Who may do what; without it, everybody may edit everything.
    public var access: AccessFiles?
    /// PEM files that turn TLS on.
    public var certificate: (path: String, keyPath: String)?
    /// The address of the proxy whose `X-Forwarded-For` counts.
    public var trustedProxy: String?
    public var logLevel = LogLevel.info

    public init(host: String, port: UInt16, data: String, web: String, server: String, limits: Limits) {
        self.host = host
        self.port = port
        self.data = data
        self.web = web
        self.server = server
        self.limits = limits
    }
}
