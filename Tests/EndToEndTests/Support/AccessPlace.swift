import Glibc
import TestSupport

/// A place with keys, revoked tokens and a certificate beside the data.
final class AccessPlace {
    let place: LiveServer.Place
    var keys: String { place.folder("keys") }
    var revoked: String { place.folder("revoked") }
    var certificate: String { place.folder("cert.pem") }
    var certificateKey: String { place.folder("key.pem") }

    static let firstKey = "the first key, of thirty-two characters and more"
    static let secondKey = "the second key, of thirty-two characters and more"

    init() throws {
        place = try LiveServer.Place()
        try setKeys(Self.firstKey)
        try setRevoked()
    }

    var flags: [String] { ["--auth-key-file", keys, "--revoked-file", revoked] }
    var tlsFlags: [String] { ["--tls-cert", certificate, "--tls-key", certificateKey] }

    func setKeys(_ lines: String...) throws {
        try writeFile(keys, lines.joined(separator: "\n").utf8)
        chmod(keys, 0o600)
    }

    func setRevoked(_ ids: String...) throws { try writeFile(revoked, ids.joined(separator: "\n").utf8) }

    /// What `backspin token` prints, and the id that it tells.
    func token(_ role: String, shelf: String = "main", _ more: String...) throws -> (text: String, id: String) {
        let ending = try Backspin.run(["token", "--auth-key-file", keys, "--shelf", shelf, "--role", role] + more)
        guard ending.status == 0, let id = ending.sentence?.split(separator: " ").last else { throw Broken("no token: \(ending)") }
        return (String(ending.output.dropLast()), String(id))
    }

    /// Makes a certificate that signs itself.
    func makeCertificate(named name: String) throws {
        let command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=\(name) -keyout '\(certificateKey)' -out '\(certificate)' 2>/dev/null"
        let process = try TestProcess("/bin/sh", ["-c", command])
        guard process.waitForExit() == 0 else { throw Broken("openssl made no certificate") }
    }
}

extension LiveServer {
    /// Sends SIGHUP, and waits until all that it lets the server read was read.
    func reload(_ sentence: String) throws {
        let before = count(sentence)
        process.signal(SIGHUP)
        for _ in 0..<1_000 where count(sentence) == before { usleep(10_000) }
        guard count(sentence) > before else { throw Broken("nothing was reloaded: \(log)") }
    }

    private func count(_ sentence: String) -> Int { log.split(separator: "\n").count { $0.contains(sentence) } }
}
