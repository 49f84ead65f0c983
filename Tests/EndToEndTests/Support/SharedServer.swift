import Testing

/// One server for all tests of a suite, which it does not outlive.
struct SharedServer: SuiteTrait, TestScoping {
    @TaskLocal static var port: UInt16 = 0

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        let server = try LiveServer()
        try await Self.$port.withValue(server.port) { try await function() }
        withExtendedLifetime(server) {}
    }
}

extension Trait where Self == SharedServer {
    static var liveServer: Self { SharedServer() }
}
