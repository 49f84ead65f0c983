import Testing

extension SocketsTests {
    @Suite struct AutobahnTests {
        @Test("W The Autobahn test suite finds no fault but those of libwebsockets", .enabled(if: Autobahn.isInstalled, "LEFT OUT: it needs Python 2.7"))
        func conformance() throws {
            let server = try EchoServer {
                $0.maxMessageBytes = 16 << 20
                $0.maxFragments = 1 << 20
                $0.sendBufferBytes = 32 << 20
            }
            var findings = try Autobahn.findings(port: server.port)
            #expect(findings.count == 301)
            // libwebsockets drops a ping while the pong of another is to be sent: always of ten that come in one go, and of ten that come in
            // single bytes when the machine is slow.
            #expect(findings.removeValue(forKey: "2.10") == "FAILED")
            findings["2.11"] = nil
            let faults = findings.filter { !Autobahn.isFine($0.value) }
            #expect(faults == [:])
        }
    }
}
