/// What it does, by chance.
extension Editor {
    func actLater() {
        world.later(player, at: world.now + player.draw(1...2 * pace)) { [self] in
            if isLive, open.count < 40, world.takeTurn() { act() }
            if !world.isCalm { actLater() }
        }
    }

    private func act() {
        switch player.draw(1...100) {
        case 1...55: send { #""t":"do","req":\#($0),"ops":[\#(operations())]"# }
        case 56...74: send { #""t":"undo","req":\#($0)\#(wish(undo))"# }
        case 75...84: send { #""t":"redo","req":\#($0)\#(wish(redo))"# }
        case 85: sendMalformed()
        case 86: repeatOld()
        case 87: reuseOld()
        case 88...90: link?.post(#"{"t":"ping"}"#)
        case 91...92: link?.post(#"{"t":"here","person":"p\#(player.number)","hue":\#(player.draw(0...359))}"#)
        case 93: link?.post(#"{"t":"history","count":\#(player.draw(1...200))}"#)
        case 94: link?.post(#"{"t":"bin"}"#)
        case 95: link?.stall(for: player.chance(0.1) ? 35_000 : player.draw(100...2_000))
        case 96...97: link?.cut()
        case 98: connect()
        case 99: leave()
        default: burst()
        }
    }

    private func leave() {
        guard let link else { return }
        link.abandon()
        closed(link, nil)
    }

    /// Many requests in few frames.
    private func burst() {
        for _ in 0..<player.draw(2...12) {
            send { #""t":"do","req":\#($0),"ops":[\#(operations())]"# }
        }
    }

    // MARK: - Requests

    private func send(_ body: (Int) -> String) {
        lastNumber += 1
        let message = "{\(body(lastNumber))}"
        world.note(player, .asks, lastNumber, "\(name) sends \(message)")
        open.append(Sent(number: lastNumber, message: message))
        messages[lastNumber] = message
        link?.post(message)
    }

    private func sendMalformed() {
        send { #""t":"do","req":\#($0),"ops":[{"op":"edit","id":"x","set":{"year":1.5}}]"# }
    }

    private func repeatOld() {
        guard let number = messages.keys.sorted().randomElement(using: &player.random), let message = messages[number] else { return }
        link?.post(message)
    }

    private func reuseOld() {
        let carriedOut = told.keys.filter { !malformed.contains($0) }.sorted()
        guard let number = carriedOut.randomElement(using: &player.random) else { return }
        reused.insert(number)
        link?.post(#"{"t":"do","req":\#(number),"ops":[{"op":"delete","id":"of-another-request"}]}"#)
    }

    private func wish(_ seen: Int?) -> String {
        switch player.draw(1...10) {
        case 1...3: seen.map { #","expect":\#($0)"# } ?? #","expect":null"#
        case 4: #","expect":{"req":\#(max(1, lastNumber - 1))}"#
        case 5: #","step":\#(max(1, seq - player.draw(0...8)))"#
        default: ""
        }
    }

    // MARK: - Operations

    private func operations() -> String {
        (0..<(player.chance(0.8) ? 1 : player.draw(2...4))).map { _ in operation() }.joined(separator: ",")
    }

    private func operation() -> String {
        let isLong = list.items.count > 25
        switch player.draw(1...100) {
        case 1...30 where !isLong, 95...100: return insert()
        case 1...30, 31...40: return #"{"op":"delete","id":"\#(album())"}"#
        case 41...55: return #"{"op":"move","id":"\#(album())",\#(anchor())}"#
        case 56...62: return #"{"op":"restore","id":"\#(deletedAlbum())"}"#
        default: return #"{"op":"edit","id":"\#(player.chance(0.1) ? deletedAlbum() : album())","set":{\#(fields())}}"#
        }
    }

    private func insert() -> String {
        nextAlbum += 1
        let id = player.chance(0.05) ? "shared-\(player.draw(1...5))" : "\(name)-\(nextAlbum)"
        return #"{"op":"insert","id":"\#(id)",\#(anchor()),"fields":{\#(fields())}}"#
    }

    private func album() -> String { list.items.randomElement(using: &player.random)?.id ?? "nobody" }
    private func deletedAlbum() -> String { deleted.randomElement(using: &player.random) ?? album() }

    private func anchor() -> String {
        let side = player.chance(0.5) ? "after" : "before"
        switch player.draw(1...10) {
        case 1...2: return #""\#(side)":null"#
        case 3: return #""\#(side)":"\#(deletedAlbum())""#
        default: return list.items.isEmpty ? #""\#(side)":null"# : #""\#(side)":"\#(album())""#
        }
    }

    private func fields() -> String {
        switch player.draw(1...4) {
        case 1: #""year":\#(player.chance(0.2) ? "null" : "\(1990 + player.draw(0...5))")"#
        case 2: #""title":"Título \#(player.draw(0...9))","note":"a \"b\"\n\\""#
        case 3: #""mood":"\#(player.draw(0...3))""#
        default: #""title":"T\#(player.draw(0...3))""#
        }
    }
}
