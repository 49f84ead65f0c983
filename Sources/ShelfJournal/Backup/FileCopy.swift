import Glibc

/// Copies files in portions, for their owner alone.
enum FileCopy {
    private static let portion = 1 << 20

    /// Copies the first `bytes` of a file to one that is made, or made anew, and makes them durable.
    static func make(_ path: String, to copy: String, bytes: Int, progress: (_ copied: Int) -> Void = { _ in }) throws(JournalError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .system("\(path) could not be opened") }
        defer { close(source) }
        let target = open(copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw .system("\(copy) could not be created") }
        defer { close(target) }
        var chunk = [UInt8](repeating: 0, count: portion)
        var copied = 0
        while copied < bytes {
            let count = pread(source, &chunk, min(portion, bytes - copied), copied)
            guard count > 0 else { throw count < 0 ? .system("\(path) could not be read") : .damaged("\(path) ends after \(copied) of \(bytes) bytes") }
            guard write(chunk[..<count], to: target, at: copied) else { throw .system("\(copy) could not be written") }
            copied += count
            progress(copied)
        }
        guard fsync(target) == 0 else { throw .system("\(copy) could not be written") }
    }

    /// Writes all of it. The system may take only a part, and say in the next call why: `errno` is that reason when this is false.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = pwrite(descriptor, bytes.baseAddress! + written, bytes.count - written, offset + written)
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    static func sync(_ path: String) throws(JournalError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw .system("\(path) could not be written") }
        close(descriptor)
    }

    /// 0 when it is not there.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
