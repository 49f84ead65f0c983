import ShelfCore

/// The rules of steps, undo and redo (S, U), written to be read and to be obviously right, not to be fast: whatever is asked is
/// computed anew from the steps, and "would this show?" is answered by trying.
///
///   * A step is a set of register writes, fixed when the step is accepted.
///   * A register shows the value of its newest write that is on, or its birth value when there is none.
///   * Undo switches a client's own step off, redo switches it on again; nobody else's steps are ever touched.
///   * A step can be undone while switching it off would change the list that people see.
///
/// It checks what the fast `Shelf` answers. It knows nothing of sizes, marks and times, which have tests of their own.
public struct ReferenceShelf {
    enum Cell: Hashable {
        case presence, place
        case field(String)
    }

    struct Register: Hashable {
        let album: AlbumID
        let cell: Cell
    }

    enum Content: Equatable {
        case presence(Bool)
        case place(Int)
        case field(Value?)
    }

    struct Write {
        /// An index into `registers`.
        let register: Int
        var content: Content
        /// An edit or a move says "somebody is at work on this album" (S3).
        var isTouch = false
        var isOn = true
        /// A newer write of the register has settled: this one never shows again.
        var isDropped = false
    }

    enum Standing { case done, undone, withdrawn, settled }

    struct Step {
        /// The `seq` of its event.
        let number: Int
        let client: ClientID
        let request: Int
        var writes: [Write] = []
        var standing = Standing.done
        /// Who settled over its first write.
        var firstDroppedBy: ClientID?
    }

    public internal(set) var settings: Settings
    public internal(set) var seq = 0
    /// All registers ever named, and what each was born with.
    var registers: [Register] = []
    var births: [Content] = []
    var registerNumbers: [Register: Int] = [:]
    /// All albums ever accepted, in the order of their birth.
    var albums: [AlbumID] = []
    public internal(set) var gone: Set<AlbumID> = []
    /// Every place ever made, in order; a place never moves.
    var places: [Int] = []
    /// All steps ever accepted, in order.
    var steps: [Step] = []
    /// Indices of steps that were switched off, in the order of that.
    var redoable: [ClientID: [Int]] = [:]
    var withdrawn: [ClientID: [Int]] = [:]
    var names: [ClientID: String] = [:]
    /// Who makes the request under way.
    var actor: ClientID = ""
    /// Who took each album off the list, the latest last.
    var takenOff: [(album: AlbumID, by: ClientID)] = []

    public init(settings: Settings = Settings()) { self.settings = settings }

    // MARK: - What shows

    /// What each register shows.
    func values() -> [Content] {
        var values = births
        for step in steps {
            for write in step.writes where write.isOn { values[write.register] = write.content }
        }
        return values
    }

    func value(_ album: AlbumID, _ cell: Cell) -> Content? {
        registerNumbers[Register(album: album, cell: cell)].map { values()[$0] }
    }

    func isShown(_ album: AlbumID) -> Bool { value(album, .presence) == .presence(true) }

    /// The list as people see it; fields by name.
    public func visible() -> [Album] {
        let values = values()
        var fields: [AlbumID: [Field]] = [:]
        for (register, content) in zip(registers, values) {
            guard case .field(let name) = register.cell, case .field(let value?) = content else { continue }
            fields[register.album, default: []].append(Field(name: name, value: value))
        }
        return order(values, withDeleted: false).map { album in
            Album(id: album, fields: (fields[album] ?? []).sorted { $0.name < $1.name })
        }
    }

    /// All that people see, in a form that is quick to compare.
    func picture() -> Picture {
        let values = values()
        let order = order(values, withDeleted: false)
        var fields: [Picture.ShownField] = []
        for (number, register) in registers.enumerated() {
            guard case .field(let value?) = values[number], order.contains(register.album) else { continue }
            fields.append(.init(register: number, value: value))
        }
        return Picture(order: order, fields: fields)
    }

    struct Picture: Equatable {
        struct ShownField: Equatable {
            let register: Int
            let value: Value
        }

        let order: [AlbumID]
        let fields: [ShownField]
    }

    func order(_ values: [Content], withDeleted: Bool) -> [AlbumID] {
        var ranks = Array(repeating: 0, count: places.count)
        for (rank, place) in places.enumerated() { ranks[place] = rank }
        var ranked: [(rank: Int, album: AlbumID)] = []
        for (number, register) in registers.enumerated() {
            guard register.cell == .place, case .place(let place) = values[number], !gone.contains(register.album) else { continue }
            // Presence is born right in front of place.
            if withDeleted || values[number - 1] == .presence(true) { ranked.append((ranks[place], register.album)) }
        }
        return ranked.sorted { $0.rank < $1.rank }.map(\.album)
    }
}
