/// An accepted `do` that is not settled: the unit of undo.
struct Step: Sendable {
    enum Standing: UInt8, Sendable {
        case done
        /// In its client's redo.
        case undone
        /// Switched off by an admin, in nobody's redo (U9).
        case withdrawn
    }

    /// The `seq` of its event.
    let number: Int
    let client: ClientIndex
    /// The client's number of the request.
    let request: Int
    let label: Label
    /// In the order of the request, touches last; `noIndex` where a write was dropped under a settled one.
    var writes: [WriteIndex] = []
    /// Who settled over the first write.
    var settledOverBy: ClientID?
    var standing = Standing.done
    /// When it was switched off; orders the undone.
    var stamp = 0
    /// How many facts say that undoing it would show.
    var off: Int32 = 0
    /// How many facts say that redoing it would show.
    var on: Int32 = 0
    /// Where it stands in `Trace.dirty`, if it does.
    var traceMark: Int32 = 0
}
