import CJWT
import Glibc
@testable import ShelfWire
@testable import Tokens
import Testing

@Suite("Tokens")
struct TokenTests {
    private let keys = TokenKeys([Array(repeating: 7, count: 32)])
    private let now = 1_790_000_000

    private func token(notBefore: Int? = nil, expires: Int? = nil) -> Token {
        Token(shelf: ShelfPattern("club-*")!, role: .edit, name: "Ann", notBefore: notBefore, expires: expires)
    }

    /// A token with these claims, signed by the key with any algorithm.
    private func forged(_ claims: String, algorithm: jwt_alg_t = JWT_ALG_HS256, key: [UInt8] = Array(repeating: 7, count: 32)) -> String {
        var jwt: OpaquePointer?
        jwt_new(&jwt)
        defer { jwt_free(jwt) }
        jwt_add_grants_json(jwt, claims)
        jwt_set_alg(jwt, algorithm, algorithm == JWT_ALG_NONE ? nil : key, algorithm == JWT_ALG_NONE ? 0 : Int32(key.count))
        guard let text = jwt_encode_str(jwt) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }

    private static let claims = #"{"jti":"t1","shelf":"main","role":"admin"}"#

    @Test("A1 What was signed is read back")
    func roundTrip() throws {
        let token = token(notBefore: now, expires: now + 1)
        #expect(try keys.verify(keys.sign(token, at: now), at: now) == token)
    }

    @Test("A1 A token signed elsewhere counts, too")
    func signedElsewhere() throws {
        let token = try keys.verify(forged(Self.claims), at: now)
        #expect(token == Token(id: "t1", shelf: ShelfPattern("main")!, role: .admin))
    }

    @Test("A1 A token without a signature is refused")
    func none() {
        let text = forged(Self.claims, algorithm: JWT_ALG_NONE)
        #expect(text.hasSuffix(".") && text.count > 20)
        #expect(throws: TokenFault.invalid) { try keys.verify(text, at: now) }
    }

    @Test("A1 The same key with another algorithm is refused", arguments: [JWT_ALG_HS384, JWT_ALG_HS512])
    func otherHash(algorithm: jwt_alg_t) {
        let text = forged(Self.claims, algorithm: algorithm)
        #expect(text.count > 80)
        #expect(throws: TokenFault.invalid) { try keys.verify(text, at: now) }
    }

    @Test("A1 A token that says RS256 is refused, also when its signature is the one of HS256")
    func publicKey() {
        let parts = forged(Self.claims).split(separator: ".")
        // {"alg":"RS256"}
        let text = "eyJhbGciOiJSUzI1NiJ9.\(parts[1]).\(parts[2])"
        #expect(throws: TokenFault.invalid) { try keys.verify(text, at: now) }
    }

    @Test("A1 Another key's signature is refused")
    func wrongKey() {
        let text = TokenKeys([Array(repeating: 8, count: 32)]).sign(token(), at: now)
        #expect(throws: TokenFault.invalid) { try keys.verify(text, at: now) }
    }

