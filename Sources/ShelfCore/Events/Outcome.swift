/// Why a request was refused; the raw value is the code on the wire (W6).
public enum RefusalCode: String, Sendable, CaseIterable {
    case badRequest = "bad_request"
    case idTaken = "id_taken"
    case unknownAlbum = "unknown_album"
    case gone
    case full
    case tooLarge = "too_large"
    case stale
    case unknownStep = "unknown_step"
    case notYours = "not_yours"
    case settled
    case forgotten
    case reused
    case notAllowed = "not_allowed"
}

public struct Refusal: Error, Hashable, Sendable {
    public let code: RefusalCode
    /// One sentence for people; names the field.
    public let message: String

    public init(_ code: RefusalCode, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// The one outcome of a request (W3).
public enum Outcome: Hashable, Sendable {
    case event(Event)
    /// There was nothing to do; took no `seq`.
    case none
    case refused(Refusal)
    /// The request was carried out before, as the event with this `seq`.
    case done(seq: Int)
}
