import Glibc

/// What a trial found, told as it is found.
struct Findings {
    private(set) var isGood = true

    mutating func check(_ isGood: Bool, _ sentence: String) {
        say("\(isGood ? "good" : "BAD ")  \(sentence)")
        if !isGood { self.isGood = false }
    }
}

/// Sentences that may come by the thousand: the first of them, and how many.
struct Complaints {
    private(set) var count = 0
    private(set) var first: [String] = []

    mutating func add(_ sentence: String) {
        count += 1
        if first.count < 10 { first.append(sentence) }
    }

    func tell(to findings: inout Findings, _ what: String) {
        findings.check(count == 0, "\(what)\(count == 0 ? "" : ": \(count), as \(first.joined(separator: "; "))")")
    }
}

func mebibytes(_ bytes: Int) -> String { "\(fixed(Double(bytes) / 1_048_576, 1)) MiB" }

func fixed(_ value: Double, _ digits: Int) -> String {
    let factor = (0..<digits).reduce(1.0) { factor, _ in factor * 10 }
    let rounded = (abs(value) * factor).rounded()
    let whole = Int(rounded / factor)
    let rest = String(Int(rounded) - whole * Int(factor))
    let sign = value < 0 && rounded > 0 ? "-" : ""
    return digits == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
}

/// One line, at once.
func say(_ line: String) {
    print(line)
    fflush(nil)
}
