// Forcing to disk what was appended, where an append alone does not (J2).
extension Worker {
    private static let delay = Duration.seconds(1)

    /// Nil when all is on disk.
    func millisecondsToSync() -> Int? {
        syncTime = journal.isSynced ? nil : syncTime ?? .now + Self.delay
        return syncTime.map { max(0, Int(($0 - .now) / .milliseconds(1)) + 1) }
    }

    func syncInTime() {
        if let syncTime, syncTime <= .now { sync() }
    }

    func sync() {
        do throws(JournalError) {
            try journal.sync()
        } catch {
            mend(error)
        }
    }
}
