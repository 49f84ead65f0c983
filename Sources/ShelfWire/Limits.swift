import ShelfCore

/// Every limit of the server (SPEC X), each with its unit in its name. Those that applying uses are a shelf's `settings`.
public struct Limits: Hashable, Sendable {
    // A message
    public var messageBytes = 8 * 1024 * 1024
    public var messagesPerFrame = 64
    /// How deep objects and arrays of a frame may be nested.
    public var jsonDepth = 16
    /// An empty object costs 100 times its two bytes when it is parsed. No request that makes sense has one in fewer bytes than this;
    /// the first 1,000 are free.
    public var bytesPerContainer = 16
    /// A field's value, after normalisation (L3).
    public var fieldBytes = 4 * 1024
    /// A client's name, in Unicode scalars; what is beyond is cut.
    public var nameCharacters = 64
    /// A snapshot comes in parts of at most this (W2).
    public var snapshotPartBytes = 1024 * 1024
    /// Above this `who` tells only the count (W8).
    public var whoClients = 100
    /// What `history` and `bin` give at most, and when they are not asked for a number (W12, W13).
    public var pageCount = 200
    public var pageCountDefault = 50

    // A client
    /// Requests that are not answered yet; beyond this the server reads that client's messages later.
    public var openRequests = 64
    public var requestsPerSecond = 50
    public var requestBurst = 100

    // A session
    public var helloSeconds = 10
    /// One that lags by more than this, or than a snapshot, gets a snapshot instead of events (B2).
    public var backlogBytes = 4 * 1024 * 1024
    /// Answers that it has not taken; beyond this its messages are read later.
    public var answerBytes = 256 * 1024
    /// One that takes nothing for this long is closed (B2).
    public var stalledSeconds = 30
    public var tickSeconds = 25

    // The server
    /// Unfinished and undecoded messages of all sessions together.
    public var undecodedBytes = 256 * 1024 * 1024
    /// Of this process: while it uses more, nobody new is let in. 0 stands for three quarters of the machine's.
    public var memoryMebibytes = 0
    public var sessions = 20_000
    /// A shelf that nobody uses leaves memory after this long.
    public var unusedSeconds = 60
    /// Not for loopback; nor is the next.
    public var sessionsPerAddress = 500
    public var newShelvesPerAddressPerHour = 20
    public var shelves = 10_000
    public var httpHeaderBytes = 8 * 1024

    /// What applying uses (S5): journaled, and the same on every server of a shelf.
    public var settings = Settings()

    public init() {}

    /// How many objects and arrays a message of that many bytes may have.
    func containers(in bytes: Int) -> Int { 1000 + bytes / bytesPerContainer }
}
