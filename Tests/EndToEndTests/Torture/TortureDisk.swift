import Glibc
import TestSupport

/// The shim `disk.c`, which watches a server's disk and lets it fail.
enum TortureDisk {
    /// What is to happen to one of the calls that a server makes to its folder and its sockets.
    struct Plan: CustomStringConvertible {
        /// `before`, `after` or `half`: killed there. `fail` or `short`: an error.
        let kind: String
        /// 1 is the first call.
        let call: Int
        var error: Int32 = 0
        var count = 1

        var description: String { "\(kind):\(call):\(error):\(count)" }
    }

    static let library = Shim.library("disk", source: Shim.path("disk.c", beside: #filePath))

    static let isMissing = "there is no C compiler, so no disk was tortured: apt install gcc"

    /// The words in front of a server's own.
    /// - Parameter mark: a file that is made when an error came about.
    static func wrapper(_ place: LiveServer.Place, _ plan: Plan? = nil, log: String? = nil, mark: String? = nil) -> [String] {
        let plan = plan.map { ["DISK_PLAN=\($0)"] } ?? []
        let log = log.map { ["DISK_LOG=\($0)"] } ?? []
        let mark = mark.map { ["DISK_MARK=\($0)"] } ?? []
        return ["/usr/bin/env", "DISK_FOLDER=\(place.data)", "LD_PRELOAD=\(library ?? "")"] + plan + log + mark
    }
}

/// How much is tortured: a little in every run of the tests, all of it by `make torture`.
enum Torture {
    static let isLong = getenv("BACKSPIN_TORTURE") != nil
    static let seed = getenv("BACKSPIN_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...999_999)

    /// How to have the same again.
    static var command: String { "BACKSPIN_SEED=\(seed) " + (isLong ? "make torture" : "swift test --filter Torture") }

    /// One line about how far it is, in the long form.
    static func tell(_ text: String) {
        guard isLong else { return }
        let line = Array("torture: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
