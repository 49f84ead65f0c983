import TestSupport
import Testing

/// The short forms of the trials: the same programs for a few seconds, in which no time is judged.
struct TrialTests {
    @Test("X After a few seconds of coming and going, files and sockets are as before, and shelves that were left come back equal")
    func soak() throws {
        try expectGood("soak")
    }

    @Test("X Under a short abuse nobody who means well loses anything, memory and the log stay bounded, and files and sockets are as before")
    func abuse() throws {
        try expectGood("abuse")
    }

    private func expectGood(_ name: String) throws {
        let trial = try TestProcess(Backspin.neighbour("trials"), [name, "--short"])
        var lines: [String] = []
        while let line = try trial.readLine(timeout: 300_000) { lines.append(line) }
        #expect(trial.waitForExit() == 0, "\(lines.filter { $0.hasPrefix("BAD") }.joined(separator: "\n"))")
        #expect(lines.contains { $0.hasPrefix("good") })
    }
}
