/// A step that a button would switch.
public struct Target: Hashable, Sendable {
    public let step: Int
    public let label: Label

    public init(step: Int, label: Label) {
        self.step = step
        self.label = label
    }
}

/// The client's newest step that is neither undone nor settled, when it is newer than the undo target (W7).
public struct Covered: Hashable, Sendable {
    public let step: Int
    public let label: Label
    /// Who wrote what covers it; nil if nobody did.
    public let by: ClientID?
    public let name: String?
    /// How many further such steps there are.
    public let more: Int

    public init(step: Int, label: Label, by: ClientID? = nil, name: String? = nil, more: Int) {
        self.step = step
        self.label = label
        self.by = by
        self.name = name
        self.more = more
    }
}

/// What a client can do now (`you`, W7).
public struct Targets: Hashable, Sendable {
    public let undo: Target?
    public let redo: Target?
    public let covered: Covered?

    public init(undo: Target? = nil, redo: Target? = nil, covered: Covered? = nil) {
        self.undo = undo
        self.redo = redo
        self.covered = covered
    }
}
