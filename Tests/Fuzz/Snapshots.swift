@testable import ShelfCore

/// A shelf's snapshot: it is refused, or read as what was written, with everything in order; and its clients can go on from there.
func tryOutSnapshot(_ body: [UInt8]) {
    guard var shelf = try? Shelf(decoding: body) else { return }
    shelf.checkInvariants()
    precondition(shelf.encoded() == body, "written in other bytes")
    for client in shelf.clients.map({ shelf.clients[$0].id }) { goOn(client, &shelf) }
    shelf.checkInvariants()
}

private func goOn(_ client: ClientID, _ shelf: inout Shelf) {
    // It may have ended by what another one did.
    guard let index = shelf.clients.index(of: client) else { return }
    let first = shelf.clients[index].mark
    let insert = Operation.insert("a new one of \(client)", at: .after(nil), fields: [])
    let actions: [Action] = [.undo(Switch()), .undo(Switch()), .redo(Switch()), .do([insert])]
    for (index, action) in actions.enumerated() {
        _ = shelf.apply(.request(Request(client: client, name: "", number: first + 1 + index, at: shelf.now, action: action)))
    }
}
