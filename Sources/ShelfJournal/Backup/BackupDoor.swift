import Glibc

/// The door at which `backspin backup` knocks while a server has the journal open: a socket in the folder, for its owner alone.
///
/// Who comes in copies the file and its log by itself; the server only leaves them in place meanwhile, so no commit waits for a backup.
/// One comes in after the other. The server says `held BYTES`, how much of the log counts, or `refused SENTENCE`; the guest sends a dot
/// now and then while it copies and a line end behind the last; the server answers `whole`, or `broken` when it could not hold still.
public final class BackupDoor: Sendable {
    static let name = "backup.socket"
    /// A guest that is silent for longer has to begin again, so that a log can not grow for ever.
    private static let patienceSeconds = 30

    private let folder: String
    private let descriptor: Int32
    private let journal: JournalThread

    public init(folder: String, journal: JournalThread) throws(JournalError) {
        self.folder = folder
        self.journal = journal
        descriptor = try LocalSocket.listen(Self.name, in: folder)
        pthread_detach(startThread { [self] in
            while case let guest = accept(descriptor, nil, nil), guest >= 0 {
                receive(LocalSocket(guest, patienceSeconds: Self.patienceSeconds))
            }
        })
    }

    /// Lets nobody in any more. Who is in is told nothing, and tries again.
    public func close() {
        unlink("\(folder)/\(Self.name)")
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    private func receive(_ guest: LocalSocket) {
        do throws(JournalError) {
            guest.send("held \(try journal.hold())")
            let hasCopied = guest.line() != nil
            let wasHeld = journal.release()
            if hasCopied { guest.send(wasHeld ? "whole" : "broken") }
        } catch {
            guest.send("refused \(error)")
        }
    }
}
