import CZlib

/// The bytes as a gzip member, or nil when zlib has no memory.
func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 more to say that it is gzip.
    guard deflateInit2_(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                        Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let status = input.withUnsafeMutableBufferPointer { from in
        output.withUnsafeMutableBufferPointer { to in
            stream.next_in = from.baseAddress
            stream.avail_in = UInt32(from.count)
            stream.next_out = to.baseAddress
            stream.avail_out = UInt32(to.count)
            return deflate(&stream, Z_FINISH)
        }
    }
    guard status == Z_STREAM_END else { return nil }
    output.removeLast(Int(stream.avail_out))
    return output
}
