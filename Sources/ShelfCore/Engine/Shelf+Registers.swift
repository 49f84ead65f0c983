/// Finding and reading registers.
extension Shelf {
    // MARK: - Chains

    func chain(of register: Register) -> ChainIndex {
        switch register.name {
        case Register.presence: albums[register.album].presenceChain
        case Register.place: albums[register.album].placeChain
        default: albums[register.album].chain(ofField: register.name)
        }
    }

    /// The register's chain; made when it has none.
    mutating func openChain(of register: Register) -> ChainIndex {
        let known = chain(of: register)
        if known != noIndex { return known }
        let chain = chains.add(Chain(register: register, base: content(of: register)))
        setChain(chain, of: register)
        return chain
    }

    /// A chain without writes goes, and with it a field that has no value.
    mutating func closeChainIfEmpty(_ chain: ChainIndex) {
        guard chains[chain].isEmpty else { return }
        for client in chains[chain].witnesses { clients[client].witness = noIndex }
        let register = chains[chain].register
        setChain(noIndex, of: register)
        chains.remove(chain)
        guard register.name >= 0, albums[register.album].fields.value(register.name) == nil else { return }
        albums[register.album].fields.remove(register.name)
        fieldNames.release(register.name)
    }

    private mutating func setChain(_ chain: ChainIndex, of register: Register) {
        switch register.name {
        case Register.presence: albums[register.album].presenceChain = chain
        case Register.place: albums[register.album].placeChain = chain
        default:
            openField(register)
            albums[register.album].setChain(chain, ofField: register.name)
        }
    }

    private mutating func openField(_ register: Register) {
        guard !albums[register.album].fields.contains(register.name) else { return }
        fieldNames.retain(register.name)
        albums[register.album].fields.set(register.name, nil)
    }

    // MARK: - What shows

    /// What the register shows.
    func content(of register: Register) -> Content {
        switch register.name {
        case Register.presence: .presence(albums[register.album].isShown)
        case Register.place: .place(albums[register.album].slot)
        default: .field(albums[register.album].fields.value(register.name))
        }
    }

    func top(_ chain: ChainIndex) -> WriteIndex { chain == noIndex ? noIndex : chains[chain].active.last ?? noIndex }

    /// 0 where what is settled shows: every write here is newer.
    func topNumber(_ chain: ChainIndex) -> Int {
        let top = top(chain)
        return top == noIndex ? 0 : writes[top].number
    }

    func shown(_ chain: ChainIndex) -> Content {
        let top = top(chain)
        return top == noIndex ? chains[chain].base : writes[top].content
    }

    /// What would show without the write on top.
    func beneath(_ chain: ChainIndex) -> Content {
        let count = chains[chain].active.count
        return count > 1 ? writes[chains[chain].active[count - 2]].content : chains[chain].base
    }

    // MARK: - Writes in their order

    func positionInActive(_ write: WriteIndex) -> Int { position(of: writes[write].number, in: chains[writes[write].chain].active) }
    func positionInWaiting(_ write: WriteIndex) -> Int { position(of: writes[write].number, in: chains[writes[write].chain].waiting) }

    /// How many of the writes are older than the step with this number.
    func position(of number: Int, in list: [WriteIndex]) -> Int {
        if let last = list.last, writes[last].number < number { return list.count }
        return list.partition { writes[$0].number < number }
    }
}
