import Sockets

/// Sessions in no particular order; coming and going cost the same however many there are. A session is on one roster at a time.
struct Roster: Sequence {
    private var sessions: [Session] = []

    var count: Int { sessions.count }
    var isEmpty: Bool { sessions.isEmpty }

    func makeIterator() -> IndexingIterator<[Session]> { sessions.makeIterator() }

    /// Visits all, while what is looked at of the next ones comes from memory: each of thousands lies somewhere else.
    func forEachFetchingAhead(_ body: (Session) -> Void) {
        let sessions = sessions
        for index in sessions.indices {
            if index + 2 < sessions.count {
                prefetch(sessions[index + 2])
                prefetch(sessions[index + 1].link)
            }
            body(sessions[index])
        }
    }

    mutating func add(_ session: Session) {
        session.index = sessions.count
        sessions.append(session)
    }

    mutating func remove(_ session: Session) {
        guard session.index < sessions.count, sessions[session.index] === session else { return }
        sessions.swapAt(session.index, sessions.count - 1)
        sessions[session.index].index = session.index
        sessions.removeLast()
    }
}
