/// How often each kind of request is made: `delete=4,insert=3,move=2,edit=2,undo=3,redo=1`.
public struct Mix: Equatable, Sendable, CustomStringConvertible {
    public enum Kind: String, CaseIterable, Sendable { case delete, insert, move, edit, undo, redo, restore }

    public private(set) var weights: [(kind: Kind, weight: Int)]
    private let total: Int

    public static let everyday = Mix(weights: [(.delete, 4), (.insert, 3), (.move, 2), (.edit, 2), (.undo, 3), (.redo, 1)])

    /// - Throws: a sentence that says what is wrong.
    public init(_ text: String) throws(PlanError) {
        var weights: [(Kind, Int)] = []
        for part in text.split(separator: ",") {
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            guard words.count == 2, let kind = Kind(rawValue: String(words[0])), let weight = Int(words[1]), 0...1_000_000 ~= weight else {
                let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw PlanError("--mix \(text): \"\(part)\" must be KIND=WEIGHT, KIND one of \(kinds)")
            }
            weights.append((kind, weight))
        }
        guard weights.contains(where: { $0.1 > 0 }) else { throw PlanError("--mix \(text): nothing has a weight") }
        self.init(weights: weights)
    }

    init(weights: [(Kind, Int)]) {
        self.weights = weights.map { (kind: $0.0, weight: $0.1) }
        total = weights.reduce(0) { $0 + $1.1 }
    }

    /// A kind, each as likely as its share of the weights.
    public func pick(using random: inout some RandomNumberGenerator) -> Kind {
        var left = Int.random(in: 0..<total, using: &random)
        for (kind, weight) in weights {
            if left < weight { return kind }
            left -= weight
        }
        preconditionFailure("weights changed")
    }

    public var description: String { weights.map { "\($0.kind.rawValue)=\($0.weight)" }.joined(separator: ",") }

    public static func == (one: Mix, other: Mix) -> Bool { one.description == other.description }
}

/// A plan that cannot be carried out, in one sentence.
public struct PlanError: Error, Equatable, CustomStringConvertible {
    public let description: String
    public init(_ sentence: String) { description = sentence }
}
