/// Numbers that look random and are the same for the same seed (SplitMix64), or that choices stand for.
public struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64
    private var choices: ArraySlice<UInt8> = []

    public init(seed: UInt64) { state = seed }

    /// Each byte is a choice: 0 picks the first of whatever there is to pick from, 255 the last. Behind the last one comes seed 0.
    public init(choices: [UInt8]) {
        state = 0
        self.choices = choices[...]
    }

    public var hasChoices: Bool { !choices.isEmpty }

    public mutating func next() -> UInt64 {
        // Integers are made of the upper bits, fractions of the lower 53.
        if let choice = choices.popFirst() { return UInt64(choice) << 56 | UInt64(choice) << 45 | 1 << 44 }
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// True with this probability.
    public mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }

    public mutating func pick<T>(_ items: [T]) -> T { items.randomElement(using: &self)! }
}
