import ShelfWire

/// Whatever a client may send: it is read or refused with a reason, and what is read is read the same when it is written again.
func tryOutWire(_ frame: [UInt8]) {
    switch decoded(frame) {
    case .failure(let violation): precondition(!violation.reason.isEmpty, "refused without a reason")
    case .success(let messages): for message in messages { tryOut(message) }
    }
}

private func tryOut(_ incoming: Incoming) {
    switch incoming {
    case .message(let message):
        let again = decoded(message.encoded)
        precondition(again == .success([incoming]), "\(incoming) is read again as \(again)")
    case .refused(let number, let refusal): precondition(number > 0 && !refusal.message.isEmpty, "refused without number or reason")
    case .ignored: break
    }
}

private func decoded(_ frame: [UInt8]) -> Result<[Incoming], Violation> {
    frame.withUnsafeBytes { decode($0, isText: true, limits: Limits()) }
}
