import ShelfCore
import Testing
import TestSupport

@Suite struct WorldTests {
    @Test("S5 Shelf and reference agree in random worlds, after every request", arguments: Seeds.short)
    func short(_ seed: UInt64) { check(seed, length: 40) }

    @Test("S5 Shelf and reference agree in long random worlds", arguments: Seeds.long)
    func long(_ seed: UInt64) { check(seed, length: 300) }

    private func check(_ seed: UInt64, length: Int) {
        let trouble = World.trouble(seed: seed, length: length)
        #expect(trouble == nil, "\(trouble ?? "")\nrepeat with: BACKSPIN_SEED=\(seed) swift test --filter WorldTests")
    }
}
