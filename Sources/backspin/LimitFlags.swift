import ShelfCore
import ShelfWire

/// A flag for each limit of SPEC X.
struct LimitFlag {
    let name: String
    let help: String
    let limit: WritableKeyPath<Limits, Int>
    let range: ClosedRange<Int>

    init(_ name: String, _ limit: WritableKeyPath<Limits, Int>, _ range: ClosedRange<Int>, _ help: String) {
        self.name = name
        self.limit = limit
        self.range = range
        self.help = help
    }

    static var all: [LimitFlag] {
        [
            LimitFlag("--max-message-bytes", \.messageBytes, 1_024...(1 << 30), "bytes of one message"),
            LimitFlag("--max-undecoded-bytes", \.undecodedBytes, 1_024...(1 << 40), "bytes of all unfinished and undecoded messages together"),
            LimitFlag("--max-field-bytes", \.fieldBytes, 1...(1 << 20), "bytes of a field's value"),
            LimitFlag("--max-name-characters", \.nameCharacters, 1...1_000, "characters of a client's name"),
            LimitFlag("--max-open-requests", \.openRequests, 1...10_000, "requests of a client without an outcome"),
            LimitFlag("--max-request-rate", \.requestsPerSecond, 0...1_000_000, "requests of a client a second; 0 lifts the limit"),
            LimitFlag("--max-request-burst", \.requestBurst, 1...1_000_000, "requests of a client at once"),
            LimitFlag("--hello-seconds", \.helloSeconds, 1...3_600, "seconds until a connection must have said hello"),
            LimitFlag("--max-backlog-bytes", \.backlogBytes, 64 * 1_024...(1 << 30), "bytes of a shelf's newest events that are kept for readers that lag"),
            LimitFlag("--unused-seconds", \.unusedSeconds, 1...86_400, "seconds until a shelf that nobody uses leaves memory"),
            LimitFlag("--max-memory", \.memoryMebibytes, 0...1_000_000_000, "MiB that the server may use before it lets nobody new in; 0 is three quarters of the machine's"),
            LimitFlag("--max-sessions", \.sessions, 1...1_000_000, "sessions"),
            LimitFlag("--max-sessions-per-address", \.sessionsPerAddress, 1...1_000_000, "sessions of one address, loopback excepted"),
            LimitFlag("--max-new-shelves", \.newShelvesPerAddressPerHour, 0...1_000_000, "new shelves of one address an hour, loopback excepted; 0 lifts the limit"),
            LimitFlag("--max-shelves", \.shelves, 1...10_000_000, "shelves"),
            LimitFlag("--max-header-bytes", \.httpHeaderBytes, 1_024...(1 << 20), "bytes of a request's HTTP headers"),
            LimitFlag("--undo-depth", \.settings.undoDepth, 1...100_000, "steps that a client can undo"),
            LimitFlag("--client-days", \.settings.clientRetentionDays, 1...36_500, "days that a client's steps are kept after it was last seen"),
            LimitFlag("--max-clients", \.settings.clients, 1...1_000_000, "clients with steps on a shelf"),
            LimitFlag("--max-operations", \.settings.operationsPerRequest, 1...1_000_000, "operations in a request"),
            LimitFlag("--max-event-bytes", \.settings.eventBytes, 1_024...(1 << 30), "bytes of a request's event, or its undo's"),
            LimitFlag("--max-album-fields", \.settings.fieldsPerAlbum, 1...1_000, "fields of an album"),
            LimitFlag("--max-album-bytes", \.settings.albumBytes, 64...(1 << 24), "bytes of an album"),
            LimitFlag("--max-albums", \.settings.albums, 1...10_000_000, "albums on a shelf"),
            LimitFlag("--max-ids", \.settings.idsEverUsed, 1...1_000_000_000, "ids ever used on a shelf"),
            LimitFlag("--max-bin", \.settings.binAlbums, 0...10_000_000, "deleted albums in the bin"),
        ]
    }

    static func limits(from arguments: inout Arguments) throws -> Limits {
        var limits = Limits()
        for flag in all {
            if let value = try arguments.number(flag.name, in: flag.range) { limits[keyPath: flag.limit] = value }
        }
        return limits
    }

    static var usage: String {
        let defaults = Limits()
        return all.map { "  \(pad("\($0.name) N", 30))\($0.help) (\(defaults[keyPath: $0.limit]))" }.joined(separator: "\n")
    }
}
