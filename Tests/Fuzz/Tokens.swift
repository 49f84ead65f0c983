import CJWT
import Glibc
@testable import Tokens

private let key = Array("a key that is thirty-two bytes long".utf8)
private let keys = TokenKeys([key])

/// Whatever may be shown as a token: as its text, and as what a token says that the key signed.
func tryOutToken(_ bytes: [UInt8]) {
    _ = try? keys.verify(String(decoding: bytes, as: UTF8.self), at: 1_800_000_000)
    guard let signed = signed(bytes), let token = try? keys.verify(signed, at: 1_800_000_000) else { return }
    precondition(!token.id.isEmpty && token.expires ?? .max > 1_800_000_000 && token.notBefore ?? 0 <= 1_800_000_000, "\(token) counts")
}

/// Nil when it is no JSON that libjwt takes.
private func signed(_ claims: [UInt8]) -> String? {
    var jwt: OpaquePointer?
    jwt_new(&jwt)
    defer { jwt_free(jwt) }
    guard jwt_add_grants_json(jwt, String(decoding: claims, as: UTF8.self)) == 0 else { return nil }
    jwt_set_alg(jwt, JWT_ALG_HS256, key, CInt(key.count))
    guard let text = jwt_encode_str(jwt) else { return nil }
    defer { free(text) }
    return String(cString: text)
}
