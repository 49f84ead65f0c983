/// Field names by number, so that a field costs four bytes for its name. A name lives while a field has it.
struct FieldNames: Sendable {
    private var names: [String] = []
    private var uses: [Int] = []
    private var numbers: [String: Int32] = [:]
    private var free: [Int32] = []
    /// Numbered since the last sweep, or left by their last field: perhaps unused.
    private var doubtful: [Int32] = []

    subscript(number: Int32) -> String { names[Int(number)] }

    func number(of name: String) -> Int32? { numbers[name] }

    mutating func intern(_ name: String) -> Int32 {
        if let number = numbers[name] { return number }
        let number = free.popLast() ?? Int32(names.count)
        if Int(number) == names.count {
            names.append(name)
            uses.append(0)
        } else {
            names[Int(number)] = name
        }
        numbers[name] = number
        doubtful.append(number)
        return number
    }

    mutating func retain(_ number: Int32) { uses[Int(number)] += 1 }

    mutating func release(_ number: Int32) {
        uses[Int(number)] -= 1
        if uses[Int(number)] == 0 { doubtful.append(number) }
    }

    /// Forgets the names that no field has.
    mutating func sweep() {
        for number in doubtful where uses[Int(number)] == 0 && numbers[names[Int(number)]] == number {
            numbers[names[Int(number)]] = nil
            names[Int(number)] = ""
            free.append(number)
        }
        doubtful.removeAll(keepingCapacity: true)
    }
}
