import ShelfCore
import ShelfWire

/// A message of a client. An action brings along what the journal is to hold of it, made where a large message was decoded.
struct Arrival: Sendable {
    let incoming: Incoming
    let action: EncodedAction?

    init(_ incoming: Incoming) {
        self.incoming = incoming
        action = if case .message(.request(_, let action)) = incoming { EncodedAction(action) } else { nil }
    }
}

/// *Decode*: what a message holds, or why the connection has to end.
func arrivals(in message: UnsafeRawBufferPointer, isText: Bool, limits: Limits) -> Result<[Arrival], Violation> {
    decode(message, isText: isText, limits: limits).map { $0.map(Arrival.init) }
}
