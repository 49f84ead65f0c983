/// A job on its way, in portions of a few milliseconds.
struct RunningJob {
    private enum Progress {
        case begun
        case readingSnapshot(Snapshot.Reader)
        case readingEntries(Snapshot?, after: Head, [Entry])
        case storing(nextPart: Int)
    }

    private static let portion = (bytes: 256 * 1024, entries: 256)

    let job: Job
    private var progress = Progress.begun

    init(_ job: Job) { self.job = job }

    /// The shelf, when the job only reads.
    var shelfRead: String? {
        if case .load(let shelf) = job { shelf } else { nil }
    }

    /// Whether it is done only when there is nothing else to do.
    var isVerification: Bool {
        if case .verify = job { true } else { false }
    }

    var mayWrite: Bool { shelfRead == nil && !isVerification }

    /// The journal was opened again, and has forgotten what was half stored.
    mutating func startAgain() {
        if shelfRead == nil { progress = .begun }
    }

    /// Does one portion; the report when it was the last one.
    mutating func step(_ journal: any Journal) throws(JournalError) -> Report? {
        switch job {
        case .load(let shelf), .verify(let shelf): try read(shelf, journal)
        case .store(let snapshot): try store(snapshot, journal)
        case .compact(let shelf, let number):
            try journal.drop(shelf, before: number, atMost: Self.portion.entries) ? nil : .compacted(shelf: shelf, before: number)
        }
    }

    private mutating func store(_ snapshot: Snapshot, _ journal: any Journal) throws(JournalError) -> Report? {
        let part = if case .storing(let next) = progress { next } else { 0 }
        try journal.store(part, of: snapshot)
        progress = .storing(nextPart: part + 1)
        return part + 1 == snapshot.title.partCount ? .stored(snapshot.title) : nil
    }

    private mutating func read(_ shelf: String, _ journal: any Journal) throws(JournalError) -> Report? {
        switch progress {
        case .begun, .storing:
            let title = try journal.newestSnapshot(of: shelf)
            progress = title.map { .readingSnapshot(Snapshot.Reader($0, keepsBody: !isVerification)) } ?? .readingEntries(nil, after: .none, [])
        case .readingSnapshot(var reader):
            progress = .begun
            reader.append(part: try journal.part(reader.nextPart, of: reader.title))
            progress = reader.isComplete ? try behind(reader) : .readingSnapshot(reader)
        case .readingEntries(let snapshot, let link, var entries):
            progress = .begun
            let next = try journal.read(shelf, from: link.number + 1, atMost: Self.portion.bytes)
            guard let first = next.first, let last = next.last else {
                return isVerification ? .verified(shelf: shelf) : .loaded(shelf: shelf, snapshot: snapshot, entries: entries)
            }
            guard first.expected == link else {
                throw .damaged("entry \(first.number) of shelf \(shelf) does not follow the snapshot before it")
            }
            if !isVerification { entries += next }
            progress = .readingEntries(snapshot, after: last.head, entries)
        }
        return nil
    }

    private func behind(_ reader: Snapshot.Reader) throws(JournalError) -> Progress {
        guard isVerification else { return .readingEntries(try reader.finish(), after: reader.title.after, []) }
        try reader.check()
        return .readingEntries(nil, after: reader.title.after, [])
    }
}
