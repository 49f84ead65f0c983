import Glibc

/// What a server did to its folder and told its clients, in the order in which it took effect, as `disk.c` wrote it down.
struct DiskLog {
    enum Record {
        /// - Parameter name: within the folder; empty for the folder itself.
        case open(name: String, flags: Int32, descriptor: Int32)
        case write(descriptor: Int32, offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(descriptor: Int32, size: Int)
        case sync(descriptor: Int32)
        case failedSync(descriptor: Int32)
        case unlink(name: String)
        case rename(from: String, to: String)
        case tell(descriptor: Int32, text: String)
    }

    private(set) var records: [Record] = []
    private let folder: String

    init(_ path: String, of folder: String) throws {
        self.folder = folder
        var rest = readBytes(path)[...]
        while !rest.isEmpty {
            let head = rest.prefix(24)
            guard head.count == 24 else { throw Broken("the log of the disk ends within a record") }
            let (kind, descriptor) = (Int(integer(head, 0, 4)), Int32(truncatingIfNeeded: integer(head, 4, 4)))
            let (offset, size) = (Int(integer(head, 8, 8)), Int(integer(head, 16, 8)))
            let bytes = rest.dropFirst(24).prefix(size)
            rest = rest.dropFirst(24 + size)
            records.append(try record(kind, descriptor, offset, bytes))
        }
    }

    private func integer(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> UInt64 {
        bytes.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func record(_ kind: Int, _ descriptor: Int32, _ offset: Int, _ bytes: ArraySlice<UInt8>) throws -> Record {
        switch kind {
        case 1: return .open(name: name(bytes), flags: Int32(truncatingIfNeeded: offset), descriptor: descriptor)
        case 2: return .write(descriptor: descriptor, offset: offset, bytes: bytes)
        case 3: return .truncate(descriptor: descriptor, size: offset)
        case 4: return .sync(descriptor: descriptor)
        case 5: return .unlink(name: name(bytes))
        case 6:
            let names = bytes.split(separator: 0)
            return .rename(from: name(names[0]), to: name(names[1]))
        case 7: return .tell(descriptor: descriptor, text: String(decoding: bytes, as: UTF8.self))
        case 8: return .failedSync(descriptor: descriptor)
        default: throw Broken("the log of the disk has an unknown record \(kind)")
        }
    }

    private func name(_ path: ArraySlice<UInt8>) -> String {
        String(decoding: path, as: UTF8.self).dropFirst(folder.count).drop { $0 == "/" }.description
    }
}
