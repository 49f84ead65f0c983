/// One cell of an album: its presence, its place, or one field.
struct Register: Hashable, Sendable {
    static let presence: Int32 = -1
    static let place: Int32 = -2

    let album: AlbumIndex
    /// `presence`, `place`, or an index into the shelf's field names.
    let name: Int32
}

/// What a register holds.
enum Content: Hashable, Sendable {
    case presence(Bool)
    case place(Slot)
    case field(Value?)

    var isPresent: Bool {
        if case .presence(let isPresent) = self { isPresent } else { preconditionFailure("not a presence") }
    }

    var slot: Slot {
        if case .place(let slot) = self { slot } else { preconditionFailure("not a place") }
    }

    var value: Value? {
        if case .field(let value) = self { value } else { preconditionFailure("not a field") }
    }
}

/// The unsettled writes of a register. A register that no unsettled step names has no chain: it is just its value.
struct Chain: Sendable {
    let register: Register
    /// What shows without any active write; older than all writes here.
    var base: Content
    /// Switched-on writes by step number; the last one shows.
    var active: [WriteIndex] = []
    /// Switched-off writes by step number.
    var waiting: [WriteIndex] = []
    /// Clients whose `covered` follows from this register.
    var witnesses: [ClientIndex] = []

    var isEmpty: Bool { active.isEmpty && waiting.isEmpty }
}

/// A value that a step puts in a register.
struct Write: Sendable {
    let step: StepIndex
    /// The step's number, here for ordering.
    let number: Int
    let chain: ChainIndex
    let content: Content
    /// A touch says that somebody works on the album (S3).
    let isTouch: Bool
    /// Where it stands among the writes of its step.
    let position: Int32
    /// A write is switched with its step, save for a touch that had to stay as it was.
    var isOn = true
}
