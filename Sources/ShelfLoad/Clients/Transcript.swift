import Glibc
import ShelfCore
import ShelfWire
import Sockets

/// All events of a shelf that anybody was told, once.
///
/// Events are the same bytes for every client (W4). So the first client that is told one keeps it here, and what others are told has only
/// to be compared, as bytes, frames and all: a client is then a position in the transcript, and its list is the list there. Thousands of
/// clients cost what comparing costs.
public final class Transcript {
    /// One event.
    struct Line {
        /// Where its frame ends in `frames`.
        let end: Int
        let request: Int
        /// The client of this crowd that made the request; -1 for others.
        let author: Int
        let at: Int
        /// When its request was due, in nanoseconds of the monotonic clock; 0 when that is not ours to know.
        let planned: Int
    }

    public let shelf: String
    public private(set) var epoch = ""
    /// The `seq` and the list with which it begins.
    private(set) var baseSeq = 0
    private(set) var base: [Album] = []
    private(set) var hasBegun = false
    private(set) var frames: [UInt8] = []
    private(set) var lines: [Line] = []
    /// Told ahead of what lies before.
    private var early: [Int: [UInt8]] = [:]
    /// The list behind the last line.
    public private(set) var list = Replica()
    /// Lists that clients were given, by `seq`; `nil` stands for one that was compared.
    private(set) var given: [Int: Replica] = [:]
    /// What no server may do, in sentences.
    private(set) var findings = Findings()
    /// How many steps of a client the server keeps, as it says in `welcome`.
    var undoDepth = 200
    /// Whom an event is by, and when it was due.
    var author: (ClientID, _ request: Int) -> (index: Int, planned: Int)? = { _, _ in nil }

    public init(shelf: String) { self.shelf = shelf }

    public var lastSeq: Int { baseSeq + lines.count }
    func line(_ seq: Int) -> Line { lines[seq - baseSeq - 1] }
    /// Where the event behind `seq` begins.
    func end(of seq: Int) -> Int { seq == baseSeq ? 0 : line(seq).end }
    func knows(_ seq: Int) -> Bool { hasBegun && baseSeq...lastSeq ~= seq }

    /// The parts of the newest snapshot: others who join are told the same bytes, which need no reading then.
    private var parts: [Int: (bytes: [UInt8], part: Told.ListPart)] = [:]

    func knownPart(_ message: UnsafeRawBufferPointer) -> Told.ListPart? {
        guard message.count > 1_000 else { return nil }
        return parts.values.first { known in
            known.bytes.count == message.count && known.bytes.withUnsafeBytes { memcmp($0.baseAddress!, message.baseAddress!, message.count) == 0 }
        }?.part
    }

    func keep(_ message: UnsafeRawBufferPointer, _ part: Told.ListPart) { parts[part.part] = (Array(message), part) }

    /// Growing would hold everybody up; memory that is not touched costs nothing.
    func reserve(events: Int) {
        lines.reserveCapacity(lines.count + events)
        frames.reserveCapacity(frames.count + events * 300)
    }

    // MARK: - Being told

    /// The list that was given last. Who is given the same brings nothing new.
    private var lastGiven: (seq: Int, albums: [Album]) = (-1, [])

    /// A client was given a whole list.
    func begin(or check: [Album], epoch: String, seq: Int) {
        if hasBegun, epoch == self.epoch, seq == lastGiven.seq, check == lastGiven.albums { return }
        lastGiven = (seq, check)
        guard hasBegun else {
            (hasBegun, self.epoch, baseSeq, base, list) = (true, epoch, seq, check, Replica(check))
            return
        }
        guard epoch == self.epoch else { return findings.add("shelf \(shelf): its epoch changed from \(self.epoch) to \(epoch), so nothing before can be compared") }
        let replica = Replica(check)
        if seq == lastSeq {
            if replica != list { findings.add("shelf \(shelf): the snapshot at seq \(seq) is not the list that the events make") }
        } else if seq > baseSeq {
            if let other = given[seq], other != replica { findings.add("shelf \(shelf): two snapshots at seq \(seq) differ") }
            given[seq] = replica
        }
    }

