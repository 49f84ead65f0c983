import CLibwebsockets
import Glibc
import Synchronization

/// What libwebsockets logs: errors only, to standard error, at most ten lines a second.
enum Log {
    static func install() {
        lws_set_log_level(Int32(LLL_ERR)) { _, line in
            guard let line else { return }
            Log.write(line)
        }
    }

    private static func write(_ line: UnsafePointer<CChar>) {
        let second = monotonicSecond()
        budget.withLock { $0.admit(second: second) }.write(line)
    }

    private static let budget = Mutex(Budget())

    private struct Budget {
        var second = 0
        var lines = 0

        mutating func admit(second now: Int) -> Verdict {
            let dropped = max(0, lines - 10)
            if now != second { (second, lines) = (now, 0) } else if lines > 0 {
                lines += 1
                return lines > 10 ? .drop : .print(dropped: 0)
            }
            lines = 1
            return .print(dropped: dropped)
        }
    }

    private enum Verdict {
        case print(dropped: Int)
        case drop

        func write(_ line: UnsafePointer<CChar>) {
            guard case .print(let dropped) = self else { return }
            let note = dropped > 0 ? "libwebsockets: \(dropped) more lines were left out\n" : ""
            let text = note + "libwebsockets: " + String(cString: line)
            _ = Glibc.write(STDERR_FILENO, text, text.utf8.count)
        }
    }

    private static func monotonicSecond() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec
    }
}
