/// What a listener listens on, whom it lets in, and how much it takes. Times are in milliseconds, sizes in bytes.
public struct ListenerConfiguration: Sendable {
    /// A numeric IPv4 or IPv6 address, with or without brackets, or `localhost`.
    public var host: String
    /// 0 takes any free port.
    public var port: UInt16
    /// The one WebSocket subprotocol that is spoken.
    public var subprotocol: String
    /// A certificate and its key turn TLS on.
    public var certificate: Certificate?

    /// Connections beyond these are closed as soon as they arrive. Loopback addresses have no limit of their own.
    public var maxConnections = 20_000
    public var maxConnectionsPerAddress = 500
    /// Origins, beside the server's own host, whose pages may connect, written as browsers send them: `https://lists.example`.
    public var allowedOrigins: Set<String> = []
    /// The address of a proxy in front of this listener: what it says in `X-Forwarded-For` counts as its clients' address.
    public var trustedProxy: String?

    public var maxHeaderBytes = 8 << 10
    /// From the arrival of a connection to the end of its request's headers; also how long one may rest between requests.
    public var headerTimeout = 10_000

    public var maxMessageBytes = 8 << 20
    /// All messages together that have begun and not ended.
    public var maxUnfinishedBytes = 256 << 20
    public var maxFragments = 10_000
    public var messageTimeout = 60_000

    /// Silence after which a ping is sent, and after which a connection counts as dead.
    public var pingInterval = 10_000
    public var hangUpAfter = 25_000
    /// How long the close handshake may take.
    public var closeTimeout = 5_000
    /// What the kernel keeps for a reader that does not read.
    public var sendBufferBytes = 64 << 10

    public init(host: String = "127.0.0.1", port: UInt16 = 0, subprotocol: String = "backspin.v1") {
        self.host = host
        self.port = port
        self.subprotocol = subprotocol
    }
}
