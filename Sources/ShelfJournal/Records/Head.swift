/// Which entry of a shelf is meant: its number and its hash, which stands for everything up to it.
public struct Head: Hashable, Sendable {
    /// Before a shelf's first entry.
    public static let none = Head(number: 0, hash: .zero)

    public let number: Int
    public let hash: EntryHash

    public init(number: Int, hash: EntryHash) {
        self.number = number
        self.hash = hash
    }
}

extension Head: CustomStringConvertible {
    public var description: String { number == 0 ? "no entry" : "entry \(number) (\(hash))" }
}
