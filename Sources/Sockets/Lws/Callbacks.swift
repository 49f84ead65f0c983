import CLibwebsockets

// libwebsockets tells everything through one function a protocol, with a reason and untyped arguments. These two translate
// the reasons, once, into methods of `Peer` and `Connection`. A result other than 0 ends the connection.

/// Protocol 0: plain HTTP, and whatever a client without a known subprotocol gets.
func httpCallback(
    wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?, bytes: UnsafeMutableRawPointer?, count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        peer(wsi)?.confirmUpgrade() ?? hangUp
    case LWS_CALLBACK_HTTP:
        peer(wsi)?.answer() ?? hangUp
    case LWS_CALLBACK_HTTP_WRITEABLE:
        peer(wsi)?.continueResponse() ?? hangUp
    case LWS_CALLBACK_WSI_DESTROY:
        destroyed(wsi)
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_RECEIVE, LWS_CALLBACK_HTTP_BODY,
        LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX:
        // No subprotocol, a body, or a raw socket (which is what CONNECT would get).
        hangUp
    default:
        proceed
    }
}

/// Protocol 1: WebSockets with the subprotocol.
func webSocketCallback(
    wsi: OpaquePointer?, reason: lws_callback_reasons, user: UnsafeMutableRawPointer?, bytes: UnsafeMutableRawPointer?, count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RECEIVE:
        tell(wsi) { $0.receive(UnsafeRawBufferPointer(start: bytes, count: count)) }
    case LWS_CALLBACK_SERVER_WRITEABLE:
        tell(wsi) { $0.canWrite() }
    case LWS_CALLBACK_RECEIVE_PONG:
        tell(wsi) { $0.heard() }
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        peer(wsi)?.admitted == nil ? hangUp : proceed
    case LWS_CALLBACK_ESTABLISHED:
        peer(wsi)?.open() ?? hangUp
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE, LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        // The close handshake began, by either side: nothing may be written behind the close frame.
        tell(wsi) { $0.silence() }
    case LWS_CALLBACK_CLOSED:
        tell(wsi) { $0.end() }
    default:
        proceed
    }
}

let proceed: Int32 = 0
let hangUp: Int32 = -1

/// The peer that `wsi` was adopted with; nil for libwebsockets' own.
private func peer(_ wsi: OpaquePointer?) -> Peer? {
    guard let wsi, let pointer = lws_get_opaque_user_data(wsi) else { return nil }
    return Unmanaged<Peer>.fromOpaque(pointer).takeUnretainedValue()
}

/// Connections end themselves, never by a result: libwebsockets would leave out the close frame.
private func tell(_ wsi: OpaquePointer?, _ event: (Connection) -> Void) -> Int32 {
    if let connection = peer(wsi)?.connection { event(connection) }
    return proceed
}

private func destroyed(_ wsi: OpaquePointer?) -> Int32 {
    guard let wsi, let pointer = lws_get_opaque_user_data(wsi) else { return proceed }
    lws_set_opaque_user_data(wsi, nil)
    Unmanaged<Peer>.fromOpaque(pointer).takeRetainedValue().destroyed()
    return proceed
}
