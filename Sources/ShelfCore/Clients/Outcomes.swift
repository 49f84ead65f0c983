/// The last outcomes of a client, so that a request that is sent again is told again (W3).
struct Outcomes: Sendable, Equatable {
    static let remembered = 64

    struct Entry: Sendable, Equatable {
        let number: Int
        let digest: UInt64
        let result: Result
    }

    enum Result: Sendable, Equatable {
        /// Carried out as the event with this `seq`; a `do` made a step.
        case done(seq: Int, isStep: Bool)
        case none
        case refused(Refusal)
    }

    /// By request number.
    private(set) var entries: [Entry] = []

    mutating func remember(_ entry: Entry) {
        if entries.count == Self.remembered { entries.removeFirst() }
        entries.append(entry)
    }

    func entry(_ number: Int) -> Entry? {
        let index = entries.partition { $0.number < number }
        return index < entries.count && entries[index].number == number ? entries[index] : nil
    }
}

extension Outcomes.Result {
    /// As it is told again.
    var again: Outcome {
        switch self {
        case .done(let seq, _): .done(seq: seq)
        case .none: .none
        case .refused(let refusal): .refused(refusal)
        }
    }
}
