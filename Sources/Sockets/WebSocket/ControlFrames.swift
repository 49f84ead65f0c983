/// What a client sends that is no message: all that was received, less what is accounted for.
struct ControlFrames {
    /// More than the header of any frame, and what encryption adds to it.
    static let headerBytes = 64
    /// Between two looks: 6,000 pings.
    private static let allowedBytes = 64 << 10
    private static let holdMilliseconds: UInt64 = 10_000

    /// Of messages and their frames, and what was looked at before.
    var countedBytes = 0
    /// Who sent too much is not read until then.
    private(set) var heldUntil: UInt64?
    var isHeld: Bool { heldUntil != nil }

    mutating func look(received: Int, now: UInt64) {
        if received - countedBytes > Self.allowedBytes { heldUntil = now + Self.holdMilliseconds }
        countedBytes = max(countedBytes, received)
    }

    mutating func release(received: Int) {
        heldUntil = nil
        countedBytes = received
    }
}
