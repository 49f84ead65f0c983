import Testing
import TestSupport

@testable import ShelfCore

@Suite struct PlacesTests {
    @Test("L4 Slots stand where a plain array has them, whatever is made, held, shown and removed", arguments: 1...6)
    func againstArray(_ seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        var (places, array, shown) = (Places(), [Slot](), Set<Slot>())
        let growth = random.pick([0.5, 0.55, 0.8])
        for step in 0..<3_000 {
            if array.isEmpty || random.chance(growth) {
                make(&places, &array, &random)
            } else {
                change(&places, &array, &shown, &random)
            }
            if step % 300 == 0 { places.checkInvariants() }
        }
        compare(places, array, shown)
        while let slot = array.popLast() { places.remove(slot) }
        places.checkInvariants()
        #expect(places.counts == Places.Counts())
    }

    private func make(_ places: inout Places, _ array: inout [Slot], _ random: inout RandomNumbers) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: array.insert(places.make(behind: nil), at: 0)
        case 1: array.append(places.make(before: nil))
        case 2, 3:
            guard let index = array.indices.randomElement(using: &random) else { return }
            array.insert(places.make(before: array[index]), at: index)
        default:
            guard let index = array.indices.randomElement(using: &random) else { return }
            array.insert(places.make(behind: array[index]), at: index + 1)
        }
    }

    private func change(_ places: inout Places, _ array: inout [Slot], _ shown: inout Set<Slot>, _ random: inout RandomNumbers) {
        let index = array.indices.randomElement(using: &random)!
        let slot = array[index]
        if places.album(on: slot) == noIndex {
            if random.chance(0.5) {
                places.remove(slot)
                array.remove(at: index)
            } else {
                places.hold(slot, by: slot)
            }
        } else if shown.remove(slot) != nil {
            places.setShown(slot, false)
        } else if random.chance(0.7) {
            places.setShown(slot, true)
            shown.insert(slot)
        } else {
            places.leave(slot)
        }
    }

    private func compare(_ places: Places, _ array: [Slot], _ shown: Set<Slot>) {
        #expect(places.inOrder() == array)
        var counts = Places.Counts()
        for slot in array {
            #expect(places.inFront(of: slot) == counts)
            if shown.contains(slot) { #expect(places.shownAlbum(at: Int(counts.shown)) == slot) }
            counts += Places.Counts(slots: 1, held: places.album(on: slot) == noIndex ? 0 : 1, shown: shown.contains(slot) ? 1 : 0)
        }
        #expect(places.counts == counts)
    }
}
