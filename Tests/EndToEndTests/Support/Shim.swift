import TestSupport

/// A small C library that stands between a server and the system (LD_PRELOAD).
enum Shim {
    /// Builds it beside the tests' own executable. Nil when there is no C compiler.
    /// - Parameters:
    ///   - source: the path of its C file.
    static func library(_ name: String, source: String) -> String? {
        let library = "\(Backspin.executable)-\(name).so"
        let build = "${CC:-cc} -shared -fPIC -O1 -Wall -Wextra -Werror -o '\(library)' '\(source)' -ldl"
        guard let compiler = try? TestProcess("/bin/sh", ["-c", build]), compiler.waitForExit() == 0 else { return nil }
        return library
    }

    /// Where a file lies beside another.
    static func path(_ name: String, beside file: String) -> String { file.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/" + name }
}
