/// One editor: its request mark, its last outcomes, and its stack of unsettled steps (U10).
struct Client: Sendable {
    let id: ClientID
    var name: String
    /// The last request that has an outcome.
    var mark: Int
    var lastSeen: Int
    var outcomes = Outcomes()

    /// All unsettled steps, by number.
    var steps = StepList()
    /// Those that are done, by number.
    var done = StepList()
    /// Those of `done` whose undoing would show, by number.
    var canUndo = StepList()
    /// Undone steps, by the stamp of their undoing.
    var redo = StepList()
    /// Those of `redo` whose redoing would show, by stamp.
    var canRedo = StepList()
    /// Steps that an admin switched off (U9), by stamp.
    var withdrawn = StepList()

    /// As of the last act.
    private(set) var targets = Targets(undo: nil, redo: nil, covered: nil)
    /// The register from which `targets.covered.by` follows.
    var witness: ChainIndex = noIndex
    /// Where it stands in `Trace.noted`, if it does.
    var traceMark: Int32 = 0

    /// Neighbours in the order of last being seen.
    var seenBefore: ClientIndex = noIndex
    var seenAfter: ClientIndex = noIndex

    init(id: ClientID, name: String, mark: Int, lastSeen: Int) {
        self.id = id
        self.name = name
        self.mark = mark
        self.lastSeen = lastSeen
    }

    /// Whether these are other targets than before. (Compared in here: Swift 6.3 without optimisation reads targets that it compares
    /// outside from memory that it has freed.)
    mutating func aim(at new: Targets) -> Bool {
        defer { targets = new }
        return !targets.areOfTheSameSteps(as: new)
    }
}

private extension Targets {
    /// A step's label is fixed, so it need not be compared.
    func areOfTheSameSteps(as other: Targets) -> Bool {
        undo?.step == other.undo?.step && redo?.step == other.redo?.step && covered?.step == other.covered?.step
            && covered?.more == other.covered?.more && covered?.by == other.covered?.by && covered?.name == other.covered?.name
    }
}

/// What is kept of a client that has ended.
struct EndedClient: Sendable, Equatable {
    let id: ClientID
    let mark: Int
}
