import ShelfWire

/// Which shelves a token is for: one by its name, those whose names begin alike (`club-*`), or all (`*`).
public struct ShelfPattern: Hashable, Sendable {
    /// As it is written.
    public let text: String

    /// Nil for what is neither a shelf's name nor the beginning of one with a `*` behind it.
    public init?(_ text: String) {
        let name = text.hasSuffix("*") ? text.dropLast() : text[...]
        guard isShelfName(name) || text == "*" else { return nil }
        self.text = text
    }

    public func matches(_ shelf: String) -> Bool {
        text.hasSuffix("*") ? shelf.hasPrefix(text.dropLast()) : shelf == text
    }
}
