/// The limits that applying uses. They belong to the shelf, are changed only by journal entries, and bind `do`, never
/// undo or redo (S5, X).
public struct Settings: Hashable, Sendable {
    public var operationsPerRequest = 50_000
    public var fieldsPerAlbum = 40
    public var albumBytes = 16 * 1024
    public var albums = 1_000_000
    public var idsEverUsed = 10_000_000
    /// No request whose event, or whose undo's, would be larger.
    public var eventBytes = 32 * 1024 * 1024
    public var undoDepth = 200
    /// How long a client's steps are kept after it was last seen.
    public var clientRetentionDays = 30
    public var clients = 5_000
    /// Deleted albums that no unsettled step names; beyond this the longest deleted is gone (L6).
    public var binAlbums = 10_000

    public init() {}
}
