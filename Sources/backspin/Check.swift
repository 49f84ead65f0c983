import Glibc
import ShelfCore
import ShelfJournal

let check = Subcommand(
    name: "check", summary: "verify the journal",
    usage: """
        Usage: backspin check [--data DIR]

        Verifies every entry's hash and its link to the one before, every snapshot's checksum, the database itself, and that each shelf can be
        replayed to a state that can be stored and read again. Writes nothing. Ends with status 1 when something was found.

          --data DIR    the folder of the journal (./data)
        """,
    run: { arguments in
        let folder = try arguments.option("--data") ?? "data"
        try arguments.finish()
        guard access(folder, F_OK) == 0 else { throw Failure("there is no data folder \(folder); name it with --data") }
        let findings = try JournalCheck.run(folder: folder, progress: tellProgress) + replayFindings(folder)
        guard findings.isEmpty else {
            throw Failure("\(findings.count) found in \(folder):\n" + findings.map { "  \($0)" }.joined(separator: "\n"))
        }
        print("\(folder): all is well")
    })

/// On a terminal only: a log has no use for it.
private func tellProgress(_ checked: Int, _ total: Int) {
    guard isatty(STDERR_FILENO) == 1, checked % 10_000 == 0 || checked == total else { return }
    let text = Array("\r\(checked) of \(total) entries\(checked == total ? "\n" : "")".utf8)
    _ = write(STDERR_FILENO, text, text.count)
}

/// Replays each shelf, and reads back what it would store.
private func replayFindings(_ folder: String) throws -> [String] {
    let journal = try openJournal(folder)
    defer { journal.close() }
    var findings: [String] = []
    for (name, head) in try journal.heads().sorted(by: { $0.key < $1.key }) {
        do {
            let stored = try journal.stored(name)
            let bytes = stored.shelf.encoded()
            if try Shelf(decoding: bytes).encoded() != bytes { findings.append("shelf \(name): its state cannot be stored and read again") }
            print("\(name): \(head.number) entries, \(stored.shelf.seq) events, \(stored.shelf.count) albums")
        } catch {
            findings.append("shelf \(name): \(error)")
        }
    }
    return findings
}
