import Glibc

/// The subcommands, in the order in which `--help` lists them.
private let subcommands: [Subcommand] = [serve, token, invite, dump, check, backup, restore, load, seed]

let version = "0.1.0"

struct Subcommand: Sendable {
    let name: String
    /// One line for the list of subcommands.
    let summary: String
    let usage: String
    let run: @Sendable (inout Arguments) throws -> Void
}

/// Ends the program with one sentence on standard error: status 2 for a wrong command line, 1 for what went wrong later.
struct Failure: Error {
    let sentence: String
    let status: Int32

    init(_ sentence: String, status: Int32 = 1) {
        self.sentence = sentence
        self.status = status
    }
}

func runCommand() {
    do {
        try run(Array(CommandLine.arguments.dropFirst()))
    } catch let failure as Failure {
        fail(failure.sentence, status: failure.status)
    } catch {
        fail("\(error)", status: 1)
    }
}

private func run(_ words: [String]) throws {
    guard let first = words.first else { throw Failure("say what to do: \(names()); backspin --help lists them", status: 2) }
    switch first {
    case "--help", "-h", "help": print(overview())
    case "--version": print("backspin \(version)")
    default:
        guard let subcommand = subcommands.first(where: { $0.name == first }) else {
            throw Failure("there is no command \"\(first)\": it is one of \(names())", status: 2)
        }
        if words.contains("--help") || words.contains("-h") { return print(subcommand.usage) }
        var arguments = Arguments(words.dropFirst(), command: first)
        try subcommand.run(&arguments)
    }
}

private func fail(_ sentence: String, status: Int32) -> Never {
    tell(sentence)
    exit(status)
}

/// One line on standard error.
func tell(_ sentence: String) {
    let line = "backspin: \(sentence)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}

private func names() -> String { subcommands.map(\.name).joined(separator: ", ") }

private func overview() -> String {
    """
    Backspin keeps ordered lists of albums in sync, live, with an undo for everyone.

    Usage: backspin COMMAND [options]

    \(subcommands.map { "  \(pad($0.name, 8))\($0.summary)" }.joined(separator: "\n"))

      backspin COMMAND --help   tells a command's options
      backspin --version        tells the version
    """
}

func pad(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(1, width - text.count)) }
