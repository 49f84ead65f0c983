import ShelfCore

/// A story on one shelf as a table a person can read: what each client does, and what the list reads after it.
///
///     # U4 A covered edit sleeps and wakes again
///     start: P X Q
///     A: edit X title=red        -> P X(title=red) Q
///     A: undo                    -> nothing
///     can: A undo, B redo
///
/// Operations of one request are joined by `+`. After the arrow stands the list, `nothing` (there was nothing to do), `asleep`
/// (a step that shows nothing) or `refused` with the code. `undo` and `redo` may name a step by the line of its request
/// (`undo line 2`: the second action of the scenario) or by its number (`undo step 2`), or say what the person expects
/// (`undo expecting line 2`, `undo expecting nothing`). A client whose name ends with `!` is an admin, who may also `undo all
/// of A`. `depth:` sets the undo depth, `settled:` ends a client so that its steps settle, `can:` says all that anybody can do,
/// `covered:` whose newest step sleeps under whose work.
public struct Scenario: Sendable, CustomStringConvertible {
    public enum Line: Sendable {
        case request(Action, by: ClientID, isAdmin: Bool, leadsTo: Result)
        case settled(ClientID)
        case can(String)
        case covered(String)
    }

    public enum Result: Equatable, Sendable {
        case list(String)
        case nothing
        case asleep
        case refused(String)
    }

    /// The rule's id and the story in one sentence.
    public let title: String
    public var start: [AlbumID] = []
    public var depth = 200
    public var lines: [(text: String, line: Line)] = []

    public var description: String { title }

    /// How a list reads.
    public static func text(of albums: some Sequence<Album>) -> String {
        let texts = albums.map { album in
            let fields = album.fields.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.value.text)" }
            return album.id + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
        }
        return texts.isEmpty ? "empty" : texts.joined(separator: " ")
    }
}

extension Value {
    var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        }
    }
}
