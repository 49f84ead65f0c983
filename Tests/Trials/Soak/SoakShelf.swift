import ShelfCore
import ShelfWire

/// Who comes again and again, with one undo stack.
final class Regular {
    let key = ClientKey.random()
    var lastNumber = 0
    var position: Position?
    var isHere = false
}

/// A shelf that is visited for a while, left, and visited again.
final class SoakShelf {
    let name: String
    let albums: [AlbumID]
    private(set) var regulars: [Regular]
    var visitors = 0
    /// When the last visitor left, in nanoseconds.
    var emptySince = 0
    /// Its list when it was left; nil while it changes.
    var leftAs: [UInt8]?

    init(_ name: String, regulars: Int, albums: Int) {
        self.name = name
        self.regulars = (0..<regulars).map { _ in Regular() }
        self.albums = (0..<albums).map { "a\($0)" }
    }

    /// One that is not here.
    func regular(using random: inout some RandomNumberGenerator) -> Regular? {
        for _ in 0..<4 {
            if let one = regulars.randomElement(using: &random), !one.isHere { return one }
        }
        return nil
    }

    /// The albums that all visitors change; there are never others, so what a shelf must remember does not grow.
    var birth: Action {
        .do(albums.map { id in .insert(id, at: .before(nil), fields: [FieldWrite(name: "title", value: .text("Album \(id)"))]) })
    }

    func action(using random: inout some RandomNumberGenerator) -> Action {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: .undo(Switch())
        case 3: .redo(Switch())
        default: .do((0...Int.random(in: 0...2, using: &random)).map { _ in operation(using: &random) })
        }
    }

    private func operation(using random: inout some RandomNumberGenerator) -> Operation {
        let id = albums.randomElement(using: &random)!
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .delete(id)
        case 1: return .restore(id)
        case 2: return .move(id, to: Bool.random(using: &random) ? .after(nil) : .before(nil))
        default:
            let title = "Album \(id), pressing \(Int.random(in: 0..<100_000, using: &random))"
            return .edit(id, set: [FieldWrite(name: "title", value: .text(title))])
        }
    }
}
