import ShelfCore
import ShelfJournal
import ShelfWire

/// Snapshots: for those who join, and for the journal. Large ones are encoded by the worker (J6).
extension Hub {
    private static let snapshotSeconds = 30

    /// Lets the session read the newest snapshot, or one that is made for it and all who wait with it.
    func giveSnapshot(to session: Session, on live: LiveShelf, why: SnapshotPart.Why) {
        live.snapshotGivenAt = now
        if let frames = live.usableSnapshot {
            session.snapshot = SnapshotReading(frames: frames, why: why)
            return
        }
        session.isAwaitingSnapshot = true
        live.awaitingSnapshot.append((session, why))
        encodeSnapshot(of: live)
    }

    private func encodeSnapshot(of live: LiveShelf) {
        guard !live.isEncodingSnapshot else { return }
        let (shelf, limits) = (live.shelf, limits)
        guard shelf.count > options.albumsEncodedOnTheLoop else { return handOut(SnapshotFrames(of: shelf, limits: limits), on: live) }
        live.isEncodingSnapshot = true
        surroundings.work { SnapshotFrames(of: shelf, limits: limits) } then: { [self] frames in
            live.isEncodingSnapshot = false
            handOut(frames, on: live)
        }
    }

    private func handOut(_ frames: SnapshotFrames, on live: LiveShelf) {
        live.snapshot = frames
        counters.encodedSnapshots += 1
        for (session, why) in live.awaitingSnapshot where session.isLive {
            session.isAwaitingSnapshot = false
            session.snapshot = SnapshotReading(frames: frames, why: why)
            markDirty(session)
        }
        live.awaitingSnapshot.removeAll()
    }

    /// A snapshot that nobody has asked for in a while leaves memory, where it takes about half as much as the shelf.
    func dropUnusedSnapshot(of live: LiveShelf) {
        if live.snapshot != nil, now - live.snapshotGivenAt >= Self.snapshotSeconds * 1000 { live.snapshot = nil }
    }

    /// Stores a snapshot once the journal behind the last one has grown as large as it, so that starting stays quick.
    func keepSnapshots(of live: LiveShelf) {
        guard live.journalBytesSinceSnapshot > max(options.journalBytesPerSnapshot, live.storedSnapshotBytes), trouble == nil else { return }
        live.journalBytesSinceSnapshot = 0
        let (shelf, head, name) = (live.shelf, live.applied, live.name)
        surroundings.work { Snapshot(shelf: name, after: head, body: shelf.encoded()) } then: { [self] snapshot in
            live.storedSnapshotBytes = snapshot.body.count
            surroundings.store(snapshot)
        }
    }
}

extension LiveShelf {
    private static let bytesBehindSnapshot = 64 * 1024

    /// The last snapshot, as long as the events behind it are few and still there.
    var usableSnapshot: SnapshotFrames? {
        guard let snapshot, snapshot.seq >= log.firstPosition,
              log.bytes(after: snapshot.seq) <= max(Self.bytesBehindSnapshot, snapshot.byteCount / 4) else { return nil }
        return snapshot
    }
}
