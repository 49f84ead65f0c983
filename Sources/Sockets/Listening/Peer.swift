import CLibwebsockets
import Glibc

/// One TCP connection, from accepting to its end: it asks over HTTP, and may become a WebSocket.
final class Peer {
    unowned let listener: Listener
    /// Its own, or what a trusted proxy says of its client; without a port.
    var address: String
    private let ownAddress: String
    /// Its place in the listener's list, while it is in it.
    var place: Int?
    /// libwebsockets' side of it; nil when that has ended.
    var wsi: OpaquePointer?
    /// Set when an upgrade was found in order.
    private(set) var admitted: UpgradeRequest?
    /// Set while it is a WebSocket.
    private(set) var connection: Connection?
    private var response: ResponseInProgress?
    /// Since when it owes us the headers of a request.
    private var waitingSince: UInt64?

    init(listener: Listener, address: String) {
        self.listener = listener
        self.address = address
        ownAddress = address
        waitingSince = listener.loop.now
    }

    // MARK: HTTP

    /// Answers the request whose headers are there.
    func answer() -> Int32 {
        guard let wsi else { return hangUp }
        let headers = Headers(wsi: wsi)
        if let rejection = forwardedRefusal(headers) ?? listener.rules.refusal(of: headers) { return refuse(rejection) }
        let (isHead, keepAlive) = (headers.method == .head, headers.keepsAlive)
        take(wsi)
        listener.handler.respond(to: request(headers)) { [weak self] response in
            self?.begin(response, withBody: !isHead && response.status != 304, keepAlive: keepAlive)
        }
        return response == nil ? proceed : continueResponse()
    }

    /// Ours from here on: what counts is the answer's progress.
    private func take(_ wsi: OpaquePointer) {
        waitingSince = nil
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
    }

    /// The answer is there, at once or in a later turn.
    private func begin(_ response: HTTPResponse, withBody: Bool, keepAlive: Bool) {
        guard let wsi, self.response == nil else { return }
        self.response = ResponseInProgress(response, withBody: withBody, keepAlive: keepAlive, now: listener.loop.now)
        lws_callback_on_writable(wsi)
    }

    private func request(_ headers: Headers) -> HTTPRequest {
        HTTPRequest(
            method: headers.method ?? .get,
            path: headers.path,
            query: headers.query,
            host: headers[WSI_TOKEN_HOST] ?? "",
            ifNoneMatch: headers[WSI_TOKEN_HTTP_IF_NONE_MATCH],
            acceptEncoding: headers[WSI_TOKEN_HTTP_ACCEPT_ENCODING],
            authorization: headers[WSI_TOKEN_HTTP_AUTHORIZATION],
            address: address,
            isLoopback: isLoopback(address))
    }

    /// Behind a trusted proxy each request is its client's. 429 when that one has too many connections.
    private func forwardedRefusal(_ headers: Headers) -> Rejection? {
        guard ownAddress == listener.trustedProxy else { return nil }
        return listener.attribute(self, to: headers.forwardedAddress ?? ownAddress) ? nil : Rejection(429, "too many connections")
    }

    private func refuse(_ rejection: Rejection) -> Int32 {
        listener.handler.turnedAway(address, why: "\(rejection.why) (\(rejection.status))")
        var response = HTTPResponse.plain(rejection.status, rejection.why)
        if rejection.status == 405 { response.headers.append(("Allow", "GET, HEAD")) }
        if rejection.status == 426 { response.headers += [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")] }
        return send(response, withBody: true, keepAlive: false)
    }

    private func send(_ response: HTTPResponse, withBody: Bool, keepAlive: Bool) -> Int32 {
        guard let wsi else { return hangUp }
        take(wsi)
        begin(response, withBody: withBody, keepAlive: keepAlive)
        return continueResponse()
    }

    /// Sends the next portion of the answer.
    func continueResponse() -> Int32 {
        guard let wsi, response != nil else { return proceed }
        guard response!.writePortion(to: wsi, now: listener.loop.now) else { return hangUp }
        guard response!.isSent else {
            lws_callback_on_writable(wsi)
            return proceed
        }
        let keepAlive = response!.keepAlive
        response = nil
        waitingSince = listener.loop.now
        return keepAlive && lws_http_transaction_completed(wsi) == 0 ? proceed : hangUp
    }

    // MARK: Becoming a WebSocket

    /// Whether the upgrade that the headers ask for may go on. libwebsockets would also take `h2c`, and mishandles others.
    func confirmUpgrade() -> Int32 {
        guard let wsi else { return hangUp }
        let headers = Headers(wsi: wsi)
        // On a kept-alive connection libwebsockets has answered 403 to an unknown upgrade and freed its headers, and goes on all the same.
        guard headers.has(WSI_TOKEN_UPGRADE) else { return hangUp }
        if let rejection = forwardedRefusal(headers) ?? listener.rules.refusalOfUpgrade(headers) { return refuse(rejection) }
        let upgrade = UpgradeRequest(
            path: headers.path,
            query: headers.query,
            host: headers[WSI_TOKEN_HOST] ?? "",
            origin: headers[WSI_TOKEN_ORIGIN],
            address: address,
            isLoopback: isLoopback(address))
        if case .refuse(let rejection) = listener.handler.admits(upgrade: upgrade) { return refuse(rejection) }
        admitted = upgrade
        return proceed
    }

    /// The handshake is done.
    func open() -> Int32 {
        guard let wsi, let admitted else { return hangUp }
        waitingSince = nil
        let connection = Connection(listener: listener, wsi: wsi, request: admitted)
        self.connection = connection
        listener.handler.opened(connection)
        return proceed
    }

    // MARK: Its end

    /// Ends what takes too long.
    func sweep(asOf time: UInt64) {
        if let connection { return connection.sweep(asOf: time) }
        let limits = listener.configuration
        if let waitingSince, time - waitingSince > UInt64(limits.headerTimeout) { abort() }
        if let response, time - response.lastProgress > UInt64(limits.hangUpAfter) { abort() }
    }

    private func abort() {
        guard let wsi else { return }
        shutDown(wsi)
    }

    /// libwebsockets has let go of it.
    func destroyed() {
        wsi = nil
        connection?.end()
        connection = nil
        response = nil
        listener.destroyed(self)
    }
}

/// Ends a connection's socket; libwebsockets finds out as if the other side had gone, whatever state it is in.
func shutDown(_ wsi: OpaquePointer) {
    shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
    lws_callback_on_writable(wsi)
}
