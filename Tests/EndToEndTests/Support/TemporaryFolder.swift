import Glibc

/// A folder that goes away with the value, and all that is in it.
final class TemporaryFolder {
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/backspin-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Broken("no temporary folder in \(parent)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { remove(path) }

    /// Where something in it is.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func makeFolder(_ name: String) { mkdir(self(name), 0o700) }
}

func readFile(_ path: String) -> String { String(decoding: readBytes(path), as: UTF8.self) }

func readBytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
}

func writeFile(_ path: String, _ bytes: some Collection<UInt8>) throws {
    guard let file = fopen(path, "wb") else { throw Broken("\(path) cannot be written") }
    let bytes = Array(bytes)
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Removes a file, or a folder with all that is in it; never follows a link.
private func remove(_ path: String) {
    guard unlink(path) != 0, let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
}
