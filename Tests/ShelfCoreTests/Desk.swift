import ShelfCore
import TestSupport

/// A shelf and its clients, for tests that tell a short story in the words of the scenarios.
struct Desk {
    var shelf = Shelf()
    private var numbers: [ClientID: Int] = [:]
    var time = 1_790_000_000_000

    /// The albums are settled: nobody can undo them.
    init(_ albums: String = "", settings: Settings = Settings()) {
        _ = shelf.apply(.epoch("e1"))
        let inserts = albums.split(separator: " ").map { Operation.insert(String($0), at: .before(nil), fields: []) }
        if !inserts.isEmpty { self("start", .do(inserts)) }
        _ = shelf.apply(.end("start"))
        _ = shelf.apply(.settings(settings))
    }

    @discardableResult
    mutating func callAsFunction(_ client: ClientID, _ text: String, name: String? = nil, isAdmin: Bool = false) -> Outcome {
        self(client, Scenario.action(text), name: name, isAdmin: isAdmin)
    }

    @discardableResult
    mutating func callAsFunction(_ client: ClientID, _ action: Action, name: String? = nil, isAdmin: Bool = false) -> Outcome {
        shelf.apply(.request(request(client, action, name: name, isAdmin: isAdmin)))!
    }

    mutating func request(_ client: ClientID, _ action: Action, name: String? = nil, isAdmin: Bool = false) -> Request {
        numbers[client, default: 0] += 1
        time += 1
        return Request(
            client: client, name: name ?? "name of \(client)", number: numbers[client]!, at: time, isAdmin: isAdmin, action: action)
    }

    var list: String { Scenario.text(of: shelf.albums()) }
}

extension Outcome {
    var event: Event? { if case .event(let event) = self { event } else { nil } }
    var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
    var code: RefusalCode? { refusal?.code }
}
