import Glibc

/// A folder that goes away with the value, and all that is in it.
public final class TemporaryFolder {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let path: String

    public init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/backspin-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "no temporary folder in \(parent)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { remove(path) }

    /// Where something in it is.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    public func makeFolder(_ name: String) { mkdir(self(name), 0o700) }
}

/// Removes a file, or a folder with all that is in it; never follows a link.
private func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
}

/// What is in a folder, sorted; nothing where there is none.
public func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}
