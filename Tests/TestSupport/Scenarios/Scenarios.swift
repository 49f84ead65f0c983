/// All scenarios. Read these first: they are the rules in examples.
public enum Scenarios {
    public static let all = list + steps + undo + tricky + refusals + admins
}
