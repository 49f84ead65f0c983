import Glibc

/// What a process of this machine has used, as `/proc` tells it.
public struct ProcessUsage: Sendable {
    /// Of all its threads, in nanoseconds.
    public let cpu: Int
    /// Of its first thread, which runs the server's loop.
    public let loop: Int
    /// Bytes of memory that it holds.
    public let memory: Int

    /// Nil when there is no such process.
    public init?(of process: Int) {
        let folder = "/proc/\(process)"
        guard let status = readFile("\(folder)/status"), let main = Self.nanoseconds("\(folder)/task/\(process)/schedstat") else { return nil }
        let threads = names(in: "\(folder)/task").compactMap { Self.nanoseconds("\(folder)/task/\($0)/schedstat") }
        cpu = threads.reduce(0, +)
        loop = main
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        memory = (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    private static func nanoseconds(_ path: String) -> Int? {
        readFile(path)?.split(separator: " ").first.flatMap { Int($0) }
    }
}

func readFile(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes.append(contentsOf: chunk[..<count]) }
    return String(decoding: bytes, as: UTF8.self)
}

private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}
