/// Where a server is, and which of its shelves is meant: `http://127.0.0.1:8420/s/main`, `ws://…/ws/main`, or only the host.
public struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
    public let host: String
    public let port: UInt16
    public let shelf: String

    public init(host: String, port: UInt16, shelf: String) {
        self.host = host
        self.port = port
        self.shelf = shelf
    }

    /// - Throws: a sentence that says what is wrong.
    public init(_ url: String) throws(PlanError) {
        guard !url.hasPrefix("https://"), !url.hasPrefix("wss://") else {
            throw PlanError("\(url): TLS is not spoken here; name the server behind the proxy, as http://127.0.0.1:8420")
        }
        let bare = ["http://", "ws://"].first(where: url.hasPrefix).map { url.dropFirst($0.count) } ?? url[...]
        let parts = bare.split(separator: "/", omittingEmptySubsequences: false)
        guard let (host, port) = Self.hostAndPort(parts[0]) else { throw PlanError("\(url): must be a server's URL, as http://127.0.0.1:8420/s/main") }
        let names = parts.dropFirst().filter { !$0.isEmpty && $0 != "s" && $0 != "ws" }
        guard names.count <= 1 else { throw PlanError("\(url): a shelf's URL is http://HOST:PORT/s/SHELF") }
        self.init(host: host, port: port, shelf: names.first.map(String.init) ?? "main")
    }

    private static func hostAndPort(_ text: Substring) -> (String, UInt16)? {
        let colon = text.lastIndex { $0 == ":" || $0 == "]" }.flatMap { text[$0] == ":" ? $0 : nil }
        guard let colon else { return text.isEmpty ? nil : (String(text), 80) }
        guard colon > text.startIndex, let port = UInt16(text[text.index(after: colon)...]) else { return nil }
        return (String(text[..<colon]), port)
    }

    public var description: String { "http://\(host):\(port)/s/\(shelf)" }
}
