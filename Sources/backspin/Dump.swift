import ShelfCore
import ShelfJournal
import ShelfServer

let dump = Subcommand(
    name: "dump", summary: "print a shelf's list from the journal",
    usage: """
        Usage: backspin dump SHELF [--data DIR] [--json]

        Prints the albums of a shelf in their order, one a line: position, artist, title, year, genre, id, separated by tabs. Reads the
        journal, so no server may have it open; a running server tells the same at /api/shelves/SHELF.

          --data DIR    the folder of the journal (./data)
          --json        prints JSON, as /api/shelves/SHELF
        """,
    run: { arguments in
        let folder = try arguments.option("--data") ?? "data"
        let asJSON = arguments.isSet("--json")
        let name = try arguments.operand("SHELF")
        try arguments.finish()
        let journal = try openJournal(folder)
        defer { journal.close() }
        guard try journal.heads()[name] != nil else { throw Failure("there is no shelf \"\(name)\" in \(folder)") }
        let shelf = try journal.stored(name).shelf
        if asJSON { print(String(decoding: listAsJSON(shelf, name: name, epoch: shelf.epoch), as: UTF8.self), terminator: "") } else { printList(shelf) }
    })

private func printList(_ shelf: Shelf) {
    var position = 0
    for album in shelf.albums() {
        position += 1
        let cells = ["artist", "title", "year", "genre"].map { name in album.fields.first { $0.name == name }.map { oneLine($0.value) } ?? "" }
        print(([String(position)] + cells + [album.id]).joined(separator: "\t"))
    }
}

private func oneLine(_ value: Value) -> String {
    switch value {
    case .number(let number): String(number)
    case .text(let text): String(text.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
    }
}
