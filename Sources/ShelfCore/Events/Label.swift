/// What a step did, as data (U11); fixed when the step is accepted.
public struct Label: Hashable, Sendable {
    public enum Kind: UInt8, Sendable { case insert, delete, restore, move, edit, mixed }

    public let kind: Kind
    /// How many albums have writes.
    public let count: Int
    /// The first of them.
    public let id: AlbumID
    /// Its title before the step (after it for an insertion), at most 80 Unicode scalars.
    public let title: String?
    /// When all edits are of one field.
    public let field: String?

    public init(kind: Kind, count: Int, id: AlbumID, title: String?, field: String?) {
        self.kind = kind
        self.count = count
        self.id = id
        self.title = title
        self.field = field
    }
}
