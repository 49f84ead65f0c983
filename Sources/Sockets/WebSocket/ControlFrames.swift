/// What a client sends that is no message: all that was read of it, less what is accounted for.
struct ControlFrames {
    /// More than the header of any frame, and what encryption adds to it.
    private static let headerBytes = 64
    /// Between two looks: 6,000 pings.
    private static let allowedBytes = 64 << 10
    /// Looks that lie further apart say nothing: who has been here for a day has answered many pings.
    private static let lookMilliseconds: UInt64 = 3_000
    private static let holdMilliseconds: UInt64 = 10_000

    /// Of messages and their frames, and what was looked at before.
    private var countedBytes = 0
    private var lookedAt: UInt64?
    /// Who sent too much is not read until then.
    private(set) var heldUntil: UInt64?
    var isHeld: Bool { heldUntil != nil }

    mutating func count(messageBytes: Int) { countedBytes += messageBytes + Self.headerBytes }

    mutating func look(read: Int, now: UInt64) {
        if let lookedAt, now - lookedAt <= Self.lookMilliseconds, read - countedBytes > Self.allowedBytes { heldUntil = now + Self.holdMilliseconds }
        (countedBytes, lookedAt) = (read, now)
    }

    mutating func release() { heldUntil = nil }
}
