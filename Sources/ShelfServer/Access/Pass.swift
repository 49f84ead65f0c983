import ShelfWire
import Tokens

/// What a session may do on its shelf, and until when.
struct Pass: Hashable, Sendable {
    var role: Role
    /// The name that counts instead of what the client calls itself.
    var name: String?
    /// Milliseconds since 1970 from which it no longer counts.
    var expires: Int?

    /// Where no tokens are required.
    static let open = Pass(role: .edit)
}
