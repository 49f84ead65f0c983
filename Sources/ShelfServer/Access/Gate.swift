import ShelfWire
import Tokens

/// Who gets in where tokens are required (A1): the keys that sign them, and those that were revoked.
public struct Gate: Sendable {
    private let keys: TokenKeys
    private let revoked: Revocations

    public init(keys: TokenKeys, revoked: Revocations = Revocations()) {
        self.keys = keys
        self.revoked = revoked
    }

    /// - Parameter now: milliseconds since 1970.
    func admit(_ token: String?, to shelf: String, at now: Int) -> Result<Pass, Exclusion> {
        do throws(TokenFault) {
            guard let text = token else { throw .missing }
            let token = try keys.verify(text, at: now / 1000)
            guard !revoked.contains(token) else { throw .revoked }
            guard token.shelf.matches(shelf) else { return .failure(.elsewhere) }
            return .success(Pass(role: token.role, name: token.name, expires: token.expires.map { $0 * 1000 }))
        } catch {
            return .failure(.notSignedIn(error))
        }
    }
}

/// Why somebody is not let in.
enum Exclusion: Error, Hashable, Sendable {
    case notSignedIn(TokenFault)
    /// The token is for other shelves.
    case elsewhere

    var code: CloseCode {
        switch self {
        case .notSignedIn: .notSignedIn
        case .elsewhere: .notAllowed
        }
    }

    var reason: String {
        switch self {
        case .notSignedIn(let fault): fault.rawValue
        case .elsewhere: "the token is for other shelves"
        }
    }
}
