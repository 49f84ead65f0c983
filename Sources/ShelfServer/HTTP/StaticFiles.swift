import Digest
import Glibc
import Sockets

/// The files of `web/`, read once at start: nothing is opened while serving, so nothing else can be reached (H2).
public struct StaticFiles: Sendable {
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "webp": "image/webp",
        "webmanifest": "application/manifest+json", "json": "application/json", "txt": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8",
    ]

    private var files: [String: Body] = [:]
    private let headers: [(name: String, value: String)]

    /// Reads a folder. Hidden files, symbolic links and files of unknown types are left out.
    public init(folder: String, webCovers: Bool) throws(LoadError) {
        headers = Self.headers(webCovers: webCovers)
        try read(folder, as: "")
        guard files["/index.html"] != nil else {
            throw LoadError("the page's folder \(folder) has no index.html; name the right folder with --web")
        }
    }

    func response(to request: HTTPRequest, path: String) -> HTTPResponse? {
        files[path]?.response(to: request, headers: headers)
    }

    private mutating func read(_ folder: String, as prefix: String) throws(LoadError) {
        guard let directory = opendir(folder) else {
            throw LoadError("the page's folder \(folder) cannot be read (\(String(cString: strerror(errno)))); name it with --web")
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            try read(name, in: folder, as: prefix)
        }
    }

    private mutating func read(_ name: String, in folder: String, as prefix: String) throws(LoadError) {
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: try read("\(folder)/\(name)", as: "\(prefix)/\(name)")
        case S_IFREG:
            guard let dot = name.lastIndex(of: "."), let type = Self.types[String(name[name.index(after: dot)...])] else { return }
            guard let bytes = contents(of: "\(folder)/\(name)") else { throw LoadError("\(folder)/\(name) cannot be read") }
            files["\(prefix)/\(name)"] = Body(type: type, etag: "\"\(hexadecimal(sha256(bytes).prefix(12)))\"", bytes: bytes)
        default: return
        }
    }

    private func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            bytes.append(contentsOf: chunk[..<count])
            if count < chunk.count { return ferror(file) == 0 ? bytes : nil }
        }
    }

    /// Nothing but what the server itself serves runs, loads or frames the page.
    private static func headers(webCovers: Bool) -> [(name: String, value: String)] {
        let images = webCovers ? "'self' data: https:" : "'self' data:"
        return [
            ("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src \(images); "
                + "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ]
    }
}

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
}
