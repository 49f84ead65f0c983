import Digest
import ShelfCore

/// A client's secret: 32 random bytes, written as 43 characters of base64url without padding (RFC 4648, section 5).
///
/// The client's public name follows from it: the first 16 characters of the base64url of the SHA-256 of *the 32 bytes* (not of
/// the 43 characters). So any server can tell whose undo stack it is without having stored anything (W1).
public struct ClientKey: Hashable, Sendable {
    /// The 43 characters.
    public let text: String
    /// The public name of who holds this key.
    public let client: ClientID

    static let byteCount = 32
    static let clientCharacters = 16

    /// Nil if `text` is not 32 bytes in base64url, in the one spelling that they have.
    public init?(_ text: String) {
        guard let bytes = base64URLDecoded(text), bytes.count == Self.byteCount else { return nil }
        self.init(bytes: bytes)
    }

    /// A new key, from the system's random bytes.
    public static func random() -> ClientKey {
        var generator = SystemRandomNumberGenerator()
        return ClientKey(bytes: (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    private init(bytes: [UInt8]) {
        text = base64URL(bytes)
        client = String(base64URL(sha256(bytes)).prefix(Self.clientCharacters))
    }

    /// Whether this is the key of `client`. Takes the same time wherever the two differ.
    public func fits(_ client: ClientID) -> Bool {
        guard client.utf8.count == self.client.utf8.count else { return false }
        return zip(client.utf8, self.client.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Keys belong in no log.
extension ClientKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "key of \(client)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["client": client]) }
}
