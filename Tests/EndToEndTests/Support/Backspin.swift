import Glibc
import TestSupport

/// The built command.
enum Backspin {
    static let executable = neighbour("backspin")

    /// A program beside the tests' own executable.
    static func neighbour(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let tests = String(decoding: path[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return tests[..<(tests.lastIndex(of: "/") ?? tests.startIndex)] + "/" + name
    }

    /// How a command ended, and what it said.
    struct Ending {
        /// The exit status, or the negated number of the signal that ended it.
        let status: Int32
        let output: String
        let errors: String

        /// What it said on standard error is one line, and this is it without its `backspin: `; nil when it is anything else.
        var sentence: String? {
            let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.count == 2, lines[1].isEmpty, lines[0].hasPrefix("backspin: ") else { return nil }
            return String(lines[0].dropFirst("backspin: ".count))
        }
    }

    /// Runs a command to its end.
    static func run(_ arguments: [String]) throws -> Ending {
        let folder = try TemporaryFolder()
        let process = try TestProcess(executable, arguments, errors: folder("errors"))
        var output = ""
        while let line = try process.readLine() { output += line + "\n" }
        return Ending(status: process.waitForExit(), output: output, errors: readFile(folder("errors")))
    }

    static func run(_ arguments: String...) throws -> Ending { try run(arguments) }
}
