import ShelfJournal
@testable import ShelfServer

/// What the journal's thread does, at random moments: append, tell, and after a failure open the journal again and see what it holds (J4).
extension SimulatedServer {
    func commit(_ entries: [Entry]) {
        do throws(JournalError) {
            try world.journal.append(entries)
        } catch {
            return trouble(error, entries)
        }
        world.follow()
        world.note(player, .durable, entries.count, "\(entries.count) entries are durable")
        mayCrash(.durable)
        endTrouble()
        turn {
            hub.durable(entries)
            mayCrash(.applied)
        }
    }

    private func trouble(_ error: JournalError, _ entries: [Entry]) {
        if case .conflict = error { return world.fail("the journal found a conflict: \(error)") }
        world.note(player, .fails, entries.count, "an append fails: \(error)")
        tell("io_error")
        recover(entries)
    }

    private func tell(_ reason: String) {
        guard self.reason != reason else { return }
        self.reason = reason
        turnInNoOrder { hub.troubled(reason) }
    }

    private func endTrouble() {
        guard reason != nil else { return }
        reason = nil
        world.note(player, .recovers, 0, "the trouble is over")
        turnInNoOrder { hub.troubled(nil) }
    }

    private func recover(_ entries: [Entry]) {
        later(player.draw(100...1_000)) { server in
            do throws(JournalError) {
                try server.world.journal.reopen()
            } catch {
                server.world.count(.reopeningRefused)
                server.tell("disk_full")
                return server.recover(entries)
            }
            server.settle(entries)
        }
    }

    /// What the journal holds after it was opened again counts; the rest is tried again.
    private func settle(_ entries: [Entry]) {
        world.follow()
        let durable = entries.filter(world.holds)
        let rest = entries.filter { !world.holds($0) }
        world.note(player, .recovers, durable.count, "the journal was opened again and holds \(durable.count) of \(entries.count) entries")
        world.count(durable.isEmpty ? .appendRefused : .appendFailedAndHolds)
        if !durable.isEmpty { turn { hub.durable(durable) } }
        guard rest.isEmpty else { return commit(rest) }
        endTrouble()
    }

    func storeNow(_ snapshot: Snapshot) {
        guard (try? world.journal.store(snapshot)) != nil else { return hub.failedToStore(snapshot.title.shelf) }
        world.note(player, .stores, snapshot.title.after.number, "a snapshot of \(snapshot.title.shelf) after entry \(snapshot.title.after.number) is stored")
        mayCrash(.stored)
        guard !isDown else { return turn {} }
        _ = try? world.journal.drop(snapshot.title.shelf, before: snapshot.title.after.number, atMost: .max)
    }
}
