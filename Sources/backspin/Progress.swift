import Glibc

/// How far long work is. On a terminal only: a log has no use for it.
func tellProgress(_ done: Int, _ total: Int, _ what: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let text = Array("\r\(done) of \(total) \(what)\(done == total ? "\n" : "")".utf8)
    _ = write(STDERR_FILENO, text, text.count)
}
