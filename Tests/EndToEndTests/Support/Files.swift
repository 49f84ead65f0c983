import Glibc

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
