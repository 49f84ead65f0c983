import CUtf8proc
import Glibc

/// Text of people, as it is ordered, kept and shown (L3): in Unicode NFC, lines ended by LF.
enum Text {
    /// `utf8` (valid) in that form. Refuses characters that hide text or turn it round.
    static func ordered(_ utf8: UnsafeBufferPointer<UInt8>) throws(Fault) -> String {
        if isOrdered(utf8) { return String(decoding: utf8, as: UTF8.self) }
        guard let text = normalized(utf8) else { throw Fault("must not have more than \(markLimit) marks on one letter") }
        if let scalar = text.unicodeScalars.first(where: isForbidden) {
            throw Fault("must not contain \(codePoint(scalar)), a control or text direction character")
        }
        return text
    }

    /// `utf8` (valid) as one line to show, at most `limit` scalars: nothing is refused. What is forbidden is left out, white space at the
    /// ends too, line ends and tabs become spaces, and no visible character is cut in half. What cannot be shown at all is empty.
    static func cleaned(_ utf8: UnsafeBufferPointer<UInt8>, limit: Int) -> String {
        var line = ""
        for scalar in (normalized(utf8) ?? "").unicodeScalars where !isForbidden(scalar) {
            line.unicodeScalars.append(scalar == "\n" || scalar == "\t" ? " " : scalar)
        }
        let shown = cut(line.drop(while: \.isWhitespace), limit: limit)
        return String(shown[..<(shown.lastIndex { !$0.isWhitespace }.map(shown.index(after:)) ?? shown.startIndex)])
    }

    /// Whether it surely needs no work: no control character, and nothing from U+0300 on, where marks that compose begin.
    private static func isOrdered(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var previous: UInt8 = 0
        for byte in utf8 {
            let isPlain = byte < 0xCC && (byte >= 0x20 || byte == 0x0A || byte == 0x09) && byte != 0x7F
            let isC1 = previous == 0xC2 && byte < 0xA0
            guard isPlain && !isC1 else { return false }
            previous = byte
        }
        return true
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        // Embeddings, overrides and isolates.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Nil if one letter has more marks than any writing needs.
    private static func normalized(_ utf8: UnsafeBufferPointer<UInt8>) -> String? {
        guard !hasTooManyMarks(utf8) else { return nil }
        return withNFC(utf8) { composed in
            composed.contains(0x0D) ? String(decoding: unixLineEnds(composed), as: UTF8.self) : String(decoding: composed, as: UTF8.self)
        }
    }

    /// As in Unicode's stream-safe text (UAX #15): utf8proc brings the marks of a letter in their order in quadratic time, so 100,000 of them
    /// would stop the server for half a minute.
    private static let markLimit = 30

    private static func hasTooManyMarks(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var marks = 0
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > markLimit { return true }
        }
        return false
    }

    /// Asks utf8proc, whose Unicode may be newer or older than Swift's.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch utf8proc_category(utf8proc_int32_t(scalar.value)) {
        case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME: true
        default: false
        }
    }

    private static func withNFC<Result>(
        _ utf8: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        var composed: UnsafeMutablePointer<utf8proc_uint8_t>?
        let options = utf8proc_option_t(rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
        let count = utf8proc_map(utf8.baseAddress, utf8.count, &composed, options)
        // Only memory can be missing: jansson let nothing but valid UTF-8 through.
        guard count >= 0 else { fatalError("utf8proc: \(String(cString: utf8proc_errmsg(count)))") }
        defer { free(composed) }
        return body(UnsafeBufferPointer(start: composed, count: count))
    }

    /// CRLF and CR as LF.
    private static func unixLineEnds(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var lines: [UInt8] = []
        var previous: UInt8 = 0
        for byte in utf8 {
            if byte == 0x0D { lines.append(0x0A) } else if byte != 0x0A || previous != 0x0D { lines.append(byte) }
            previous = byte
        }
        return lines
    }

    /// As many whole characters as fit.
    private static func cut(_ line: Substring, limit: Int) -> Substring {
        var room = limit
        return line.prefix { character in
            room -= character.unicodeScalars.count
            return room >= 0
        }
    }
}
