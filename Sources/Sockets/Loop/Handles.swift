import CUV

// A libuv handle is memory that libuv owns from `uv_…_init` until the callback of `uv_close`. Each is allocated by itself, and freed there.

/// Ends a handle; its memory is freed when libuv has let go of it.
func close<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) { closed in
        UnsafeMutableRawPointer(closed)?.deallocate()
    }
}
