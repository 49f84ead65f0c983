import CLibwebsockets
import CUV
import Glibc

/// A libwebsockets context with its two protocols on a loop of ours. It accepts nothing by itself: connections are adopted.
final class ServiceContext {
    private let context: OpaquePointer
    private let host: OpaquePointer
    private let loop: EventLoop
    /// With this libwebsockets wakes its loop.
    private let wakeDescriptor: Int32?
    private let protocols: UnsafeMutablePointer<lws_protocols>
    /// C strings that live as long as the context.
    private let strings: [UnsafeMutablePointer<CChar>?]

    /// Nil when libwebsockets cannot be set up; it has logged why, and the loop is of no more use.
    init?(loop: EventLoop, configuration: ListenerConfiguration) {
        Log.install()
        guard Self.libuvPart != nil else { return nil }
        self.loop = loop
        let names = ["http", configuration.subprotocol, configuration.certificate?.certificatePath, configuration.certificate?.keyPath, "http/1.1"]
        strings = names.map { $0.flatMap { strdup($0) } }
        protocols = .allocate(capacity: 3)
        protocols.initialize(repeating: lws_protocols(), count: 3)
        protocols[0] = Self.protocol(named: strings[0])
        protocols[0].callback = httpCallback
        protocols[1] = Self.protocol(named: strings[1])
        protocols[1].callback = webSocketCallback

        var info = Self.settings(configuration, protocols, strings)
        let before = loop.polledDescriptors
        var loops: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(loop.loop)
        let made = withUnsafeMutablePointer(to: &loops) { loops in
            info.foreign_loops = loops
            return lws_create_context(&info)
        }
        guard let made, let host = lws_get_vhost_by_name(made, "default") else {
            // What libwebsockets has begun to close on the loop is not safe to go on with (see `keepWakeDescriptor`).
            loop.abandon()
            return nil
        }
        context = made
        self.host = host
        wakeDescriptor = loop.polledDescriptors.subtracting(before).first
    }

    /// Gives an accepted socket to libwebsockets, which closes it from now on, also when this fails.
    func adopt(_ descriptor: Int32, _ peer: Peer) -> OpaquePointer? {
        var description = lws_adopt_desc()
        description.vh = host
        description.type = lws_adoption_type(LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_ALLOW_SSL.rawValue)
        description.fd.sockfd = descriptor
        // Held until libwebsockets tells of its end, which comes in a later turn even when adopting fails.
        description.opaque = Unmanaged.passRetained(peer).toOpaque()
        return lws_adopt_descriptor_vhost_via_info(&description)
    }

    /// New connections get what the certificate's files hold now; those that there are keep what they have.
    func reloadCertificate() {
        lws_tls_cert_updated(context, strings[2], strings[3], nil, 0, nil, 0)
    }

    /// Ends every connection and the context. The loop must not be running.
    func destroy() {
        // The first call closes the sockets, of which libuv lets go in turns of the loop; the second frees the rest.
        lws_context_destroy(context)
        guard keepWakeDescriptor() else { return loop.abandon() }
        loop.settle()
        lws_context_destroy(context)
        loop.settle()
        strings.forEach { free($0) }
        protocols.deallocate()
    }

    /// libwebsockets closes this descriptor twice, the second time when libuv lets go of it. Until then its number is to be ours again, and
    /// when another thread was faster, the rest is left to the end of the process rather than closing a file of somebody else.
    private func keepWakeDescriptor() -> Bool {
        guard let wakeDescriptor else { return true }
        let copy = fcntl(uv_backend_fd(loop.loop), F_DUPFD, wakeDescriptor)
        if copy == wakeDescriptor { return true }
        Glibc.close(copy)
        return false
    }

    /// libwebsockets loads its libuv part for a context and unloads it with that, while libuv has still to call into it. So it is
    /// loaded here too, for good.
    private nonisolated(unsafe) static let libuvPart = dlopen("\(LWS_INSTALL_LIBDIR)/libwebsockets-evlib_uv.so", RTLD_NOW | RTLD_NODELETE)

    private static func settings(
        _ configuration: ListenerConfiguration, _ protocols: UnsafeMutablePointer<lws_protocols>, _ strings: [UnsafeMutablePointer<CChar>?]
    ) -> lws_context_creation_info {
        var info = lws_context_creation_info()
        info.port = bs_no_listen
        info.protocols = UnsafePointer(protocols)
        info.options = bs_context_options
        info.retry_and_idle_policy = UnsafePointer(noIdlePolicy)
        info.gid = ~0
        info.uid = ~0
        info.max_http_header_data2 = UInt32(configuration.maxHeaderBytes)
        info.timeout_secs = seconds(configuration.headerTimeout)
        info.timeout_secs_ah_idle = seconds(configuration.headerTimeout)
        info.keepalive_timeout = Int32(seconds(configuration.headerTimeout))
        if configuration.certificate != nil {
            info.options |= bs_tls_options
            info.ssl_cert_filepath = UnsafePointer(strings[2])
            info.ssl_private_key_filepath = UnsafePointer(strings[3])
            // HTTP/2, which this server does not offer, would be taken otherwise.
            info.alpn = UnsafePointer(strings[4])
            // OpenSSL writes without MSG_NOSIGNAL.
            signal(SIGPIPE, SIG_IGN)
        }
        return info
    }

    /// Whom silence ends is for the listener to say (`Connection.sweep`). libwebsockets would keep a sorted list of all connections for it, and
    /// look for a connection's place in it at each message.
    private nonisolated(unsafe) static let noIdlePolicy: UnsafeMutablePointer<lws_retry_bo_t> = {
        let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
        policy.initialize(to: lws_retry_bo_t())
        return policy
    }()

    private static func `protocol`(named name: UnsafeMutablePointer<CChar>?) -> lws_protocols {
        var made = lws_protocols()
        made.name = UnsafePointer(name)
        // Not used, but only with such memory libwebsockets tells that a protocol is dropped.
        made.per_session_data_size = 8
        made.rx_buffer_size = 4 << 10
        made.tx_packet_size = 256 << 10
        return made
    }

    /// The limits are kept by the listener's sweep; libwebsockets, which counts whole seconds, is to stay behind it.
    private static func seconds(_ milliseconds: Int) -> UInt32 {
        UInt32(milliseconds / 1000 + 5)
    }
}
