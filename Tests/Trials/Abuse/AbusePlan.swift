/// Who misbehaves, for how long, and what the server must stay within.
struct AbusePlan {
    var seconds = 40.0
    var rogues: [(kind: RogueKind, count: Int)] = [
        // Eight flooders.
        (.edits, 3), (.largeEdits, 2), (.nonsense, 1), (.pings, 1), (.restless, 1),
        // 2,000 slow handshakes.
        (.creeping, 1_000), (.mute, 1_000),
        // 200 readers that never read.
        (.deaf, 200),
        // Endless messages.
        (.crumbs, 20), (.slabs, 20), (.hoards, 40),
    ]
    /// Who is cut off at once, over how many shelves.
    var crowd = 5_000
    var crowdShelves = 50
    var messageBytes = 8 << 20
    var flags: [String] = []
    /// What SECURITY.md promises.
    var memoryLimit = 768 << 20
    var isTimed = true

    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--short": beShort()
            case "--only": only(words.popFirst() ?? "")
            case "--for": seconds = try duration(words.popFirst() ?? "")
            default: throw TrialError("abuse does not know \(word)")
            }
        }
    }

    /// To find out which of them does what.
    private mutating func only(_ kinds: String) { rogues.removeAll { !kinds.split(separator: ",").contains(Substring($0.kind.rawValue)) } }

    private mutating func beShort() {
        (seconds, isTimed) = (5, false)
        rogues = [(.edits, 1), (.largeEdits, 1), (.nonsense, 1), (.pings, 1), (.restless, 1), (.creeping, 20), (.mute, 20), (.deaf, 10), (.crumbs, 2), (.slabs, 2), (.hoards, 8)]
        (crowd, crowdShelves, messageBytes) = (100, 4, 1 << 20)
        flags = ["--max-message-bytes", "\(messageBytes)", "--max-undecoded-bytes", "\(4 << 20)", "--hello-seconds", "2"]
        memoryLimit = 256 << 20
    }
}
