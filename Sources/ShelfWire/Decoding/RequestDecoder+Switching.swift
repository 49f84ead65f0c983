import ShelfCore

extension RequestDecoder {
    /// What an `undo` or `redo` switches, and what the person saw on the button (U8, U9).
    static func switching(_ request: JSON) throws(Fault) -> Switch {
        Switch(target: try target(request), expect: try expectation(request))
    }

    private static func target(_ request: JSON) throws(Fault) -> SwitchTarget {
        switch (request["step"], request["client"]) {
        case (nil, nil): return .target
        case (let step?, nil): return .step(try inside("step", reference(step)))
        case (nil, let client?): return .client(try clientID(client))
        default: throw Fault("only one of step and client can be given", at: "step")
        }
    }

    private static func clientID(_ value: JSON) throws(Fault) -> ClientID {
        guard let client = value.id, client.utf8.count == ClientKey.clientCharacters else {
            throw Fault("must be \(ClientKey.clientCharacters) characters of A-Z a-z 0-9 _ -", at: "client")
        }
        return client
    }

    private static func expectation(_ request: JSON) throws(Fault) -> Expectation? {
        guard let value = request["expect"] else { return nil }
        if value.isNull { return .nothing }
        return .step(try inside("expect", reference(value)))
    }

    private static func reference(_ value: JSON) throws(Fault) -> StepReference {
        if let step = value.integer, step > 0 { return .step(step) }
        if let request = value["req"]?.integer, request > 0 { return .request(request) }
        throw Fault("must be a step, or {\"req\":n}")
    }
}
