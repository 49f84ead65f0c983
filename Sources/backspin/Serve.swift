import Glibc
import ShelfServer
import ShelfWire

let serve = Subcommand(
    name: "serve", summary: "serve shelves and the page",
    usage: """
        Usage: backspin serve [options]

        Serves shelves over WebSockets at /ws/SHELF, and the page at / and /s/SHELF. Prints "listening on http://HOST:PORT" when
        it is ready. SIGTERM or Ctrl-C lets it finish what it has, and end.

          --listen HOST:PORT            where to listen; port 0 takes a free one (127.0.0.1:8420)
          --data DIR                    the folder of the journal; made when it is not there (./data)
          --durability disk|relaxed     what is acknowledged is on disk; or will be within a second, and a power cut may lose it until then (disk)
          --web DIR                     the folder of the page (web, here or beside the program)
          --allow-origin ORIGIN         another site whose pages may connect, as https://example.org; may be repeated
          --allow-web-covers            lets the page load covers from https: addresses

        Who may do what (backspin token signs tokens):
        \(AccessFlags.usage)
        SIGHUP lets it read the files of keys, revoked tokens and the certificate again.

        Limits:
        \(LimitFlag.usage)
        """,
    run: { arguments in
        let address = try ListenAddress(try arguments.option("--listen") ?? "127.0.0.1:8420")
        var configuration = ServerConfiguration(
            host: address.host, port: address.port, data: try arguments.option("--data") ?? "data",
            web: try arguments.option("--web") ?? defaultWebFolder(), server: "backspin \(version)",
            limits: try LimitFlag.limits(from: &arguments))
        configuration.durability = try durability(&arguments)
        configuration.allowedOrigins = try arguments.options("--allow-origin").map(checkedOrigin)
        configuration.webCovers = arguments.isSet("--allow-web-covers")
        let access = try AccessFlags(&arguments)
        try access.apply(to: &configuration, isLoopback: address.isLoopback)
        try arguments.finish()
        takeDescriptors(configuration.limits.sessions + 1_000)
        leaveNoCoreDump()
        let server = try Server(configuration)
        if access.letsEverybodyIn(isLoopback: address.isLoopback) {
            tell("warning: open: everybody who reaches this server may change every shelf")
        }
        if configuration.durability == .relaxed {
            tell("warning: relaxed: what is acknowledged is on disk only within a second, and a power cut may lose it until then")
        }
        server.run {
            print("listening on \(server.url)")
            fflush(nil)
        }
    })

private func durability(_ arguments: inout Arguments) throws -> Durability {
    guard let text = try arguments.option("--durability") else { return .disk }
    guard let durability = Durability(rawValue: text), durability != .memory else {
        throw Failure("--durability \(text): must be disk or relaxed", status: 2)
    }
    return durability
}

/// Keys, tokens and lists do not go to disk because the process crashed (A5).
private func leaveNoCoreDump() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
}

/// As many as sessions need, where a shell or a container gives fewer at first (often 1,024). No more, as libwebsockets looks through
/// all descriptors that the process may have whenever a connection begins or ends.
private func takeDescriptors(_ count: Int) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// `HOST:PORT`; an IPv6 host stands in brackets.
private struct ListenAddress {
    let host: String
    let port: UInt16

    /// Only this machine reaches it. What is not surely so is not.
    var isLoopback: Bool { host == "localhost" || host == "[::1]" || host == "::1" || host.hasPrefix("127.") }

    init(_ text: String) throws {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex, let port = UInt16(text[text.index(after: colon)...]) else {
            throw Failure("--listen \(text): must be HOST:PORT, as 127.0.0.1:8420 or [::1]:8420", status: 2)
        }
        host = String(text[..<colon])
        self.port = port
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
