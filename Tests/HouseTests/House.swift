import Glibc

/// The project's files, as they are.
struct House {
    struct File {
        let path: String
        let text: String

        /// The folder below `Sources`.
        var module: String { String(path.split(separator: "/").dropFirst().first ?? "") }

        var imports: [String] {
            text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index < words.count - 1, index <= 1 else { return nil }
                return String(words[index + 1])
            }
        }
    }

    private let root: String

    init(here: String = #filePath) { root = here.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } }

    func text(_ path: String) -> String { String(decoding: bytes("\(root)/\(path)"), as: UTF8.self) }

    func files(in folder: String, ending: String) -> [File] {
        names(in: "\(root)/\(folder)").flatMap { name -> [File] in
            let path = "\(folder)/\(name)"
            if isFolder("\(root)/\(path)") { return files(in: path, ending: ending) }
            return name.hasSuffix(ending) ? [File(path: path, text: text(path))] : []
        }
    }

    private func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes.append(contentsOf: chunk[..<count]) }
        return bytes
    }
}
