/// How long, and how much.
struct SoakPlan {
    var seconds = 3_600.0
    var connectsPerSecond = 200
    /// Shelves that are always in use; half of all visits go there.
    var hotShelves = 4
    var regularsOfHotShelf = 150
    /// Shelves that are opened in turn and left: so many at a time, the next one after so many seconds.
    var coldShelves = 60
    var openColdShelves = 12
    var secondsPerTurn = 2.5
    var regularsOfColdShelf = 8
    /// Without a visitor, a shelf's list is final after this.
    var quietSeconds = 3.0
    var albums = 60
    /// What is measured from the beginning is not what stays.
    var settlingSeconds = 600.0
    /// Stacks, and events kept for who lags, are full before memory is compared; a shelf that was left is unloaded before its turn comes again.
    var flags = ["--undo-depth", "50", "--max-backlog-bytes", "65536"]
    /// The clock counts, too.
    var isTimed = true
    /// Where each second's memory, files and lag are written.
    var samples: String?

    init(_ words: [String]) throws {
        var words = words[...]
        while let word = words.popFirst() {
            switch word {
            case "--short": beShort()
            case "--for": seconds = try duration(words.popFirst() ?? "")
            case "--samples": samples = words.popFirst()
            default: throw TrialError("soak does not know \(word)")
            }
        }
    }

    private mutating func beShort() {
        (seconds, isTimed) = (4, false)
        (connectsPerSecond, hotShelves, regularsOfHotShelf) = (40, 1, 30)
        (coldShelves, openColdShelves, secondsPerTurn, quietSeconds) = (6, 2, 0.5, 0.5)
        flags += ["--unused-seconds", "1"]
    }
}

/// `30s`, `5m`, `1h`.
func duration(_ text: String) throws -> Double {
    let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    guard let factor = text.last.flatMap({ factors[$0] }), let number = Double(text.dropLast()), number > 0 else {
        throw TrialError("\"\(text)\" is no time, as 30s, 5m or 1h")
    }
    return number * factor
}
