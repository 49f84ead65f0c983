import Glibc

/// How much an event matters to an operator.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Something does not work.
    case error
    /// Somebody was turned away, or something may come of it.
    case warning
    /// The server starts, listens, reloads, ends.
    case info

    public static func < (one: LogLevel, other: LogLevel) -> Bool { allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)! }
}

/// One line an event on standard error: `backspin: `, the level, a sentence. Confined to the loop.
///
/// What others can cause goes through `refused`: whoever knocks a thousand times a second does not fill the disk. Nobody hands over a key or
/// a token here.
final class Log {
    private static let refusalsPerSecond = 9

    private let level: LogLevel
    private let now: () -> Int
    private let write: (String) -> Void
    private var second = 0
    private var refusals = 0

    /// - Parameter now: monotonic milliseconds.
    init(level: LogLevel, now: @escaping () -> Int, write: @escaping (String) -> Void = standardError) {
        self.level = level
        self.now = now
        self.write = write
    }

    func error(_ sentence: String) { tell(.error, sentence) }
    func warning(_ sentence: String) { tell(.warning, sentence) }
    func info(_ sentence: String) { tell(.info, sentence) }

    /// At most ten lines a second with the one that says how many were left out, which comes with the next.
    func refused(_ sentence: String) {
        let current = now() / 1000
        if current != second {
            if refusals > Self.refusalsPerSecond { warning("\(refusals - Self.refusalsPerSecond) more were turned away") }
            (second, refusals) = (current, 0)
        }
        refusals += 1
        if refusals <= Self.refusalsPerSecond { warning(sentence) }
    }

    private func tell(_ level: LogLevel, _ sentence: String) {
        if level <= self.level { write("backspin: \(level.rawValue): \(sentence)\n") }
    }
}

private func standardError(_ line: String) {
    _ = write(STDERR_FILENO, line, line.utf8.count)
}
