#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `BACKSPIN_SEED` repeats one world, `BACKSPIN_WORLDS` runs that many short ones.
enum Seeds {
    static let short = seeds(1, count: number("BACKSPIN_WORLDS") ?? 800)
    static let long = seeds(1_000_001, count: (number("BACKSPIN_WORLDS") ?? 800) / 100)

    private static func seeds(_ first: Int, count: Int) -> [UInt64] {
        if let seed = number("BACKSPIN_SEED") { return [UInt64(seed)] }
        return (first..<first + count).map(UInt64.init)
    }

    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}
