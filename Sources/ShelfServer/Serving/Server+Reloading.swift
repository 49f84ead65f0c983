import Tokens

/// SIGHUP: what says who may do what is read again. A file that is wrong changes nothing, and is complained about.
extension Server {
    func reload() {
        guard let access = configuration.access else { return }
        do {
            hub.change(gate: try Gate(access))
            log.info("keys and revoked tokens were read again")
        } catch {
            log.error("the keys and revoked tokens of before go on counting: \(error)")
        }
    }
}

extension Gate {
    init(_ files: AccessFiles) throws(AccessFileError) {
        self.init(keys: try TokenKeys(file: files.keys), revoked: try files.revoked.map { path throws(AccessFileError) in try Revocations(file: path) } ?? Revocations())
    }
}
