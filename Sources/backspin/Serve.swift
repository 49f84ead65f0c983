import Glibc
import ShelfServer

let serve = Subcommand(
    name: "serve", summary: "serve shelves and the page",
    usage: """
        Usage: backspin serve [options]

        Serves shelves over WebSockets at /ws/SHELF, and the page at / and /s/SHELF. Prints "listening on http://HOST:PORT" when
        it is ready. SIGTERM or Ctrl-C lets it finish what it has, and end.

          --listen HOST:PORT            where to listen; port 0 takes a free one (127.0.0.1:8420)
          --data DIR                    the folder of the journal; made when it is not there (./data)
          --web DIR                     the folder of the page (web, here or beside the program)
          --allow-origin ORIGIN         another site whose pages may connect, as https://example.org; may be repeated
          --allow-web-covers            lets the page load covers from https: addresses

        Who may do what (backspin token signs tokens):
          --auth-key-file FILE          lets nobody in without a token signed with the key in FILE; of two lines the first signs, both count
          --revoked-file FILE           ids of tokens that no longer count, one a line
          --open                        lets everybody who reaches it change everything, also where others than this machine reach it
          --tls-cert FILE               the certificate and its chain (PEM); with --tls-key it serves https and wss only
          --tls-key FILE                the certificate's key (PEM)
          --trust-proxy ADDRESS         counts whom the proxy at ADDRESS names last in X-Forwarded-For, instead of the proxy
          --log-level LEVEL             error, warning or info: what is told on standard error (info)
        SIGHUP lets it read these files again.

        Limits:
        \(LimitFlag.usage)
        """,
    run: { arguments in
        let address = try ListenAddress(try arguments.option("--listen") ?? "127.0.0.1:8420")
        var configuration = ServerConfiguration(
            host: address.host, port: address.port, data: try arguments.option("--data") ?? "data",
            web: try arguments.option("--web") ?? defaultWebFolder(), server: "backspin \(version)",
            limits: try LimitFlag.limits(from: &arguments))
        configuration.allowedOrigins = try arguments.options("--allow-origin").map(checkedOrigin)
        configuration.webCovers = arguments.isSet("--allow-web-covers")
        try readAccess(&arguments, into: &configuration)
        try arguments.finish()
        if configuration.access == nil, !ListenAddress.isLoopback(address.host) {
            tell("warning: open: everybody who reaches \(address.host) may change every shelf")
        }
        let server = try Server(configuration)
        print("listening on \(server.url)")
        fflush(nil)
        server.run()
    })

/// `HOST:PORT`; an IPv6 host stands in brackets.
private struct ListenAddress {
    let host: String
    let port: UInt16

    /// Only this machine reaches it. What is not surely so is not.
    static func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "[::1]" || host == "::1" || host.hasPrefix("127.") }

    init(_ text: String) throws {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex, let port = UInt16(text[text.index(after: colon)...]) else {
            throw Failure("--listen \(text): must be HOST:PORT, as 127.0.0.1:8420 or [::1]:8420", status: 2)
        }
        host = String(text[..<colon])
        self.port = port
    }
}

private func readAccess(_ arguments: inout Arguments, into configuration: inout ServerConfiguration) throws {
    let keys = try arguments.option("--auth-key-file"), revoked = try arguments.option("--revoked-file")
    let isOpen = arguments.isSet("--open")
    configuration.access = keys.map { AccessFiles(keys: $0, revoked: revoked) }
    guard keys != nil || revoked == nil else { throw Failure("--revoked-file says something only with --auth-key-file", status: 2) }
    guard keys == nil || !isOpen else { throw Failure("--open and --auth-key-file exclude each other", status: 2) }
    switch (try arguments.option("--tls-cert"), try arguments.option("--tls-key")) {
    case (nil, nil): break
    case (let certificate?, let key?): configuration.certificate = (certificate, key)
    default: throw Failure("--tls-cert and --tls-key are needed together", status: 2)
    }
    configuration.trustedProxy = try arguments.option("--trust-proxy")
    if let level = try arguments.option("--log-level") {
        guard let level = LogLevel(rawValue: level) else { throw Failure("--log-level \(level): must be error, warning or info", status: 2) }
        configuration.logLevel = level
    }
    guard keys != nil || isOpen || ListenAddress.isLoopback(configuration.host) else {
        throw Failure("others than this machine reach \(configuration.host): name a key with --auth-key-file, or say --open to let everybody change everything", status: 2)
    }
}

private func checkedOrigin(_ origin: String) throws -> String {
    let rest = origin.hasPrefix("https://") ? origin.dropFirst(8) : origin.hasPrefix("http://") ? origin.dropFirst(7) : ""
    guard !rest.isEmpty, !rest.contains("/") else {
        throw Failure("--allow-origin \(origin): must be a scheme and a host, as https://example.org", status: 2)
    }
    return origin
}

/// `web` here, or where an installed Backspin has it.
private func defaultWebFolder() -> String {
    let installed = "/usr/share/backspin/web"
    return access("web/index.html", R_OK) != 0 && access("\(installed)/index.html", R_OK) == 0 ? installed : "web"
}
