@testable import ShelfCore
import ShelfWire
import Testing

private let reference = "must be a step, or {\"req\":n}"

@Suite struct SwitchTests {
    @Test("U8 expect is a step, an own request, or null", arguments: [
        ("1", .step(.step(1))), ("9007199254740991", .step(.step(9_007_199_254_740_991))), (#"{"req":18}"#, .step(.request(18))),
        (#"{"req":18,"more":true}"#, .step(.request(18))), ("null", .nothing),
        ("0", nil), ("-1", nil), ("1.0", nil), ("9007199254740992", nil), ("\"1\"", nil), ("true", nil), ("{}", nil), ("[1]", nil),
        (#"{"req":0}"#, nil), (#"{"req":null}"#, nil), (#"{"req":"18"}"#, nil), (#"{"step":18}"#, nil),
    ] as [(String, ShelfCore.Expectation?)])
    func expectations(_ sent: String, _ expectation: ShelfCore.Expectation?) {
        check(#""expect":"# + sent, expectation.map { Switch(expect: $0) }, "expect: \(reference)")
    }

    @Test("U8 step is a step or an own request", arguments: [
        ("428", .step(428)), (#"{"req":18}"#, .request(18)), ("null", nil), ("0", nil), ("\"428\"", nil), ("{}", nil),
    ] as [(String, StepReference?)])
    func steps(_ sent: String, _ step: StepReference?) {
        check(#""step":"# + sent, step.map { Switch(target: .step($0)) }, "step: \(reference)")
    }

    @Test("U9 client is a client's name", arguments: [
        ("\"Yw3NKWbEM2aRElRI\"", true), ("\"----____----____\"", true), ("\"short\"", false), ("\"Yw3NKWbEM2aRElRIx\"", false),
        ("\"Yw3NKWbEM2aRElR=\"", false), ("null", false), ("1", false), ("\"\"", false),
    ])
    func clients(_ sent: String, _ isValid: Bool) {
        let target = isValid ? Switch(target: .client(String(sent.dropFirst().dropLast()))) : nil
        check(#""client":"# + sent, target, "client: must be 16 characters of A-Z a-z 0-9 _ -")
    }

    @Test("U9 step and client exclude each other") func both() {
        check(#""step":1,"client":"Yw3NKWbEM2aRElRI""#, nil, "step: only one of step and client can be given")
    }

    @Test("U8 step goes with expect") func stepWithExpect() {
        check(#""step":1,"expect":null"#, Switch(target: .step(.step(1)), expect: .nothing), "")
    }

    /// Both `undo` and `redo` read `members` as `expected`, or refuse them with `message`.
    private func check(_ members: String, _ expected: Switch?, _ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for (kind, action) in [("undo", expected.map(Action.undo)), ("redo", expected.map(Action.redo))] {
            let incoming: Incoming = action.map { .message(.request(number: 5, action: $0)) } ?? .refused(number: 5, Refusal(.badRequest, message))
            #expect(decoded(#"{"t":"\#(kind)","req":5,\#(members)}"#) == .success([incoming]), sourceLocation: sourceLocation)
        }
    }
}
