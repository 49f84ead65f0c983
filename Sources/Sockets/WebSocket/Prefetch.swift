import CLibwebsockets

/// Has the beginning of an object fetched from memory, without waiting for it.
public func prefetch(_ object: AnyObject) {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    for line in 0..<3 { bs_prefetch(address + 64 * line) }
}
