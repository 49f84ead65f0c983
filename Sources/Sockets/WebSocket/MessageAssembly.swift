/// Joins the parts in which a message arrives. libwebsockets hands over whatever one read gave, not messages.
struct MessageAssembly {
    enum Verdict: Equatable {
        /// The part is a whole message by itself; nothing was copied.
        case whole
        /// The message is complete, in `bytes`.
        case joined
        case unfinished
        case tooLarge
    }

    private(set) var bytes: [UInt8] = []
    /// When the message that is under way began.
    private(set) var began: UInt64?
    private var fragments = 0
    private var isInsideFrame = false

    /// Takes the next part of a message.
    /// - Parameters:
    ///   - remaining: how many bytes of the same frame are still to come, as the client declared.
    ///   - isLast: whether the message ends with this part.
    mutating func take(_ part: UnsafeRawBufferPointer, remaining: UInt, isLast: Bool, now: UInt64, limits: ListenerConfiguration) -> Verdict {
        if !isInsideFrame { fragments += 1 }
        isInsideFrame = remaining > 0
        let total = UInt(bytes.count + part.count)
        let limit = UInt(limits.maxMessageBytes)
        guard total <= limit, remaining <= limit - total, fragments <= limits.maxFragments else { return .tooLarge }
        if isLast && began == nil { return finish(.whole) }
        began = began ?? now
        bytes.append(contentsOf: part)
        return isLast ? finish(.joined) : .unfinished
    }

    /// The next part begins a message; the bytes of this one are for the caller to take.
    private mutating func finish(_ verdict: Verdict) -> Verdict {
        began = nil
        fragments = 0
        return verdict
    }
}
