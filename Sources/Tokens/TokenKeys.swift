import ShelfWire

/// The secrets that tokens are signed with (JWT, HS256). Each of them verifies; the first one signs. So a key is replaced by putting a new one
/// in front of it, and taken out once no token of it is in use.
public struct TokenKeys: Sendable {
    /// As long as the hash: a shorter key would be the easier thing to guess (RFC 7518, section 3.2).
    public static let minimumBytes = 32
    /// Longer than any token that `sign` makes.
    private static let maximumTokenBytes = 4096

    private let keys: [[UInt8]]

    /// One or two keys of at least `minimumBytes`.
    init(_ keys: [[UInt8]]) {
        precondition(1...2 ~= keys.count && keys.allSatisfy { $0.count >= Self.minimumBytes })
        self.keys = keys
    }

    public func sign(_ token: Token, at now: Int) -> String {
        let jwt = JWT()
        jwt.add("jti", token.id)
        jwt.add("shelf", token.shelf.text)
        jwt.add("role", token.role.rawValue)
        jwt.add("name", token.name)
        jwt.add("iat", now)
        jwt.add("nbf", token.notBefore)
        jwt.add("exp", token.expires)
        return jwt.signed(with: keys[0])
    }

    /// What a token says, if one of the keys signed it and it is valid now.
    /// - Parameter now: seconds since 1970.
    public func verify(_ text: String, at now: Int) throws(TokenFault) -> Token {
        guard Self.isPlausible(text), let jwt = keys.lazy.compactMap({ JWT(text, key: $0) }).first else { throw .invalid }
        let token = try jwt.token()
        if let expires = token.expires, now >= expires { throw .expired }
        if let notBefore = token.notBefore, now < notBefore { throw .notYet }
        return token
    }

    /// What is not even three words of base64url is not given to the library.
    private static func isPlausible(_ text: String) -> Bool {
        text.utf8.count <= maximumTokenBytes && text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                 UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
    }
}

/// Keys belong in no log.
extension TokenKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(keys.count) keys" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension JWT {
    /// Its claims; `invalid` when one that counts is missing or is no such value.
    fileprivate func token() throws(TokenFault) -> Token {
        guard let id = try text("jti"), !id.isEmpty, let shelf = try text("shelf").flatMap(ShelfPattern.init),
              let role = try text("role").flatMap(Role.init) else { throw .invalid }
        return Token(id: id, shelf: shelf, role: role, name: try text("name").map { cleanedName($0) }, notBefore: try number("nbf"), expires: try number("exp"))
    }
}
