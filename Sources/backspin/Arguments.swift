/// The words behind a subcommand: options with a value (`--data DIR` or `--data=DIR`), switches, and operands.
struct Arguments {
    private var words: [String]
    private let command: String

    init(_ words: ArraySlice<String>, command: String) {
        self.words = words.flatMap { word -> [String] in
            guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return [word] }
            return [String(word[..<equals]), String(word[word.index(after: equals)...])]
        }
        self.command = command
    }

    /// The value of an option, or nil when it is not there. The last one counts.
    mutating func option(_ name: String) throws -> String? { try options(name).last }

    mutating func required(_ name: String) throws -> String {
        guard let value = try option(name) else { throw Failure("\(name) is missing; backspin \(command) --help explains it", status: 2) }
        return value
    }

    mutating func options(_ name: String) throws -> [String] {
        var values: [String] = []
        while let index = words.firstIndex(of: name) {
            guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
                throw Failure("\(name) needs a value; backspin \(command) --help explains it", status: 2)
            }
            values.append(words[index + 1])
            words.removeSubrange(index...index + 1)
        }
        return values
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = try option(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Failure("\(name) \(text): must be a whole number from \(range.lowerBound) to \(range.upperBound)", status: 2)
        }
        return number
    }

    mutating func isSet(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    /// What is neither an option nor its value; call it after those were taken.
    mutating func operand(_ name: String) throws -> String {
        guard let operand = optionalOperand() else {
            throw Failure("\(name) is missing; backspin \(command) --help explains it", status: 2)
        }
        return operand
    }

    mutating func optionalOperand() -> String? {
        words.firstIndex { !$0.hasPrefix("-") }.map { words.remove(at: $0) }
    }

    /// Refuses what is left over.
    func finish() throws {
        guard let word = words.first else { return }
        throw Failure("\"\(word)\" is not something that backspin \(command) knows; backspin \(command) --help lists what it does", status: 2)
    }
}
