import CLibwebsockets

/// Who may ask at all, before a handler sees anything: the rules that keep other people's pages and protocols out.
struct AccessRules {
    let subprotocol: String
    let allowedOrigins: Set<String>
    /// Then nobody but this machine can connect, and a foreign `Host` means that a page plays a trick with DNS.
    let isLoopbackOnly: Bool
    /// The hosts of the allowed origins: with a proxy on this machine, browsers name one of them.
    private let allowedHosts: Set<Substring>

    init(subprotocol: String, allowedOrigins: Set<String>, isLoopbackOnly: Bool) {
        self.subprotocol = subprotocol
        self.allowedOrigins = allowedOrigins
        self.isLoopbackOnly = isLoopbackOnly
        allowedHosts = Set(allowedOrigins.compactMap { origin in origin.firstRange(of: "://").map { origin[$0.upperBound...] } })
    }

    /// Why a plain request is refused, or nil.
    func refusal(of headers: Headers) -> Rejection? {
        guard headers.method != nil else { return Rejection(405, "only GET and HEAD are answered") }
        guard !headers.announcesBody else { return Rejection(400, "a request has no body") }
        guard let host = headers[WSI_TOKEN_HOST] else { return Rejection(400, "a request names its host") }
        guard isLoopbackOnly, !namesLoopback(host), !allowedHosts.contains(host.lowercased()[...]) else { return nil }
        return Rejection(403, "this server serves its own machine, and the host that was named is another")
    }

    /// Why an upgrade is refused, or nil.
    func refusalOfUpgrade(_ headers: Headers) -> Rejection? {
        if let rejection = refusal(of: headers) { return rejection }
        guard headers.method == .get, headers[WSI_TOKEN_UPGRADE]?.lowercased() == "websocket", headers.has(WSI_TOKEN_KEY) else {
            return Rejection(400, "this is not the request that opens a WebSocket")
        }
        guard headers[WSI_TOKEN_VERSION] == "13" else { return Rejection(426, "the version of WebSockets is 13") }
        guard headers.list(WSI_TOKEN_PROTOCOL, names: subprotocol) else { return Rejection(400, "offer the subprotocol \(subprotocol)") }
        guard allows(origin: headers[WSI_TOKEN_ORIGIN], host: headers[WSI_TOKEN_HOST] ?? "") else {
            return Rejection(403, "pages of this origin may not connect")
        }
        return nil
    }

    /// A browser always sends an origin; what sends none is a script, which no page can make do anything.
    private func allows(origin: String?, host: String) -> Bool {
        guard let origin else { return true }
        let own = host.lowercased()
        return origin == "http://\(own)" || origin == "https://\(own)" || allowedOrigins.contains(origin)
    }
}

/// Whether a `Host` is a name of this machine's loopback, with or without a port.
func namesLoopback(_ host: String) -> Bool {
    var name = Substring(host.lowercased())
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
        guard UInt16(name[name.index(after: colon)...]) != nil else { return false }
        name = name[..<colon]
    }
    if name == "localhost" || name == "[::1]" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil && $0.first != "+" }
}
