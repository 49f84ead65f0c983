import Glibc
import ShelfJournal

let backup = Subcommand(
    name: "backup", summary: "copy the journal to one file, also while it is served",
    usage: """
        Usage: backspin backup FILE [--data DIR]

        Copies the journal as it is at one moment to FILE, which must not be there yet, and verifies the copy before it gets its name. A
        server that has the journal open goes on meanwhile. Keep FILE on another disk; backspin check FILE verifies it again, and
        backspin restore makes a data folder of it.

          --data DIR    the folder of the journal (./data)
        """,
    run: { arguments in
        let folder = try arguments.option("--data") ?? "data"
        let file = try arguments.operand("FILE")
        try arguments.finish()
        guard access(folder, F_OK) == 0 else { throw Failure("there is no data folder \(folder); name it with --data") }
        try JournalBackup.make(of: folder, as: file) { tellProgress($0, $1, "bytes") }
        print("\(file): a copy of \(folder), verified")
    })
