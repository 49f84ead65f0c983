import CJWT
import Glibc

/// A JSON Web Token in libjwt's hands.
final class JWT {
    private let jwt: OpaquePointer

    /// An empty one.
    init() {
        var made: OpaquePointer?
        jwt_new(&made)
        guard let made else { fatalError("no memory for a token") }
        jwt = made
    }

    /// Nil when the key did not sign it with HS256, the only algorithm that counts. libjwt compares signatures in constant time.
    init?(_ text: String, key: [UInt8]) {
        var read: OpaquePointer?
        guard jwt_decode(&read, text, key, Int32(key.count)) == 0, let read else { return nil }
        guard jwt_get_alg(read) == JWT_ALG_HS256 else {
            jwt_free(read)
            return nil
        }
        jwt = read
    }

    deinit { jwt_free(jwt) }

    func add(_ claim: String, _ value: String?) {
        if let value { jwt_add_grant(jwt, claim, value) }
    }

    func add(_ claim: String, _ value: Int?) {
        if let value { jwt_add_grant_int(jwt, claim, value) }
    }

    func signed(with key: [UInt8]) -> String {
        jwt_set_alg(jwt, JWT_ALG_HS256, key, Int32(key.count))
        guard let text = jwt_encode_str(jwt) else { fatalError("no memory for a token") }
        defer { free(text) }
        return String(cString: text)
    }

    /// Nil when there is no such claim; `invalid` when it is no string.
    func text(_ claim: String) throws(TokenFault) -> String? {
        errno = 0
        let value = jwt_get_grant(jwt, claim)
        guard errno != ENOENT else { return nil }
        guard let value else { throw .invalid }
        return String(cString: value)
    }

    /// Nil when there is no such claim; `invalid` when it is no whole number above 0, the only one that libjwt tells from what is none.
    func number(_ claim: String) throws(TokenFault) -> Int? {
        errno = 0
        let value = jwt_get_grant_int(jwt, claim)
        guard errno != ENOENT else { return nil }
        guard value > 0 else { throw .invalid }
        return value
    }
}
