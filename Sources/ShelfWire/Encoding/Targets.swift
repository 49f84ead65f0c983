import ShelfCore

extension [UInt8] {
    /// All three are there, `null` where there is none: the button is grey (W7).
    mutating func you(_ seq: Int, _ targets: Targets) {
        open("t", "you")
        member("seq", seq)
        member("undo", targets.undo)
        member("redo", targets.redo)
        member("covered", targets.covered)
        close()
    }

    private mutating func member(_ name: StaticString, _ target: Target?) {
        member(name)
        guard let target else { return raw("null") }
        step(target.step, target.label)
        close()
    }

    private mutating func member(_ name: StaticString, _ covered: Covered?) {
        member(name)
        guard let covered else { return raw("null") }
        step(covered.step, covered.label)
        memberOrNull("by", covered.by)
        memberOrNull("name", covered.name)
        member("more", covered.more)
        close()
    }

    private mutating func step(_ step: Int, _ label: Label) {
        open("step", step)
        member("label")
        self.label(label)
    }
}
