import Testing
@testable import ShelfLoad

@Suite struct HistogramTests {
    @Test("Small values are kept exactly")
    func exact() {
        var histogram = Histogram()
        for value in 0..<100 { histogram.add(value) }
        #expect(histogram.percentile(0.5) == 49)
        #expect(histogram.percentile(0.99) == 98)
        #expect(histogram.percentile(1) == 99)
        #expect(histogram.count == 100)
    }

    @Test("Any value is found again within 1.6 %, and never beyond the longest", arguments: [0, 1, 127, 128, 129, 255, 256, 1_000, 65_535, 65_536, 123_456_789, 1 << 40, Int.max >> 1])
    func relative(value: Int) {
        var histogram = Histogram()
        histogram.add(value)
        #expect(histogram.percentile(0.5) == value)
        histogram.add(value * 2)
        let found = histogram.percentile(0.5)
        #expect(found >= value && Double(found - value) <= Double(value) * 0.016)
    }

    @Test("Buckets neither overlap nor leave holes")
    func buckets() {
        var before = 0
        for value in 0..<20_000 {
            var histogram = Histogram()
            histogram.add(value)
            histogram.add(1 << 30)
            let bound = histogram.percentile(0.5)
            #expect(bound >= value && bound >= before)
            before = bound
        }
    }

    @Test("Adding two histograms is adding their values")
    func sum() {
        var (one, other, all) = (Histogram(), Histogram(), Histogram())
        var random = SeededRandom(seed: 1)
        for index in 0..<1_000 {
            let value = Int(random.next() >> 40)
            if index % 3 == 0 { one.add(value) } else { other.add(value) }
            all.add(value)
        }
        one.add(other)
        for share in [0, 0.1, 0.5, 0.9, 0.999, 1] { #expect(one.percentile(share) == all.percentile(share)) }
        #expect(one.count == all.count && one.max == all.max)
    }

    @Test("An empty one says 0")
    func empty() { #expect(Histogram().percentile(0.5) == 0) }
}
