import Glibc
import ShelfJournal
import TestSupport
import Testing

/// Real processes and real kills.
@Suite(.serialized)
struct KillTests {
    private let folder = try! TemporaryFolder()

    @Test("J2 After a kill at any moment, all that was acknowledged is there, once and in order", arguments: 0..<8)
    func survivesKill(seed: Int) async throws {
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, seed = seed as Int] in
            var random = SeededGenerator(seed: seed)
            let microseconds = UInt32.random(in: 3000...60_000, using: &random)
            let loop = TestLoop(try SQLiteJournal(folder: path))
            killLater(microseconds)
            let acknowledged = fopen(path + "/acknowledged", "w")!
            var head = Head.none
            while true {
                let next = chain("main", after: head, count: 3, bodySize: 500)
                loop.thread.append(next)
                loop.collect(until: .durable(next))
                head = next[2].head
                if head.number == 30 { loop.thread.perform(.store(Snapshot(shelf: "main", after: head, body: Array(repeating: 1, count: 1 << 20)))) }
                fputs("\(head.number)\n", acknowledged)
                fflush(acknowledged)
            }
        }
        let acknowledged = contents(of: path + "/acknowledged").split(separator: UInt8(ascii: "\n")).last.map { Int(String(decoding: $0, as: UTF8.self))! } ?? 0
        #expect(try JournalCheck.run(folder: path) == [])
        let journal = try SQLiteJournal(folder: path)
        let found = try journal.all("main")
        #expect(!journal.wasClosedCleanly)
        #expect(found.count >= acknowledged && found.count <= acknowledged + 3 && found.count.isMultiple(of: 3))
    }

    @Test("J5 Another process is refused and told the holder")
    func refusesOtherProcess() async throws {
        let path = folder.path
        let journal = try SQLiteJournal(folder: path)
        let holder = getpid()
        await #expect(processExitsWith: .success) { [path = path as String, holder = holder as Int32] in
            let error = #expect(throws: JournalError.self) { try SQLiteJournal(folder: path) }
            #expect("\(error!)".contains("is held by process \(holder); "))
        }
        try journal.append(chain("main", count: 1))
    }

    @Test("J4 A limit on the size of files is a full disk, not the end of the process")
    func survivesFileLimit() async {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let loop = TestLoop(try SQLiteJournal(folder: path))
            var unlimited = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &unlimited)
            var limited = rlimit(rlim_cur: 200_000, rlim_max: unlimited.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limited)
            let entries = chain("main", count: 100, bodySize: 9000)
            for entry in entries { loop.thread.append([entry]) }
            loop.collect { $0.contains { if case .trouble(let trouble) = $0 { trouble.reason == .diskFull } else { false } } }
            #expect(loop.durable == Array(entries[..<loop.durable.count]))
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &unlimited)
            loop.collect(durable: 100)
            loop.stop()
            #expect(loop.durable == entries)
        }
    }
}

/// Kills this process in a while, from a thread of its own.
private func killLater(_ microseconds: UInt32) {
    var thread = pthread_t()
    pthread_create(&thread, nil, { context in
        usleep(UInt32(UInt(bitPattern: context)))
        kill(getpid(), SIGKILL)
        return nil
    }, UnsafeMutableRawPointer(bitPattern: UInt(microseconds)))
}
