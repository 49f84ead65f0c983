import ShelfCore

/// A line that cannot be read, in one sentence.
public struct ScenarioError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ line: String) { description = "cannot read \"\(line)\"" }
}

extension Scenario {
    /// All scenarios of a text, in its order.
    public static func read(_ text: String) throws(ScenarioError) -> [Scenario] {
        var scenarios: [Scenario] = []
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmed }) where !line.isEmpty {
            if line.hasPrefix("# ") {
                scenarios.append(Scenario(title: String(line.dropFirst(2))))
            } else {
                guard !scenarios.isEmpty else { throw ScenarioError(line) }
                try scenarios[scenarios.count - 1].add(line)
            }
        }
        return scenarios
    }

    private mutating func add(_ text: String) throws(ScenarioError) {
        let (head, rest) = text.split(at: ":")
        switch head {
        case "start": start = rest == "empty" ? [] : rest.words
        case "depth": depth = try Self.number(rest, text)
        case "can": lines.append((text, .can(rest)))
        case "covered": lines.append((text, .covered(rest)))
        case "settled": lines.append((text, .settled(rest)))
        default:
            let (action, result) = rest.split(at: "->")
            guard !head.isEmpty, !action.isEmpty, !result.isEmpty else { throw ScenarioError(text) }
            let client = head.hasSuffix("!") ? String(head.dropLast()) : head
            lines.append((text, .request(try Self.readAction(action), by: client, isAdmin: head.hasSuffix("!"), leadsTo: Self.result(result))))
        }
    }

    private static func result(_ text: String) -> Result {
        if text == "nothing" { return .nothing }
        if text == "asleep" { return .asleep }
        return text.hasPrefix("refused ") ? .refused(String(text.dropFirst(8))) : .list(text)
    }

    private static func number(_ word: String, _ line: String) throws(ScenarioError) -> Int {
        guard let number = Int(word) else { throw ScenarioError(line) }
        return number
    }

    // MARK: - Actions

    public static func readAction(_ text: String) throws(ScenarioError) -> Action {
        let words = text.words
        switch words.first {
        case "undo": return .undo(try wish(Array(words.dropFirst()), text))
        case "redo": return .redo(try wish(Array(words.dropFirst()), text))
        default:
            var operations: [Operation] = []
            for part in text.separated(by: "+") { operations.append(try operation(part)) }
            return .do(operations)
        }
    }

    /// Steps are named by the line of their request, which is also its number.
    private static func wish(_ words: [String], _ line: String) throws(ScenarioError) -> Switch {
        switch (words.first, words.count) {
        case (nil, _): return Switch()
        case ("expecting", 2) where words[1] == "nothing": return Switch(expect: .nothing)
        case ("expecting", 3) where words[1] == "line": return Switch(expect: .step(.request(try number(words[2], line))))
        case ("expecting", 3) where words[1] == "step": return Switch(expect: .step(.step(try number(words[2], line))))
        case ("line", 2): return Switch(target: .step(.request(try number(words[1], line))))
        case ("step", 2): return Switch(target: .step(.step(try number(words[1], line))))
        case ("all", 3) where words[1] == "of": return Switch(target: .client(words[2]))
        default: throw ScenarioError(line)
        }
    }

    private static func operation(_ text: String) throws(ScenarioError) -> Operation {
        let words = text.words
        guard words.count >= 2 else { throw ScenarioError(text) }
        let (kind, id) = (words[0], words[1])
        switch kind {
        case "add": return .insert(id, at: try anchor(words[2...], text), fields: fields(words[2...]))
        case "delete": return .delete(id)
        case "restore": return .restore(id)
        case "move": return .move(id, to: try anchor(words[2...], text))
        case "edit": return .edit(id, set: fields(words[2...]))
        default: throw ScenarioError(text)
        }
    }

    private static func anchor(_ words: ArraySlice<String>, _ line: String) throws(ScenarioError) -> Anchor {
        switch (words.first, words.dropFirst().first) {
        case ("first", _): return .after(nil)
        case ("last", _): return .before(nil)
        case ("after", let id?): return .after(id)
        case ("before", let id?): return .before(id)
        default: throw ScenarioError(line)
        }
    }

    private static func fields(_ words: ArraySlice<String>) -> [FieldWrite] {
        words.filter { $0.contains("=") }.map { word in
            let (name, text) = word.split(at: "=")
            let value: Value = name == "year" ? .number(Int(text) ?? 0) : .text(text)
            return FieldWrite(name: name, value: text == "null" ? nil : value)
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    var trimmed: String {
        let isSpace = { (character: Character) in character == " " }
        return String(String(drop(while: isSpace)).reversed().drop(while: isSpace).reversed())
    }

    var words: [String] { split(separator: " ").map(String.init) }

    func split(at separator: String) -> (String, String) {
        guard let range = firstRange(of: separator) else { return (trimmed, "") }
        return (self[..<range.lowerBound].trimmed, self[range.upperBound...].trimmed)
    }

    func separated(by separator: Character) -> [String] { split(separator: separator).map(\.trimmed) }
}
