/// One thing that a journal entry says. Applying acts in their order is the only way a shelf changes (J1).
public enum Act: Hashable, Sendable {
    /// A new epoch begins (J7); the first act of every shelf.
    case epoch(String)
    /// The limits that applying uses (S5).
    case settings(Settings)
    case request(Request)
    /// The client was connected at this time; journaled at most daily (U10).
    case seen(ClientID, at: Int)
    /// The client's steps settle; its `req` mark stays (U10).
    case end(ClientID)
}
