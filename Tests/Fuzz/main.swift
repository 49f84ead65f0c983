import Glibc

// libFuzzer, for what FUZZ_TARGET names; the arguments are libFuzzer's, which starts this program anew with its own when it merges.
// `Tests/Fuzz/run` builds and runs it.

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ tryOut: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

let targets: [String: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt] = [
    "wire": { tryOutWire([UInt8]($0, $1)); return 0 },
    "told": { tryOutTold([UInt8]($0, $1)); return 0 },
    "entries": { tryOutEntry([UInt8]($0, $1)); return 0 },
    "snapshots": { tryOutSnapshot([UInt8]($0, $1)); return 0 },
    "core": { tryOutCore([UInt8]($0, $1)); return 0 },
    "tokens": { tryOutToken([UInt8]($0, $1)); return 0 },
]

extension [UInt8] {
    init(_ start: UnsafePointer<UInt8>?, _ count: Int) { self.init(UnsafeBufferPointer(start: start, count: count)) }
}

guard let name = getenv("FUZZ_TARGET"), let target = targets[String(cString: name)] else {
    fatalError("usage: FUZZ_TARGET=\(targets.keys.sorted().joined(separator: "|")) fuzz [option of libFuzzer]... [folder]...")
}
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
_ = runDriver(&count, &arguments, target)
