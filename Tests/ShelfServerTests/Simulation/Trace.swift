/// What happened in a world: a hash always, and the lines when somebody wants to read them.
struct Trace {
    private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var lines: [String] = []
    let keepsLines: Bool

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    /// `what` and the numbers make the hash; the line is made only when it is kept.
    mutating func note(_ time: Int, _ what: Int, _ number: Int, _ line: @autoclosure () -> String) {
        mix(time)
        mix(what)
        mix(number)
        if keepsLines { lines.append("\(padded(time)) ms  \(line())") }
    }

    mutating func mix(_ number: Int) { hash = (hash ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01b3 }

    private func padded(_ time: Int) -> String {
        let digits = String(time)
        return String(repeating: " ", count: max(0, 7 - digits.count)) + digits
    }
}
