import Glibc

/// Random numbers that repeat: `BACKSPIN_SEED=… swift test --filter ShelfWireTests`.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    /// The seed to use where a test is not given one.
    static let seed: UInt64 = getenv("BACKSPIN_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
    /// How to repeat what failed.
    static var command: String { "BACKSPIN_SEED=\(seed) swift test --filter ShelfWireTests" }

    init(_ seed: UInt64 = Seeded.seed) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
