import ShelfCore

/// One random story, told to the shelf, to the reference, to a plain array that follows the events, and to twins of the shelf
/// that were loaded from its snapshots.
public struct World {
    var editors: RandomEditors
    var shelf = Shelf()
    var reference: ReferenceShelf
    var array = Replica()
    var twin = Shelf()
    var told: [ClientID: ReferenceTargets] = [:]
    var story: [String] = []
    var trouble: String?

    private init(_ numbers: RandomNumbers) {
        editors = RandomEditors(numbers)
        reference = ReferenceShelf()
        for client in editors.clients { told[client] = reference.targets(of: client) }
        for act in editors.opening() { apply(act) }
    }

    /// Returns what went wrong, with the story up to there; nil if nothing did.
    public static func trouble(seed: UInt64, length: Int) -> String? {
        var world = World(RandomNumbers(seed: seed))
        for _ in 0..<length where world.trouble == nil { world.goOn() }
        return world.report().map { "seed \(seed): \($0)" }
    }

    /// The same of a story in which each byte is a choice.
    public static func trouble(choices: [UInt8]) -> String? {
        var world = World(RandomNumbers(choices: choices))
        while world.editors.random.hasChoices, world.trouble == nil { world.goOn() }
        return world.report()
    }

    private mutating func goOn() { apply(editors.act(seq: shelf.seq)) }

    private mutating func report() -> String? {
        compareTwins()
        return trouble.map { $0 + "\n" + story.joined(separator: "\n") }
    }

    mutating func apply(_ act: Act) {
        story.append(Scenario.text(of: act))
        let before = Scenario.text(of: shelf.albums())
        let outcome = shelf.apply(act)
        _ = twin.apply(act)
        let expected = reference.apply(act)
        let found = outcome.map(ReferenceOutcome.init)
        check(agree(found, expected), "outcome \(String(describing: found)), not \(String(describing: expected))")
        compareLists()
        if case .event(let event) = outcome { follow(event, from: before) }
        compareTargets()
        compareBins()
        if editors.random.chance(0.25) { compareSteps() }
        if editors.random.chance(0.1) { shelf.checkInvariants() }
        if editors.random.chance(0.05) { reload() }
    }

    mutating func check(_ isRight: Bool, _ message: @autoclosure () -> String) {
        if !isRight, trouble == nil { trouble = message() }
    }

    // MARK: - Against the reference

    /// The reference remembers all requests that made no step, the shelf only the latest.
    private func agree(_ outcome: ReferenceOutcome?, _ expected: ReferenceOutcome?) -> Bool {
        outcome == expected || outcome == .refused(.settled) && expected == .refused(.unknownStep)
    }

    private mutating func compareLists() {
        let (found, should) = (Scenario.text(of: shelf.albums()), Scenario.text(of: reference.visible()))
        check(found == should, "the list is \(found), not \(should)")
        let isSameSeq = shelf.seq == reference.seq
        check(isSameSeq, "another seq")
    }

    private mutating func compareTargets() {
        var changed: [ClientID] = []
        for client in editors.clients {
            let should = reference.targets(of: client)
            let targets = ReferenceTargets(shelf.targets(of: client))
            check(targets == should, "targets of \(client): \(targets), not \(should)")
            if should != told[client] { changed.append(client) }
            told[client] = should
        }
        let isTold = shelf.changedTargets.filter { $0 != "start" }
        changed.sort()
        check(isTold == changed, "told \(isTold), not \(changed)")
    }

    private mutating func compareSteps() {
        let switchable = reference.switchable()
        for client in editors.clients {
            for line in shelf.history(count: 1_000, for: client).lines where line.event.kind == .do {
                let should = switchable.first { $0.step == line.event.seq && $0.client == client }?.can
                check(line.can == should, "step \(line.event.seq): \(String(describing: line.can)), not \(String(describing: should))")
            }
        }
    }

    private mutating func compareBins() {
        let page = shelf.bin(count: 1_000)
        let (found, should) = (page.albums.map(\.album.id), reference.bin())
        check(found == should, "bin \(found), not \(should)")
    }

    // MARK: - Against an array and twins

    private mutating func follow(_ event: Event, from before: String) {
        let isInOrder = array.apply(event.changes)
        check(isInOrder, "changes out of order: \(event.changes)")
        let (found, should) = (Scenario.text(of: array.albums), Scenario.text(of: shelf.albums()))
        check(found == should, "the event leads to \(found), not \(should): \(event.changes)")
        check(before != should || event.changes.isEmpty, "the event changes what stays: \(event.changes)")
    }

    private mutating func reload() {
        compareTwins()
        do { twin = try Shelf(decoding: shelf.encoded()) } catch { check(false, "cannot be read back: \(error.reason)") }
        compareTwins()
    }

    mutating func compareTwins() {
        check(twin.encoded() == shelf.encoded(), "the twin has other bytes")
        let isAlike = editors.clients.allSatisfy { [twin, shelf] in twin.targets(of: $0) == shelf.targets(of: $0) }
        check(isAlike, "the twin has other targets")
    }
}
