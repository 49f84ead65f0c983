import Glibc

/// All TCP connections of a listener, and how many each address has.
struct PeerList {
    private let maxPeers: Int
    private let maxPerAddress: Int
    /// Has as many connections as its clients need; they are counted one by one.
    private let proxy: String?
    private var peers: [Peer] = []
    private var countByAddress: [String: Int] = [:]

    /// Takes no more than the process has descriptors for, less what everything else needs.
    init(maxPeers: Int, maxPerAddress: Int, proxy: String?) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        self.maxPeers = min(maxPeers, max(1, Int(clamping: limit.rlim_cur) - 100))
        self.maxPerAddress = maxPerAddress
        self.proxy = proxy
    }

    var count: Int { peers.count }

    func hasRoom(for address: String) -> Bool {
        peers.count < maxPeers && hasShareLeft(address)
    }

    private func hasShareLeft(_ address: String) -> Bool {
        isLoopback(address) || address == proxy || countByAddress[address, default: 0] < maxPerAddress
    }

    mutating func add(_ peer: Peer) {
        peer.place = peers.count
        peers.append(peer)
        countByAddress[peer.address, default: 0] += 1
    }

    /// Does nothing when the peer is no longer there.
    mutating func remove(_ peer: Peer) {
        guard let place = peer.place else { return }
        peer.place = nil
        let last = peers.removeLast()
        if last !== peer {
            peers[place] = last
            last.place = place
        }
        uncount(peer.address)
    }

    /// Counts a peer that is there for another address. False, and nothing changes, when that has its share already.
    mutating func attribute(_ peer: Peer, to address: String) -> Bool {
        guard address != peer.address, peer.place != nil else { return true }
        guard hasShareLeft(address) else { return false }
        uncount(peer.address)
        peer.address = address
        countByAddress[address, default: 0] += 1
        return true
    }

    private mutating func uncount(_ address: String) {
        let left = countByAddress[address, default: 1] - 1
        countByAddress[address] = left == 0 ? nil : left
    }

    /// Visits every `step`th of the peers that are there now, whatever comes and goes meanwhile.
    func forEach(from first: Int, by step: Int, _ body: (Peer) -> Void) {
        let peers = peers
        for place in stride(from: first, to: peers.count, by: step) { body(peers[place]) }
    }

    /// The connection with the most bytes of an unfinished message.
    var largestUnfinished: Connection? {
        peers.lazy.compactMap(\.connection).filter { $0.unfinishedBytes > 0 }.max { $0.unfinishedBytes < $1.unfinishedBytes }
    }
}
