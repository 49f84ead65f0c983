/// A field of an album as it shows; the order is the album's own and the same on every server.
public struct Field: Hashable, Sendable {
    public let name: String
    public let value: Value

    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}

/// What changed in the visible list; changes apply one after another to an array (W5).
public enum Change: Hashable, Sendable {
    case delete(index: Int, id: AlbumID)
    /// `to` counts after taking it out.
    case move(from: Int, to: Int, id: AlbumID)
    case insert(index: Int, id: AlbumID, fields: [Field])
    case edit(id: AlbumID, set: [FieldWrite])
}

/// What the server tells everyone of a request that was carried out (W4).
public struct Event: Hashable, Sendable {
    public enum Kind: UInt8, Sendable { case `do`, undo, redo }

    public let seq: Int
    public let by: ClientID
    public let name: String
    public let request: Int
    public let kind: Kind
    public let at: Int
    /// The step's label; nil when a whole client was switched (U9).
    public let label: Label?
    /// The step that an undo or redo switched.
    public let of: Int?
    /// Whose step an admin switched (U9).
    public let owner: ClientID?
    public let changes: [Change]

    public init(
        seq: Int, by: ClientID, name: String, request: Int, kind: Kind,
        at: Int, label: Label? = nil, of: Int? = nil, owner: ClientID? = nil, changes: [Change]
    ) {
        self.seq = seq
        self.by = by
        self.name = name
        self.request = request
        self.kind = kind
        self.at = at
        self.label = label
        self.of = of
        self.owner = owner
        self.changes = changes
    }
}

/// An event without its changes, as the history lists it (W12).
public struct PastEvent: Hashable, Sendable {
    public let seq: Int
    public let by: ClientID
    public let name: String
    public let kind: Event.Kind
    public let at: Int
    public let label: Label?
    public let of: Int?
    public let owner: ClientID?

    public init(
        seq: Int, by: ClientID, name: String, kind: Event.Kind,
        at: Int, label: Label? = nil, of: Int? = nil, owner: ClientID? = nil
    ) {
        self.seq = seq
        self.by = by
        self.name = name
        self.kind = kind
        self.at = at
        self.label = label
        self.of = of
        self.owner = owner
    }
}
