extension AlbumState: Pooled {
    static var blank: AlbumState { AlbumState(id: "", slot: noIndex) }
}

extension Chain: Pooled {
    static var blank: Chain { Chain(register: Register(album: noIndex, name: noIndex), base: .field(nil)) }
}

extension Write: Pooled {
    static var blank: Write {
        Write(step: noIndex, number: 0, chain: noIndex, content: .field(nil), isTouch: false, position: 0)
    }
}

extension Step: Pooled {
    static var blank: Step {
        Step(number: 0, client: noIndex, request: 0, label: Label(kind: .mixed, count: 0, id: "", title: nil, field: nil))
    }
}

extension Client: Pooled {
    static var blank: Client { Client(id: "", name: "", mark: 0, lastSeen: 0) }
}
