import Glibc
import ShelfWire
@testable import Tokens
import TestSupport
import Testing

@Suite("Access files")
struct AccessFileTests {
    private static let key = String(repeating: "k", count: 32)

    /// Calls `body` with a file that holds `text`.
    private func withFile<Result>(_ text: String, mode: mode_t = 0o600, _ body: (String) throws -> Result) throws -> Result {
        let folder = try TemporaryFolder()
        let path = folder("file")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
        fchmod(descriptor, mode)
        close(descriptor)
        return try body(path)
    }

    private func sentence(_ text: String, mode: mode_t = 0o600) throws -> String {
        try withFile(text, mode: mode) { path in
            do throws(AccessFileError) {
                _ = try TokenKeys(file: path)
                return ""
            } catch {
                return error.description.replacing(path, with: "FILE")
            }
        }
    }

    @Test("A4 A key file holds one key, or two", arguments: ["\(key)\n", "\(key)", "  \(key)\r\n\n# of another kind: \(key)\n"])
    func keys(text: String) throws {
        try withFile(text) { path in
            let keys = try TokenKeys(file: path)
            let signed = TokenKeys([Array(Self.key.utf8)]).sign(Token(shelf: ShelfPattern("*")!, role: .view), at: 0)
            #expect(throws: Never.self) { try keys.verify(signed, at: 0) }
        }
    }

    @Test("A4 A key file that others can read is refused with the way to mend it", arguments: [0o604, 0o644, 0o620, 0o602] as [mode_t])
    func mode(mode: mode_t) throws {
        #expect(try sentence(Self.key, mode: mode) == "others can read or write the key file FILE; whoever reads it can sign tokens: chmod 600 FILE")
        #expect(try sentence(Self.key, mode: 0o640).isEmpty)
    }

    @Test("A4 A short key is refused, and its text is not told")
    func short() throws {
        #expect(try sentence(String(repeating: "k", count: 31)) == "a key in FILE is shorter than 32 characters; make one with: openssl rand -base64 32")
    }

    @Test("A4 No key or three are refused", arguments: [("", 0), ("\n \n", 0), ("\(key)\n\(key)\n\(key)", 3)])
    func count(text: String, count: Int) throws {
        #expect(try sentence(text).hasPrefix("the key file FILE holds \(count) keys:"))
    }

    @Test("A4 A key file that is not there, or is no file, is an error with its reason and what to do")
    func missing() {
        let error = #expect(throws: AccessFileError.self) { try TokenKeys(file: "/nowhere/key") }
        #expect(error?.description == """
            /nowhere/key cannot be read: No such file or directory; make one with: (umask 077; openssl rand -base64 32 > /nowhere/key)
            """)
        #expect(throws: AccessFileError.self) { try TokenKeys(file: "/") }
    }

    @Test("A3 A list of revoked tokens has an id a line, and notes")
    func revocations() throws {
        let revoked = try withFile("t1\n\n # all of Bo's\n t2 # Bo's\n") { try Revocations(file: $0) }
        let tokens = ["t1", "t2", "t3", "Bo's", ""].map { Token(id: $0, shelf: ShelfPattern("*")!, role: .view) }
        #expect(tokens.map(revoked.contains) == [true, true, false, false, false])
    }
}
