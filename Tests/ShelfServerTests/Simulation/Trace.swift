/// What happened in a world: a hash always, and the lines when somebody wants to read them.
struct Trace {
    /// One a player: within a turn the order of what concerns different players is not fixed.
    private var hashes: [UInt64] = []
    private(set) var lines: [String] = []
    let keepsLines: Bool

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    var hash: UInt64 { hashes.reduce(0) { ($0 ^ $1) &* 0x100_0000_01b3 } }

    /// `what` and the numbers make the hash; the line is made only when it is kept.
    mutating func note(_ time: Int, _ player: Player, _ what: What, _ number: Int, _ line: () -> String) {
        while hashes.count <= player.number { hashes.append(0xcbf2_9ce4_8422_2325) }
        for part in [time, what.rawValue, number] {
            hashes[player.number] = (hashes[player.number] ^ UInt64(truncatingIfNeeded: part)) &* 0x100_0000_01b3
        }
        if keepsLines { lines.append("\(padded(time)) ms  \(line())") }
    }

    enum What: Int {
        case starts, dies, durable, fails, recovers, stores, connects, loses, asks, sends, appends, ends
    }

    private func padded(_ time: Int) -> String {
        let digits = String(time)
        return String(repeating: " ", count: max(0, 7 - digits.count)) + digits
    }
}
