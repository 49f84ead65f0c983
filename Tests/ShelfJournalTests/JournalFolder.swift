import Glibc
import TestSupport

extension TemporaryFolder {
    /// Where a journal in it is.
    var file: String { self("journal.sqlite") }
}

func contents(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
}

func write(_ bytes: [UInt8], to path: String) {
    let file = fopen(path, "w")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}

/// What an open journal has on disk: the folder as a power cut would leave it.
func copy(_ folder: TemporaryFolder) -> TemporaryFolder {
    let copy = try! TemporaryFolder()
    for name in names(in: folder.path) { write(contents(of: folder.path + "/" + name), to: copy.path + "/" + name) }
    return copy
}

/// Where a text begins in other bytes.
func positions(of text: [UInt8], in bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBytes { all in
        var places: [Int] = []
        var from = 0
        while from + text.count < all.count, let found = memchr(all.baseAddress! + from, Int32(text[0]), all.count - text.count - from) {
            let place = all.baseAddress!.distance(to: found)
            let isText = memcmp(found, text, text.count) == 0
            if isText { places.append(place) }
            from = place + (isText ? text.count : 1)
        }
        return places
    }
}
