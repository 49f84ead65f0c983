import CLibwebsockets

/// The headers of the request that `wsi` is about, valid until it is answered or upgraded.
struct Headers {
    let wsi: OpaquePointer

    /// The value, or nil when the header is missing or empty. Repeated headers are joined, so that none of them counts alone.
    subscript(_ token: lws_token_indexes) -> String? {
        string(length: lws_hdr_total_length(wsi, token)) { lws_hdr_copy(wsi, $0, $1, token) }
    }

    /// The parts of what followed the `?`.
    var query: [String] {
        let token = WSI_TOKEN_HTTP_URI_ARGS
        var parts: [String] = []
        while let part = string(length: lws_hdr_fragment_length(wsi, token, Int32(parts.count)), copy: {
            lws_hdr_copy_fragment(wsi, $0, $1, token, Int32(parts.count))
        }) { parts.append(part) }
        return parts
    }

    /// What `copy` puts in a buffer with room for `length` bytes and a zero, or nil when that is nothing.
    private func string(length: Int32, copy: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String? {
        guard length > 0 else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length) + 1) { buffer in
            let copied = copy(buffer.baseAddress, length + 1)
            guard copied > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(Int(copied)), as: UTF8.self)
        }
    }

    func has(_ token: lws_token_indexes) -> Bool {
        lws_hdr_total_length(wsi, token) > 0
    }

    var method: HTTPRequest.Method? {
        if has(WSI_TOKEN_GET_URI) { return .get }
        return has(WSI_TOKEN_HEAD_URI) ? .head : nil
    }

    /// The path of a GET or a HEAD.
    var path: String { self[WSI_TOKEN_GET_URI] ?? self[WSI_TOKEN_HEAD_URI] ?? "/" }

    /// The address that the nearest proxy says it was asked from: the last one. What stands before it was told to the proxy by others.
    var forwardedAddress: String? {
        guard let last = self[WSI_TOKEN_X_FORWARDED_FOR]?.split(whereSeparator: { $0 == "," || $0 == " " }).last else { return nil }
        return (try? SocketAddress(host: String(last), port: 0))?.host
    }

    var announcesBody: Bool {
        has(WSI_TOKEN_HTTP_TRANSFER_ENCODING) || (self[WSI_TOKEN_HTTP_CONTENT_LENGTH] ?? "0") != "0"
    }

    var keepsAlive: Bool {
        let connection = self[WSI_TOKEN_CONNECTION]?.lowercased()
        return self[WSI_TOKEN_HTTP]?.hasSuffix("1.1") == true ? connection != "close" : connection == "keep-alive"
    }

    /// Whether a comma-separated header names `word`.
    func list(_ token: lws_token_indexes, names word: String) -> Bool {
        self[token]?.split(separator: ",").contains { $0.drop { $0 == " " }.prefix { $0 != " " } == word } ?? false
    }
}
