/// One ordered list of albums with its clients and their undo: a value that only `apply` changes.
public struct Shelf: Sendable {
    public init() {}
}
