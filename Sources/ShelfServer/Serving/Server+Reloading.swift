import Sockets
import Tokens

/// SIGHUP: what says who may do what, and who this server is, is read again. A file that is wrong changes nothing, and is complained about.
extension Server {
    func reload() {
        reloadAccess()
        reloadCertificate()
    }

    private func reloadAccess() {
        guard let access = configuration.access else { return }
        do {
            hub.change(gate: try Gate(access))
            log.info("keys and revoked tokens were read again")
        } catch {
            log.error("the keys and revoked tokens of before go on counting: \(error)")
        }
    }

    private func reloadCertificate() {
        guard configuration.certificate != nil else { return }
        do {
            try listener.reloadCertificate()
            log.info("the certificate was read again")
        } catch {
            log.error("the certificate of before goes on counting: \(error)")
        }
    }
}

extension Gate {
    init(_ files: AccessFiles) throws(AccessFileError) {
        self.init(
            keys: try TokenKeys(file: files.keys),
            revoked: try files.revoked.map { path throws(AccessFileError) in try Revocations(file: path) } ?? Revocations())
    }
}
