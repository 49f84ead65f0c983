import Glibc
import ShelfJournal
import ShelfServer

let restore = Subcommand(
    name: "restore", summary: "make a data folder of a backup",
    usage: """
        Usage: backspin restore FILE --data DIR

        Verifies a backup and makes a data folder of it, in DIR, which must be empty or not there. A new epoch begins for every shelf:
        clients that saw later events than the backup holds get the list anew, and send again what had no outcome.

          --data DIR    the folder to be made
        """,
    run: { arguments in
        guard let folder = try arguments.option("--data") else { throw Failure("--data is missing: the folder to be made", status: 2) }
        let file = try arguments.operand("FILE")
        try arguments.finish()
        try requireGood(file)
        try JournalRestore.run(backup: file, folder: folder, progress: { tellProgress($0, $1, "bytes") }, appending: newEpochs)
        print("\(folder): restored from \(file); a new epoch began for every shelf")
    })
