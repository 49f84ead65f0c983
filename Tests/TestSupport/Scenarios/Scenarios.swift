@_exported import ShelfScenarios
import ShelfCore

/// All scenarios. Read these first: they are the rules in examples.
public enum Scenarios {
    public static let all = list + steps + undo + tricky + refusals + admins
}

extension Scenario {
    /// Traps on what it cannot read: the text is part of the tests.
    public static func parse(_ text: String) -> [Scenario] { try! read(text) }
    public static func action(_ text: String) -> Action { try! readAction(text) }
}
