import TestSupport

extension Relay {
    /// Drops frames of the server: a fault that only the clients can notice.
    /// - Parameter dropsFrame: asked for each frame of the server, on any of several threads.
    convenience init(to target: UInt16, dropsFrame: @escaping @Sendable (_ payload: [UInt8]) -> Bool) {
        self.init(to: target) {
            var filter = FrameFilter(dropsFrame)
            return ({ (Array($0), false) }, { (filter.pass($0), false) })
        }
    }
}

/// What a server sends: the answer to the handshake as it is, then frames, some of which are left out.
private struct FrameFilter {
    private var held: [UInt8] = []
    private var isPastHandshake = false
    private let drops: @Sendable ([UInt8]) -> Bool

    init(_ drops: @escaping @Sendable ([UInt8]) -> Bool) { self.drops = drops }

    mutating func pass(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        held += bytes
        var passed: [UInt8] = []
        if !isPastHandshake {
            guard held.starts(with: "HTTP/1.1 101".utf8) else { return takeAll() }
            guard let end = endOfHead(held) else { return [] }
            passed = Array(held[..<end])
            held.removeFirst(end)
            isPastHandshake = true
        }
        while let (header, length) = frame(held) {
            if !drops(Array(held[header..<length])) { passed += held[..<length] }
            held.removeFirst(length)
        }
        return passed
    }

    private mutating func takeAll() -> [UInt8] {
        defer { held = [] }
        return held
    }

    private func frame(_ bytes: [UInt8]) -> (header: Int, length: Int)? {
        guard bytes.count >= 2 else { return nil }
        let short = Int(bytes[1])
        let header = short == 127 ? 10 : short == 126 ? 4 : 2
        guard bytes.count >= header else { return nil }
        let count = header == 2 ? short : bytes[2..<header].reduce(0) { $0 << 8 | Int($1) }
        return bytes.count >= header + count ? (header, header + count) : nil
    }
}

private func endOfHead(_ bytes: [UInt8]) -> Int? {
    (0...max(0, bytes.count - 4)).first { bytes[$0...].starts(with: [13, 10, 13, 10]) }.map { $0 + 4 }
}
