import ShelfCore
import ShelfWire
import Tokens

/// Who may do what (A): looked at when a session joins, when a request is to be ordered, each second, and when the keys or the list of
/// revoked tokens were read again.
extension Hub {
    /// Nil when the session was sent away.
    func pass(for session: Session) -> Pass? {
        guard let gate = options.gate else { return .open }
        switch gate.admit(session.hello.token, to: session.shelfName, at: surroundings.wallClock) {
        case .success(let pass): return pass
        case .failure(let exclusion):
            end(session, code: exclusion.code, reason: exclusion.reason)
            return nil
        }
    }

    /// Why who brings this token may not read a shelf's list by HTTP.
    func exclusion(of token: String?, from shelf: String, by address: String) -> Exclusion? {
        guard case .failure(let exclusion) = options.gate?.admit(token, to: shelf, at: surroundings.wallClock) else { return nil }
        options.refused("the list of shelf \"\(shelf)\" was not given to \(address): \(exclusion.reason)")
        return exclusion
    }

    /// Other keys or revoked tokens from now on: who would not be let in any more has to go (A3).
    public func change(gate: Gate) {
        options.gate = gate
        for session in Array(everySession) + Array(greeting) where !session.isGreeting {
            if let pass = pass(for: session) { session.pass = pass }
        }
    }

    func endExpired(_ session: Session) {
        guard let expires = session.pass.expires, surroundings.wallClock >= expires else { return }
        end(session, code: .notSignedIn, reason: TokenFault.expired.rawValue)
    }

    /// Why a request may not be ordered: told at once, and not journaled (A2).
    func refusal(for session: Session) -> Refusal? {
        session.mayAct ? nil : Refusal(.notAllowed, "you may only look at this shelf")
    }

    /// Who may not act has nothing to undo (W7).
    func targets(of session: Session, on live: LiveShelf) -> Targets {
        session.mayAct ? live.shelf.targets(of: session.client) : Targets()
    }
}