    /// A client was told an event that the fast comparison did not recognise.
    func tell(_ payload: UnsafeRawBufferPointer, _ event: Event) {
        guard hasBegun, event.seq > baseSeq else { return }
        if event.seq <= lastSeq { return compare(payload, event.seq) }
        guard event.seq == lastSeq + 1 else { return early[event.seq] = Array(payload) }
        append(payload, event)
        while let next = early.removeValue(forKey: lastSeq + 1) {
            next.withUnsafeBytes { if case .event(let event) = Told($0) { append($0, event) } }
        }
    }

    /// Events that were told while one before them never was.
    var missing: ClosedRange<Int>? { early.keys.min().map { lastSeq + 1...$0 - 1 } }

    private func append(_ payload: UnsafeRawBufferPointer, _ event: Event) {
        frames.appendTextFrame { $0.append(contentsOf: payload) }
        let by = author(event.by, event.request)
        lines.append(Line(end: frames.count, request: event.request, author: by?.index ?? -1, at: event.at, planned: by?.planned ?? 0))
        do {
            try list.apply(event.changes)
        } catch {
            findings.add("shelf \(shelf), seq \(event.seq): \(error)")
        }
    }

    private func compare(_ payload: UnsafeRawBufferPointer, _ seq: Int) {
        let known = self.payload(seq)
        if !known.elementsEqual(payload) { findings.add("shelf \(shelf), seq \(seq): two clients were told different bytes") }
    }

    /// The message of an event, without its frame's header.
    func payload(_ seq: Int) -> ArraySlice<UInt8> {
        let frame = frames[end(of: seq - 1)..<end(of: seq)]
        let short = frame[frame.startIndex + 1]
        return frame.dropFirst(short == 127 ? 10 : short == 126 ? 4 : 2)
    }

    func report(_ finding: String) { findings.add("shelf \(shelf): \(finding)") }
}

/// Where a client is in a transcript.
struct Cursor {
    /// The last event told whole.
    var seq: Int
    /// Where the comparison goes on: the end of that event, or inside the next.
    var offset: Int
}

extension Transcript {
    /// Moves the cursor over what it knows at the front of some frames; returns how many bytes that were, or nil when they contradict an
    /// event of which a part was told before.
    func follow(_ cursor: inout Cursor, _ arrived: UnsafeRawBufferPointer) -> Int? {
        let common = min(arrived.count, frames.count - cursor.offset)
        guard common > 0 else { return 0 }
        if matches(arrived, 0, cursor.offset, common) {
            advance(&cursor, to: cursor.offset + common)
            return common
        }
        var taken = 0
        while cursor.seq < lastSeq, case let rest = end(of: cursor.seq + 1) - cursor.offset, rest <= arrived.count - taken,
              matches(arrived, taken, cursor.offset, rest) {
            taken += rest
            advance(&cursor, to: cursor.offset + rest)
        }
        return cursor.offset == end(of: cursor.seq) ? taken : nil
    }

    private func matches(_ arrived: UnsafeRawBufferPointer, _ from: Int, _ offset: Int, _ count: Int) -> Bool {
        frames.withUnsafeBytes { memcmp($0.baseAddress! + offset, arrived.baseAddress! + from, count) == 0 }
    }

    private func advance(_ cursor: inout Cursor, to offset: Int) {
        cursor.offset = offset
        while cursor.seq < lastSeq, line(cursor.seq + 1).end <= offset { cursor.seq += 1 }
    }
}

/// What was found, in sentences; the first of many.
public struct Findings: Sendable {
    private static let kept = 20
    public private(set) var sentences: [String] = []
    public private(set) var count = 0

    public init() {}

    public mutating func add(_ sentence: String) {
        count += 1
        if sentences.count < Self.kept { sentences.append(sentence) }
    }

    public mutating func add(_ other: Findings) {
        for sentence in other.sentences where sentences.count < Self.kept { sentences.append(sentence) }
        count += other.count
    }
}
