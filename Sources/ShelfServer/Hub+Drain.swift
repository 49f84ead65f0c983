import ShelfWire

/// How a server ends (B3): it finishes what it has, and sends everybody away with a time to come back.
extension Hub {
    /// The readiest word for `/readyz`: nil when requests are served, else why not.
    public var unreadiness: String? {
        if isDraining { return "draining: this server is about to stop" }
        if let trouble { return "not writing: \(trouble); requests wait until it is over" }
        if let main = shelves["main"], main.hasBegun, !main.isBorn { return "starting: the first albums are on their way to the disk" }
        if let (name, error) = unreadable.min(by: { $0.key < $1.key }) { return "shelf \"\(name)\" cannot be read: \(error.sentence)" }
        return nil
    }

    /// Nothing more is read; what was ordered goes on.
    public func drain() {
        isDraining = true
        for session in everySession { session.link.pauseReading() }
    }

    /// Everything that was ordered has its outcome, and was told.
    public var isDrained: Bool {
        appending == 0 && withOpenBatch.isEmpty && departing.isEmpty && shelvesAway == 0 && dirtySessions.isEmpty && dirtyShelves.isEmpty && untoldShelves.isEmpty
    }

    /// Sends `bye` 1012, with windows that spread the comers-back over the time (W10).
    public func sayGoodbye() {
        let window = 200...(200 + min(8_000, max(1_000, sessionCount)))
        for session in Array(everySession) + Array(greeting) { end(session, code: .restart, reason: "restart", after: window) }
    }
}
