import ShelfCore
import ShelfJournal
import ShelfWire

/// Snapshots: for those who join, and for the journal. Large ones are encoded by the worker (J6).
extension Hub {
    private static let snapshotSeconds = 30
    private static let bytesFreedOnTheLoop = 1024 * 1024

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
        guard !live.isEncodingSnapshot, !live.isAway else { return }
        let (shelf, limits) = (live.shelf, limits)
        guard shelf.count > options.albumsEncodedOnTheLoop else { return handOut(SnapshotFrames(of: shelf, limits: limits), on: live) }
        live.isEncodingSnapshot = true
        workOnCopy(of: live) { SnapshotFrames(of: shelf, limits: limits) } then: { [self] frames in
            live.isEncodingSnapshot = false
            handOut(frames, on: live)
        }
    }

    /// Makes the snapshot that was asked for while the shelf was away.
    func encodeAwaitedSnapshot(of live: LiveShelf) {
        if !live.awaitingSnapshot.isEmpty { encodeSnapshot(of: live) }
    }

    private func handOut(_ frames: SnapshotFrames, on live: LiveShelf) {
        keep(frames, on: live)
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
        if live.snapshot != nil, now - live.snapshotGivenAt >= Self.snapshotSeconds * 1000 { keep(nil, on: live) }
    }

    private func keep(_ frames: SnapshotFrames?, on live: LiveShelf) {
        if let old = live.snapshot, old.byteCount > Self.bytesFreedOnTheLoop { letGo(of: old) }
        live.snapshot = frames
    }

    /// Long work that holds a copy of the shelf, which is costly to change meanwhile (`isCostlyToChange`) and does not leave memory.
    func workOnCopy<Answer: Sendable>(of live: LiveShelf, _ job: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void) {
        live.readers += 1
        surroundings.work(.patient, job) { answer in
            live.readers -= 1
            then(answer)
        }
    }

    /// Giving back the memory of what is large takes long, too.
    func letGo<Large: Sendable>(of large: consuming Large) {
        surroundings.work(.patient) { [large] in withExtendedLifetime(large) {} } then: {}
    }

    /// Stores a snapshot once the journal behind the last one has grown as large as it, so that starting stays quick.
    func keepSnapshots(of live: LiveShelf) {
        let isDue = live.journalBytesSinceSnapshot > max(options.journalBytesPerSnapshot, live.storedSnapshotBytes)
        guard isDue || live.storesAgainAt.map({ now >= $0 }) ?? false, trouble == nil, live.due.isEmpty, !live.isAway else { return }
        live.journalBytesSinceSnapshot = 0
        live.storesAgainAt = nil
        let (shelf, head, name) = (live.shelf, live.durable, live.name)
        workOnCopy(of: live) { Snapshot(shelf: name, after: head, body: shelf.encoded()) } then: { [self] snapshot in
            live.storedSnapshotBytes = snapshot.body.count
            surroundings.store(snapshot)
        }
    }
}

extension Hub {
    private static let secondsUntilStoredAgain = 60

    /// A snapshot could not be stored, or what it stands for not be dropped: another one is made after a while (J6).
    public func failedToStore(_ shelf: String) {
        shelves[shelf]?.storesAgainAt = now + Self.secondsUntilStoredAgain * 1000
    }

    func storeAgain() {
        for live in shelves.values where live.storesAgainAt != nil { keepSnapshots(of: live) }
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
