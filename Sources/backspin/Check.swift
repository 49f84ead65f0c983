import Glibc
import ShelfCore
import ShelfJournal

let check = Subcommand(
    name: "check", summary: "verify the journal, or a backup",
    usage: """
        Usage: backspin check [FILE] [--data DIR]

        Verifies every entry's hash and its link to the one before, every snapshot's checksum, the database itself, and that each shelf can be
        replayed to a state that can be stored and read again. Writes nothing. Ends with status 1 when something was found.

          FILE          a backup, instead of a folder
          --data DIR    the folder of the journal (./data)
        """,
    run: { arguments in
        let folder = try arguments.option("--data")
        if folder == nil, let file = arguments.optionalOperand() {
            try arguments.finish()
            try requireGood(file, tellsShelves: true)
            return print("\(file): all is well")
        }
        try arguments.finish()
        try checkFolder(folder ?? "data")
    })

private func checkFolder(_ folder: String) throws {
    guard access(folder, F_OK) == 0 || errno != ENOENT else { throw Failure("there is no data folder \(folder); name it with --data") }
    let found = try JournalCheck.run(folder: folder) { tellProgress($0, $1, "entries") }
    let journal = try openJournal(folder)
    defer { journal.close() }
    try require(found + replayFindings(journal, tellsShelves: true), in: folder)
    if journal.isEpochDue {
        print("\(folder): the last server was cut off under relaxed durability, so what it acknowledged last may be lost; the next one begins a new epoch for every shelf")
    }
    print("\(folder): all is well")
}

/// Verifies a backup as a folder is verified.
func requireGood(_ file: String, tellsShelves: Bool = false) throws {
    guard access(file, F_OK) == 0 else { throw Failure("there is no file \(file)") }
    let found = try JournalCheck.run(backup: file) { tellProgress($0, $1, "entries") }
    try require(found + replayFindings(try SQLiteJournal(backup: file), tellsShelves: tellsShelves), in: file)
}

private func require(_ findings: [String], in place: String) throws {
    guard findings.isEmpty else {
        throw Failure("\(findings.count) found in \(place):\n" + findings.map { "  \($0)" }.joined(separator: "\n"))
    }
}

/// Replays each shelf, and reads back what it would store.
private func replayFindings(_ journal: SQLiteJournal, tellsShelves: Bool) throws -> [String] {
    var findings: [String] = []
    for (name, head) in try journal.heads().sorted(by: { $0.key < $1.key }) {
        do {
            let stored = try journal.stored(name)
            let bytes = stored.shelf.encoded()
            if try Shelf(decoding: bytes).encoded() != bytes { findings.append("shelf \(name): its state cannot be stored and read again") }
            if tellsShelves { print("\(name): \(head.number) entries, \(stored.shelf.seq) events, \(stored.shelf.count) albums") }
        } catch {
            findings.append("shelf \(name): \(error)")
        }
    }
    return findings
}
