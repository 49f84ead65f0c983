import ShelfCore

extension Scenario {
    /// All scenarios of a text, in its order. Traps on what it cannot read: the text is part of the tests.
    public static func parse(_ text: String) -> [Scenario] {
        var scenarios: [Scenario] = []
        for line in text.split(separator: "\n").map({ $0.trimmed }) where !line.isEmpty {
            if line.hasPrefix("# ") {
                scenarios.append(Scenario(title: String(line.dropFirst(2))))
            } else {
                scenarios[scenarios.count - 1].add(line)
            }
        }
        return scenarios
    }

    private mutating func add(_ text: String) {
        let (head, rest) = text.split(at: ":")
        switch head {
        case "start": start = rest == "empty" ? [] : rest.words
        case "depth": depth = Int(rest)!
        case "can": lines.append((text, .can(rest)))
        case "covered": lines.append((text, .covered(rest)))
        case "settled": lines.append((text, .settled(rest)))
        default:
            let (action, result) = rest.split(at: "->")
            let client = head.hasSuffix("!") ? String(head.dropLast()) : head
            lines.append((text, .request(Self.action(action), by: client, isAdmin: head.hasSuffix("!"), leadsTo: Self.result(result))))
        }
    }

    private static func result(_ text: String) -> Result {
        if text == "nothing" { return .nothing }
        if text == "asleep" { return .asleep }
        return text.hasPrefix("refused ") ? .refused(String(text.dropFirst(8))) : .list(text)
    }

    // MARK: - Actions

    public static func action(_ text: String) -> Action {
        let words = text.words
        switch words[0] {
        case "undo": return .undo(wish(Array(words.dropFirst())))
        case "redo": return .redo(wish(Array(words.dropFirst())))
        default: return .do(text.separated(by: "+").map(operation))
        }
    }

    /// Steps are named by the line of their request, which is also its number.
    private static func wish(_ words: [String]) -> Switch {
        if words.isEmpty { return Switch() }
        if words == ["expecting", "nothing"] { return Switch(expect: .nothing) }
        if words.starts(with: ["expecting", "line"]) { return Switch(expect: .step(.request(Int(words[2])!))) }
        if words.starts(with: ["expecting", "step"]) { return Switch(expect: .step(.step(Int(words[2])!))) }
        if words[0] == "line" { return Switch(target: .step(.request(Int(words[1])!))) }
        if words[0] == "step" { return Switch(target: .step(.step(Int(words[1])!))) }
        precondition(words.starts(with: ["all", "of"]), "cannot read \(words)")
        return Switch(target: .client(words[2]))
    }

    private static func operation(_ text: String) -> Operation {
        let words = text.words
        let (kind, id) = (words[0], words[1])
        switch kind {
        case "add": return .insert(id, at: anchor(words[2...]), fields: fields(words[3...]))
        case "delete": return .delete(id)
        case "restore": return .restore(id)
        case "move": return .move(id, to: anchor(words[2...]))
        case "edit": return .edit(id, set: fields(words[2...]))
        default: preconditionFailure("cannot read \(text)")
        }
    }

    private static func anchor(_ words: ArraySlice<String>) -> Anchor {
        switch words.first {
        case "first": .after(nil)
        case "last": .before(nil)
        case "after": .after(words[words.startIndex + 1])
        case "before": .before(words[words.startIndex + 1])
        default: preconditionFailure("cannot read \(words)")
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
