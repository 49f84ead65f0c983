/// 1 to 64 characters of `A-Z a-z 0-9 _ -`, chosen by who inserts the album; its own for life (L1).
public typealias AlbumID = String

/// A client's public name: the first 16 characters of the base64url of its key's SHA-256 (W1).
public typealias ClientID = String

/// What a field holds. An absent field is `nil`, never a value (L2).
public enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
}

/// A field's new value; `nil` takes the field away.
public struct FieldWrite: Hashable, Sendable {
    public let name: String
    public let value: Value?

    public init(name: String, value: Value?) {
        self.name = name
        self.value = value
    }
}

/// Where a new place is made (L4): directly behind or in front of an album's place; `after(nil)` is the first
/// place of all, `before(nil)` the last.
public enum Anchor: Hashable, Sendable {
    case after(AlbumID?)
    case before(AlbumID?)
}

/// The five operations (L5).
public enum Operation: Hashable, Sendable {
    case insert(AlbumID, at: Anchor, fields: [FieldWrite])
    case delete(AlbumID)
    case restore(AlbumID)
    case move(AlbumID, to: Anchor)
    case edit(AlbumID, set: [FieldWrite])
}
