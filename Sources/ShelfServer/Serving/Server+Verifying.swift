import ShelfJournal

/// After the start all that counts is read once, while serving, so that damage is found then and not when somebody needs what is damaged (J5).
extension Server {
    func verifyNext() {
        hub.unverified = unverified.count
        guard let next = unverified.last else { return log.info("all that the journal holds was read and looked at") }
        journal.perform(.verify(shelf: next))
    }

    /// - Parameter error: what was found.
    func verified(_ shelf: String, _ error: JournalError? = nil) {
        // Its snapshot was replaced meanwhile: once more.
        if case .refused = error { return verifyNext() }
        if let error {
            log.error("shelf \"\(shelf)\" was read after the start: \(error)")
            hub.found(LoadError(error), in: shelf)
        }
        unverified.removeLast()
        verifyNext()
    }
}
