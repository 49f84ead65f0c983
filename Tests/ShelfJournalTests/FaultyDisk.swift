import CSQLite
import Glibc
@testable import ShelfJournal

/// Makes writes or syncs of SQLite fail, for the files of one folder: a layer over the system's own, which passes on everything else.
enum FaultyDisk {
    enum Call: CaseIterable { case write, sync }

    struct Plan {
        var folder: String
        var call: Call
        /// How many such calls go well before the first that fails, and how many fail.
        var passes: Int
        var failures: Int
        /// What SQLite says of it.
        var code: Int32
    }

    private static let plan = Guarded<Plan?>(nil)

    static func arm(_ new: Plan) { plan.withLock { $0 = new } }

    /// Whether the fault comes about while so much time passes.
    static func comesAbout(withinSeconds seconds: Int) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if plan.withLock({ $0.map { $0.passes < 0 } ?? false }) { return true }
            usleep(10_000)
        }
        return false
    }

    /// Whether the fault came about.
    @discardableResult
    static func disarm() -> Bool {
        plan.withLock { plan in
            defer { plan = nil }
            return plan.map { $0.passes < 0 } ?? false
        }
    }

    /// To be called before the journal is opened.
    static func prepare() { _ = isRegistered }

    /// The code that this call is to fail with.
    fileprivate static func fault(_ call: Call, _ file: UnsafeMutablePointer<sqlite3_file>) -> Int32? {
        plan.withLock { plan in
            guard var armed = plan, armed.call == call, name(of: file).hasPrefix(armed.folder) else { return nil }
            defer { plan = armed }
            armed.passes -= 1
            return armed.passes < 0 && armed.passes >= -armed.failures ? armed.code : nil
        }
    }

    private static let isRegistered = register()

    private static func register() -> Bool {
        let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        layer.initialize(to: system.pointee)
        layer.pointee.szOsFile += Int32(headerSize)
        layer.pointee.zName = UnsafePointer(strdup("faulty"))
        layer.pointee.xOpen = { _, name, file, flags, outFlags in open(name, file!, flags, outFlags) }
        return sqlite3_vfs_register(layer, 1) == SQLITE_OK
    }
}

// A file of the layer: the methods, the name, and then the system's file.
nonisolated(unsafe) private let system = sqlite3_vfs_find("unix")!
private let headerSize = 16

private func name(of file: UnsafeMutablePointer<sqlite3_file>) -> String {
    let name = (UnsafeRawPointer(file) + 8).load(as: UnsafePointer<CChar>?.self)
    return name.map { String(cString: $0) } ?? ""
}

private func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(file!) + headerSize).assumingMemoryBound(to: sqlite3_file.self)
}

private func methods(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods { real(file).pointee.pMethods.pointee }

private func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    file.pointee.pMethods = nil
    (UnsafeMutableRawPointer(file) + 8).storeBytes(of: name, as: UnsafePointer<CChar>?.self)
    let code = system.pointee.xOpen(system, name, real(file), flags, outFlags)
    if real(file).pointee.pMethods != nil { file.pointee.pMethods = UnsafePointer(layerMethods) }
    return code
}

// Version 1: without shared memory, which a journal with a lock of its own does not use.
nonisolated(unsafe) private let layerMethods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let layer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var own = sqlite3_io_methods()
    own.iVersion = 1
    own.xClose = { methods($0).xClose(real($0)) }
    own.xRead = { methods($0).xRead(real($0), $1, $2, $3) }
    own.xWrite = { FaultyDisk.fault(.write, $0!) ?? methods($0).xWrite(real($0), $1, $2, $3) }
    own.xTruncate = { methods($0).xTruncate(real($0), $1) }
    own.xSync = { FaultyDisk.fault(.sync, $0!) ?? methods($0).xSync(real($0), $1) }
    own.xFileSize = { methods($0).xFileSize(real($0), $1) }
    own.xLock = { methods($0).xLock(real($0), $1) }
    own.xUnlock = { methods($0).xUnlock(real($0), $1) }
    own.xCheckReservedLock = { methods($0).xCheckReservedLock(real($0), $1) }
    own.xFileControl = { methods($0).xFileControl(real($0), $1, $2) }
    own.xSectorSize = { methods($0).xSectorSize(real($0)) }
    own.xDeviceCharacteristics = { methods($0).xDeviceCharacteristics(real($0)) }
    layer.initialize(to: own)
    return layer
}()
