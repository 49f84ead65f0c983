/// Faults that a test plans for a `MemoryJournal`, also while another thread uses it: each list is used up from its front, a nil lets
/// one call pass.
public final class Faults: Sendable {
    public struct Fault: Sendable {
        public let error: JournalError
        /// Whether the call takes effect all the same, as when only the answer was lost.
        public let takesEffect: Bool

        public init(_ error: JournalError, takesEffect: Bool = false) {
            self.error = error
            self.takesEffect = takesEffect
        }
    }

    private struct Plan {
        var appends: [Fault?] = []
        var stores: [Fault?] = []
        var reopens: [Fault?] = []
    }

    private let plan = Guarded(Plan())

    public init() {}

    public func planAppends(_ faults: [Fault?]) { plan.withLock { $0.appends += faults } }
    public func planStores(_ faults: [Fault?]) { plan.withLock { $0.stores += faults } }
    public func planReopens(_ faults: [Fault?]) { plan.withLock { $0.reopens += faults } }

    func nextAppend() -> Fault? { plan.withLock { $0.appends.isEmpty ? nil : $0.appends.removeFirst() } }
    func nextStore() -> Fault? { plan.withLock { $0.stores.isEmpty ? nil : $0.stores.removeFirst() } }
    func nextReopen() -> Fault? { plan.withLock { $0.reopens.isEmpty ? nil : $0.reopens.removeFirst() } }
}
