import ShelfServer

/// The flags of `serve` that say who gets in, and how.
struct AccessFlags {
    private let keys: String?
    private let revoked: String?
    private let isOpen: Bool
    private let certificate: (path: String, keyPath: String)?
    private let trustedProxy: String?
    private let logLevel: LogLevel

    static let usage = """
          --auth-key-file FILE          lets nobody in without a token signed with the key in FILE; of two lines the first signs, both count
          --revoked-file FILE           ids of tokens that no longer count, one a line
          --open                        lets everybody change everything, also where others than this machine reach it
          --tls-cert FILE               the certificate and its chain (PEM); with --tls-key it serves https and wss only
          --tls-key FILE                the certificate's key (PEM)
          --trust-proxy ADDRESS         counts whom the proxy at ADDRESS names last in X-Forwarded-For, instead of the proxy
          --log-level LEVEL             error, warning or info: what is told on standard error (info)
        """

    /// Refuses what contradicts itself.
    init(_ arguments: inout Arguments) throws {
        keys = try arguments.option("--auth-key-file")
        revoked = try arguments.option("--revoked-file")
        isOpen = arguments.isSet("--open")
        certificate = try Self.certificate(&arguments)
        trustedProxy = try arguments.option("--trust-proxy")
        logLevel = try Self.logLevel(&arguments)
        guard keys != nil || revoked == nil else { throw Failure("--revoked-file says something only with --auth-key-file", status: 2) }
        guard keys == nil || !isOpen else { throw Failure("--open and --auth-key-file exclude each other", status: 2) }
    }

    private static func certificate(_ arguments: inout Arguments) throws -> (path: String, keyPath: String)? {
        switch (try arguments.option("--tls-cert"), try arguments.option("--tls-key")) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return (certificate, key)
        default: throw Failure("--tls-cert and --tls-key are needed together", status: 2)
        }
    }

    private static func logLevel(_ arguments: inout Arguments) throws -> LogLevel {
        guard let text = try arguments.option("--log-level") else { return .info }
        guard let level = LogLevel(rawValue: text) else { throw Failure("--log-level \(text): must be error, warning or info", status: 2) }
        return level
    }

    /// Refuses to let everybody change everything unless that was asked for (A6).
    func apply(to configuration: inout ServerConfiguration, isLoopback: Bool) throws {
        configuration.access = keys.map { AccessFiles(keys: $0, revoked: revoked) }
        configuration.certificate = certificate
        configuration.trustedProxy = trustedProxy
        configuration.logLevel = logLevel
        guard isOpen || !letsEverybodyIn(isLoopback: isLoopback) else {
            throw Failure("others than this machine reach this server: name a key with --auth-key-file, or say --open to let everybody change everything", status: 2)
        }
    }

    /// Others than this machine reach the server, and need no token. Behind a proxy others reach also what listens on loopback.
    func letsEverybodyIn(isLoopback: Bool) -> Bool { keys == nil && (!isLoopback || trustedProxy != nil) }
}
