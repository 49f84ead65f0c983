@testable import ShelfCore
@testable import ShelfWire
import Testing

/// What a text frame says.
func decoded(_ frame: String, limits: Limits = Limits()) -> Result<[Incoming], Violation> {
    decoded(Array(frame.utf8), limits: limits)
}

func decoded(_ frame: [UInt8], isText: Bool = true, limits: Limits = Limits()) -> Result<[Incoming], Violation> {
    frame.withUnsafeBytes { decode($0, isText: isText, limits: limits) }
}

/// The operations of a `do` whose only operation is `operation`; nil if it is refused.
func operation(_ operation: String, limits: Limits = Limits()) -> Operation? {
    guard case .success(let messages) = decoded(#"{"t":"do","req":1,"ops":["# + operation + "]}", limits: limits),
        case .message(.request(1, .do(let operations))) = messages.first
    else { return nil }
    return operations.first
}

/// Why a request is refused; nil if it is not.
func refusal(_ request: String, limits: Limits = Limits()) -> Refusal? {
    guard case .success(let messages) = decoded(request, limits: limits), case .refused(_, let refusal) = messages.first else { return nil }
    return refusal
}

/// Why a `do` of these operations is refused; nil if it is not.
func refusal(ops: String, limits: Limits = Limits()) -> Refusal? {
    refusal(#"{"t":"do","req":1,"ops":["# + ops + "]}", limits: limits)
}

/// The code with which a frame ends the connection; nil if it does not.
func closeCode(_ frame: [UInt8], isText: Bool = true, limits: Limits = Limits()) -> CloseCode? {
    guard case .failure(let violation) = decoded(frame, isText: isText, limits: limits) else { return nil }
    return violation.code
}

func closeCode(_ frame: String, limits: Limits = Limits()) -> CloseCode? { closeCode(Array(frame.utf8), limits: limits) }

func text(_ message: ServerMessage) -> String { String(decoding: message.encoded, as: UTF8.self) }

/// The key of the 32 bytes 0, 1, … 31.
let key = ClientKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")!
