import Glibc
import TestSupport

/// A folder on a disk whose power may be cut: what is certainly on it, and what may be.
///
/// What was written and not synced may be there or not, each change for itself, and of a write any sectors. After a sync that failed,
/// what it was to make durable stays uncertain for ever, because the system believes that it is written. Names change in their order.
struct CutDisk {
    enum Change {
        case write(offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(size: Int)
    }

    enum Certainty { case unsynced, synced, doubtful }

    final class File {
        fileprivate var durable: [UInt8] = []
        fileprivate var changes: [(change: Change, certainty: Certainty)] = []
    }

    fileprivate enum Naming {
        case set(String, File)
        case remove(String)
    }

    private enum Target {
        case file(File)
        case folder
    }

    private var names: [String: File] = [:]
    private var durableNames: [String: File] = [:]
    private var namings: [Naming] = []
    private var targets: [Int32: Target] = [:]

    // MARK: What happens to it

    mutating func take(_ record: DiskLog.Record) {
        switch record {
        case .open(let name, let flags, let descriptor): open(name, flags, descriptor)
        case .write(let descriptor, let offset, let bytes): change(descriptor, .write(offset: offset, bytes: bytes))
        case .truncate(let descriptor, let size): change(descriptor, .truncate(size: size))
        case .sync(let descriptor): sync(descriptor)
        case .failedSync(let descriptor): if case .file(let file)? = targets[descriptor] { file.failSync() }
        case .unlink(let name): rename(.remove(name))
        case .rename(let from, let to): if let file = names[from] { rename(.set(to, file)); rename(.remove(from)) }
        case .tell: break
        }
    }

    private mutating func open(_ name: String, _ flags: Int32, _ descriptor: Int32) {
        targets[descriptor] = nil
        guard name != ".." else { return }
        guard !name.isEmpty else { return targets[descriptor] = .folder }
        if names[name] == nil, flags & O_CREAT != 0 { rename(.set(name, File())) }
        guard let file = names[name] else { return }
        if flags & O_TRUNC != 0 { file.changes.append((.truncate(size: 0), .unsynced)) }
        targets[descriptor] = .file(file)
    }

    private func change(_ descriptor: Int32, _ change: Change) {
        if case .file(let file)? = targets[descriptor] { file.changes.append((change, .unsynced)) }
    }

    private mutating func sync(_ descriptor: Int32) {
        switch targets[descriptor] {
        case .file(let file): file.sync()
        case .folder: (durableNames, namings) = (names, [])
        case nil: break
        }
    }

    private mutating func rename(_ naming: Naming) {
        namings.append(naming)
        naming.apply(to: &names)
    }

    // MARK: What a cut leaves

    /// Every change took effect, as when only the process ends.
    func whole() -> [String: [UInt8]] { names.mapValues { $0.content { _ in .all } } }

    /// What may be there after a cut now.
    func cut(_ random: inout RandomNumbers) -> [String: [UInt8]] {
        var found = durableNames
        for naming in namings.prefix(random.chance(0.3) ? namings.count : Int.random(in: 0...namings.count, using: &random)) {
            naming.apply(to: &found)
        }
        let luck = Luck.random(&random)
        return found.mapValues { file in
            let last = Int.random(in: 0...file.changes.count, using: &random)
            return file.content { luck.fate(isEarly: $0 < last, &random) }
        }
    }

    /// How much of what is uncertain a cut leaves.
    private enum Luck: CaseIterable {
        case none, all, prefix, some, torn

        static func random(_ random: inout RandomNumbers) -> Luck { allCases.randomElement(using: &random)! }

        func fate(isEarly: Bool, _ random: inout RandomNumbers) -> Fate {
            switch self {
            case .none: .none
            case .all: .all
            case .prefix: isEarly ? .all : .none
            case .some: random.chance(0.5) ? .all : .none
            case .torn: random.chance(0.3) ? .all : random.chance(0.3) ? .none : .sectors(random.next())
            }
        }
    }

    fileprivate enum Fate {
        case none, all
        /// Of the sectors of 512 bytes those whose bit is set; of more than 64 they repeat.
        case sectors(UInt64)
    }
}

extension CutDisk.Naming {
    fileprivate func apply(to names: inout [String: CutDisk.File]) {
        switch self {
        case .set(let name, let file): names[name] = file
        case .remove(let name): names[name] = nil
        }
    }
}

extension CutDisk.File {
    fileprivate func sync() {
        for index in changes.indices where changes[index].certainty == .unsynced { changes[index].certainty = .synced }
        forgetWhatIsOver()
        while let first = changes.first, first.certainty == .synced {
            first.change.apply(to: &durable, .all)
            changes.removeFirst()
        }
    }

    fileprivate func failSync() {
        for index in changes.indices where changes[index].certainty == .unsynced { changes[index].certainty = .doubtful }
    }

    /// What is in doubt no longer matters behind a synced change that covers it.
    private func forgetWhatIsOver() {
        for index in changes.indices.reversed() where changes[index].certainty == .doubtful {
            let doubt = changes[index].change
            if changes[index...].contains(where: { $0.certainty == .synced && $0.change.covers(doubt) }) { changes.remove(at: index) }
        }
    }

    /// - Parameter fate: of the change at an index that is not certain.
    fileprivate func content(_ fate: (Int) -> CutDisk.Fate) -> [UInt8] {
        var content = durable
        for (index, (change, certainty)) in changes.enumerated() { change.apply(to: &content, certainty == .synced ? .all : fate(index)) }
        return content
    }
}

extension CutDisk.Change {
    fileprivate func covers(_ other: CutDisk.Change) -> Bool {
        switch (self, other) {
        case (.truncate(size: 0), _): true
        case (.write(let start, let bytes), .write(let offset, let covered)): start <= offset && offset + covered.count <= start + bytes.count
        default: false
        }
    }

    fileprivate func apply(to content: inout [UInt8], _ fate: CutDisk.Fate) {
        switch (self, fate) {
        case (_, .none): break
        case (.truncate(let size), .all): content.resize(to: size)
        case (.truncate(let size), .sectors(let bits)): if bits & 1 == 1 { content.resize(to: size) }
        case (.write(let offset, let bytes), .all): content.put(bytes, at: offset)
        case (.write(let offset, let bytes), .sectors(let bits)): put(bytes, at: offset, into: &content, bits)
        }
    }

    private func put(_ bytes: ArraySlice<UInt8>, at offset: Int, into content: inout [UInt8], _ bits: UInt64) {
        var start = offset
        while start < offset + bytes.count {
            let end = min((start / 512 + 1) * 512, offset + bytes.count)
            if bits >> (start / 512 % 64) & 1 == 1 {
                content.put(bytes[bytes.startIndex + start - offset..<bytes.startIndex + end - offset], at: start)
            }
            start = end
        }
    }
}

extension [UInt8] {
    fileprivate mutating func resize(to size: Int) {
        if size < count { removeLast(count - size) } else { append(contentsOf: repeatElement(0, count: size - count)) }
    }

    fileprivate mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        if count < offset + bytes.count { resize(to: offset + bytes.count) }
        replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
}
