import CUV

// A libuv handle is memory that libuv owns from `uv_…_init` until the callback of `uv_close`. Each is allocated by itself, and freed there.

/// Ends a handle; its memory is freed when libuv has let go of it.
func close<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    uv_close(generic(handle)) { closed in
        UnsafeMutableRawPointer(closed)?.deallocate()
    }
}

/// Lets the loop end although this handle is still active.
func unref<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    uv_unref(generic(handle))
}

private func generic<Handle>(_ handle: UnsafeMutablePointer<Handle>) -> UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
}
