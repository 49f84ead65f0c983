/// The codes with which this module itself closes a WebSocket.
public enum CloseCode {
    /// A message, or the number of its fragments, is beyond the limit.
    public static let tooLarge = 1009
    /// All unfinished messages together are beyond the limit, and this one is the largest.
    public static let overloaded = 4003
    /// A message took too long to arrive.
    public static let tooLong = 4500
}
