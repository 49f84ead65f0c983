import ShelfCore

/// What is wrong with a request, and where: a refusal in the making, which learns its path on the way out.
struct Fault: Error {
    private let reason: String
    private let path: String
    private let code: RefusalCode

    /// Without `path` it is a fault of the value itself, whose owner knows its name.
    init(_ reason: String, at path: String = "", code: RefusalCode = .badRequest) {
        self.reason = reason
        self.path = path
        self.code = code
    }

    /// The same fault, seen from the object or array that holds the value at `outer`.
    func inside(_ outer: String) -> Fault {
        Fault(reason, at: path.isEmpty ? outer : "\(outer).\(path)", code: code)
    }

    var refusal: Refusal { Refusal(code, "\(path): \(reason)") }
}

/// Reads `value`, whose faults are faults of what stands at `path`.
func inside<Value>(_ path: @autoclosure () -> String, _ value: @autoclosure () throws(Fault) -> Value) throws(Fault) -> Value {
    do { return try value() } catch { throw error.inside(path()) }
}
