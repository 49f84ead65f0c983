import Glibc
import TestSupport
import Testing

/// TLS by the server itself, and a proxy in front of it.
@Suite struct TransportTests {
    /// What the server answers to these bytes over TLS, until it closes.
    private func overTLS(_ server: LiveServer, _ bytes: [UInt8], _ folder: TemporaryFolder) throws -> String {
        try writeFile(folder("request"), bytes)
        return try output("openssl s_client -quiet -connect 127.0.0.1:\(server.port) <'\(folder("request"))' 2>/dev/null")
    }

    private func subject(of server: LiveServer) throws -> String {
        try output("openssl s_client -connect 127.0.0.1:\(server.port) </dev/null 2>/dev/null | openssl x509 -noout -subject")
    }

    private func output(_ command: String) throws -> String {
        let process = try TestProcess("/bin/sh", ["-c", command])
        var text = ""
        while let line = try process.readLine() { text += line + "\n" }
        return text
    }

    @Test("A7 With a certificate the page and the WebSocket speak TLS, and nothing else is spoken")
    func tls() throws {
        let access = try AccessPlace()
        try access.makeCertificate(named: "one.example")
        let server = try LiveServer(at: access.place, flags: access.tlsFlags)
        let page = try overTLS(server, Array("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8), access.place.folder)
        #expect(page.hasPrefix("HTTP/1.1 200 OK") && page.contains("<title>Backspin</title>"))
        let origin = "https://127.0.0.1:\(server.port)"
        let talk = Array(TestWebSocket.handshake(port: server.port, origin: origin).utf8)
            + TestWebSocket.frame(.text, Array(#"{"t":"hello"}"#.utf8)) + TestWebSocket.frame(.text, Array("no message".utf8))
        let told = try overTLS(server, talk, access.place.folder)
        #expect(told.hasPrefix("HTTP/1.1 101 ") && told.contains(#"{"t":"welcome","#) && told.contains(#""code":4500"#))
        let plain = try? ask(server.port, "/")
        #expect(plain?.status != 200)
    }

    @Test("A7 SIGHUP reads the certificate again; a wrong one changes nothing")
    func reload() throws {
        let access = try AccessPlace()
        try access.makeCertificate(named: "one.example")
        let server = try LiveServer(at: access.place, flags: access.tlsFlags)
        #expect(try subject(of: server).contains("one.example"))
        try access.makeCertificate(named: "two.example")
        try server.reload("the certificate was read again")
        #expect(try subject(of: server).contains("two.example"))
        try writeFile(access.certificate, "no certificate".utf8)
        try server.reload("the certificate of before goes on counting")
        #expect(try subject(of: server).contains("two.example"))
    }

    @Test("A7 A certificate or a key that is not there ends the start with a sentence that says just that", arguments: [true, false])
    func missing(certificate: Bool) throws {
        let access = try AccessPlace()
        try access.makeCertificate(named: "one.example")
        let path = certificate ? access.certificate : access.certificateKey
        unlink(path)
        let ending = try Backspin.run(LiveServer.arguments(access.place, access.tlsFlags))
        #expect(ending.status == 1)
        #expect(ending.sentence == "\(path) cannot be read: No such file or directory.")
    }

    @Test("A7 A certificate and a key that do not belong together end the start with a sentence")
    func mismatch() throws {
        let one = try AccessPlace(), two = try AccessPlace()
        try one.makeCertificate(named: "one.example")
        try two.makeCertificate(named: "two.example")
        let ending = try Backspin.run(LiveServer.arguments(one.place, ["--tls-cert", one.certificate, "--tls-key", two.certificateKey]))
        #expect(ending.status == 1)
        #expect(ending.sentence?.contains("\(two.certificateKey) cannot be read as the key") == true)
    }
}
