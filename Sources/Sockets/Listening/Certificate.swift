import CLibwebsockets
import Glibc

extension ListenerConfiguration {
    /// A certificate with its chain, and its key: PEM files.
    public struct Certificate: Sendable {
        public var certificatePath: String
        public var keyPath: String

        public init(certificatePath: String, keyPath: String) {
            self.certificatePath = certificatePath
            self.keyPath = keyPath
        }

        /// Makes sure that the files are what they should be, on a context that nobody uses.
        func check() throws(ListenerError) {
            for path in [certificatePath, keyPath] {
                guard access(path, R_OK) == 0 else { throw .unreadable(path, errno) }
            }
            guard let context = SSL_CTX_new(TLS_server_method()) else { throw .noService }
            defer {
                SSL_CTX_free(context)
                ERR_clear_error()
            }
            guard SSL_CTX_use_certificate_chain_file(context, certificatePath) == 1 else { throw .badCertificate(certificatePath) }
            guard SSL_CTX_use_PrivateKey_file(context, keyPath, SSL_FILETYPE_PEM) == 1, SSL_CTX_check_private_key(context) == 1 else {
                throw .badKey(keyPath, certificatePath)
            }
        }
    }
}