    @Test("A1 Every changed character of a token is noticed")
    func tampered() {
        let text = Array(keys.sign(token(), at: now).utf8)
        for index in text.indices {
            var changed = text
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: TokenFault.invalid, "at \(index)") { try keys.verify(String(decoding: changed, as: UTF8.self), at: now) }
        }
    }

    @Test("A1 A token ends in the second that it names")
    func expired() {
        let text = keys.sign(token(expires: now), at: now - 9)
        #expect(throws: Never.self) { try keys.verify(text, at: now - 1) }
        #expect(throws: TokenFault.expired) { try keys.verify(text, at: now) }
    }

    @Test("A1 A token that is not valid yet is refused")
    func notYet() {
        let text = keys.sign(token(notBefore: now), at: now - 9)
        #expect(throws: TokenFault.notYet) { try keys.verify(text, at: now - 1) }
    }

    @Test("A1 A claim that counts and is missing or wrong is no claim to anything", arguments: [
        #"{"shelf":"main","role":"edit"}"#, #"{"jti":"","shelf":"main","role":"edit"}"#, #"{"jti":7,"shelf":"main","role":"edit"}"#,
        #"{"jti":"t","role":"edit"}"#, #"{"jti":"t","shelf":"Main","role":"edit"}"#, #"{"jti":"t","shelf":"a*b","role":"edit"}"#,
        #"{"jti":"t","shelf":["main"],"role":"edit"}"#, #"{"jti":"t","shelf":"main"}"#, #"{"jti":"t","shelf":"main","role":"owner"}"#,
        #"{"jti":"t","shelf":"main","role":"edit","exp":"never"}"#, #"{"jti":"t","shelf":"main","role":"edit","exp":1e300}"#,
        #"{"jti":"t","shelf":"main","role":"edit","nbf":null}"#, #"{"jti":"t","shelf":"main","role":"edit","name":7}"#,
    ])
    func claims(text: String) {
        #expect(throws: TokenFault.invalid) { try keys.verify(forged(text), at: now) }
    }

    @Test("A1 What is no token is refused, whatever it is", arguments: [
        "", ".", "..", "...", "a.b.c", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9..", "é.é.é", "a b.c.d", String(repeating: "a", count: 5000),
    ])
    func garbage(text: String) {
        #expect(throws: TokenFault.invalid) { try keys.verify(text, at: now) }
    }

    @Test("A1 Nothing stands behind a token, and none is longer than 4 KiB")
    func shape() throws {
        let text = forged(Self.claims)
        #expect(throws: TokenFault.invalid) { try keys.verify(text + "\u{0}behind", at: now) }
        let long = { (count: Int) in forged(#"{"jti":"t","shelf":"main","role":"edit","more":"\#(String(repeating: "x", count: count))"}"#) }
        #expect(throws: Never.self) { try keys.verify(long(2_900), at: now) }
        #expect(throws: TokenFault.invalid) { try keys.verify(long(3_000), at: now) }
    }

    @Test("A1 A name in a token is brought to one line")
    func name() throws {
        #expect(try keys.verify(forged(#"{"jti":"t","shelf":"main","role":"edit","name":" A\nb\u202e "}"#), at: now).name == "A b")
    }

    @Test("A1 A pattern names one shelf, those that begin alike, or all")
    func patterns() throws {
        let club = try #require(ShelfPattern("club-*")), main = try #require(ShelfPattern("main")), all = try #require(ShelfPattern("*"))
        #expect(["club-", "club-7", "club", "my-club-7"].map(club.matches) == [true, true, false, false])
        #expect(["main", "main2", "mai"].map(main.matches) == [true, false, false])
        #expect(["main", "x"].allSatisfy(all.matches))
        #expect(["", "**", "a*b", "*a", "Club", "a b"].allSatisfy { ShelfPattern($0) == nil })
    }

    @Test("A4 The first key signs, both verify, and one that was taken out no longer does")
    func rotation() throws {
        let (old, new) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let both = TokenKeys([new, old])
        let before = TokenKeys([old]).sign(token(), at: now), after = both.sign(token(), at: now)
        for text in [before, after] { #expect(throws: Never.self) { try both.verify(text, at: now) } }
        #expect(throws: Never.self) { try TokenKeys([new]).verify(after, at: now) }
        #expect(throws: TokenFault.invalid) { try TokenKeys([new]).verify(before, at: now) }
    }

    @Test("A5 Keys do not show when they are printed")
    func printed() {
        let keys = TokenKeys([Array("a secret that nobody may ever see".utf8)])
        var dumped = ""
        dump(keys, to: &dumped)
        #expect(!"\(keys) \(String(reflecting: keys)) \(dumped)".contains("97"), "97 is the first byte")
        #expect(!"\(keys) \(String(reflecting: keys)) \(dumped)".contains("secret"))
    }
}
