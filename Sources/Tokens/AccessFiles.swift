import Glibc

/// Why a file that says who may do what cannot be used: a sentence that says what to do.
public struct AccessFileError: Error, Sendable, CustomStringConvertible {
    public let description: String
}

extension TokenKeys {
    /// From a file of one or two lines, each a key: the first signs, both verify.
    /// - Throws: also when others than its owner and group could read it.
    public init(file path: String) throws(AccessFileError) {
        let (text, mode) = try contents(of: path, ifMissing: "make one with: (umask 077; openssl rand -base64 32 > \(path))")
        guard mode & 0o027 == 0 else {
            throw AccessFileError(description: "others can read or write the key file \(path); whoever reads it can sign tokens: chmod 600 \(path)")
        }
        let keys = text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }
        guard 1...2 ~= keys.count else {
            throw AccessFileError(description: "the key file \(path) holds \(keys.count) keys: it must have one line, or two while a key is replaced")
        }
        guard keys.allSatisfy({ $0.utf8.count >= Self.minimumBytes }) else {
            throw AccessFileError(description: "a key in \(path) is shorter than \(Self.minimumBytes) characters; make one with: openssl rand -base64 32")
        }
        self.init(keys.map { Array($0.utf8) })
    }
}

/// The ids of tokens that no longer count.
public struct Revocations: Sendable {
    private let ids: Set<String>

    public init(_ ids: Set<String> = []) { self.ids = ids }

    /// From a file with one id a line; what follows a `#` is a note.
    public init(file path: String) throws(AccessFileError) {
        let lines = try contents(of: path, ifMissing: "make an empty one").text.split(whereSeparator: \.isNewline)
        ids = Set(lines.map { trimmed($0.prefix { $0 != "#" }) }).subtracting([""])
    }

    public func contains(_ token: Token) -> Bool { ids.contains(token.id) }
}

private func trimmed(_ line: Substring) -> String {
    var line = line.drop(while: \.isWhitespace)
    while line.last?.isWhitespace == true { line.removeLast() }
    return String(line)
}

/// What a file holds, and who may read it.
private func contents(of path: String, ifMissing advice: String) throws(AccessFileError) -> (text: String, mode: mode_t) {
    guard let file = fopen(path, "re") else {
        let reason = errno
        throw AccessFileError(description: "\(path) cannot be read: \(String(cString: strerror(reason)))" + (reason == ENOENT ? "; \(advice)" : ""))
    }
    defer { fclose(file) }
    var status = stat()
    fstat(fileno(file), &status)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    guard ferror(file) == 0 else { throw AccessFileError(description: "\(path) cannot be read: it is no file") }
    return (String(decoding: bytes, as: UTF8.self), status.st_mode)
}
