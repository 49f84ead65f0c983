import ShelfWire

/// What its holder may do, and where. Whoever has the text of a token is its holder.
public struct Token: Hashable, Sendable {
    /// Names it, so that it can be revoked.
    public var id: String
    public var shelf: ShelfPattern
    public var role: Role
    /// The name that its holder goes by, whatever it calls itself.
    public var name: String?
    /// Seconds since 1970; valid from this second on.
    public var notBefore: Int?
    /// Seconds since 1970; no longer valid from this second on.
    public var expires: Int?

    public init(id: String = randomID(), shelf: ShelfPattern, role: Role, name: String? = nil, notBefore: Int? = nil, expires: Int? = nil) {
        self.id = id
        self.shelf = shelf
        self.role = role
        self.name = name
        self.notBefore = notBefore
        self.expires = expires
    }

    /// 16 letters and digits.
    public static func randomID() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<16).map { _ in letters.randomElement(using: &generator)! })
    }
}

/// Why a token does not count. The raw value is a sentence for its holder.
public enum TokenFault: String, Error, Sendable, CaseIterable {
    case missing = "a token is needed: ask for a link"
    case invalid = "the token is not valid"
    case notYet = "the token is not valid yet"
    case expired = "the token has expired"
    case revoked = "the token was revoked"
}
