import CLibwebsockets

/// Lets the process keep memory that it frees, until `giveBackFreedMemory`. Buffers of a megabyte come and go when many join at once; by
/// default the C library gives each back to the system, which then clears every page anew: a quarter of what a join costs.
///
/// To be called before there is a second thread: all share one heap, so that what one frees another can use, and all of it can be given back.
public func keepFreedMemory() {
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 4 << 20)
    mallopt(M_TRIM_THRESHOLD, 32 << 20)
}

/// Gives the system back what is free. May be called on any thread; takes some milliseconds.
public func giveBackFreedMemory() {
    malloc_trim(0)
}

/// Bytes that the process has allocated. It holds more of the system's memory: what is free between them, and its code.
public func allocatedMemory() -> Int {
    let info = mallinfo2()
    return info.uordblks + info.hblkhd
}
