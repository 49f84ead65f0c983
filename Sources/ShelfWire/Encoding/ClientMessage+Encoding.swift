import ShelfCore

/// What a client sends, for clients that are Swift programs.
extension ClientMessage {
    /// The message as JSON, in UTF-8.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .hello(let hello): bytes.hello(hello)
        case .request(let number, .do(let operations)): bytes.request(number, operations)
        case .request(let number, .undo(let what)): bytes.open("t", "undo"); bytes.request(number, what)
        case .request(let number, .redo(let what)): bytes.open("t", "redo"); bytes.request(number, what)
        case .here(let here): bytes.here(here)
        case .ping: bytes.open("t", "ping")
        case .history(let before, let count): bytes.open("t", "history"); bytes.page(before, count)
        case .bin(let before, let count): bytes.open("t", "bin"); bytes.page(before, count)
        }
        bytes.close()
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func hello(_ hello: Hello) {
        open("t", "hello")
        optional("key", hello.key?.text)
        if let at = hello.at {
            member("at")
            open("epoch", text: at.epoch)
            member("seq", at.seq)
            close()
        }
        optional("name", hello.name)
        optional("token", hello.token)
    }

    fileprivate mutating func here(_ here: Here) {
        open("t", "here")
        optional("name", here.name)
        optional("person", here.person)
        if let hue = here.hue { member("hue", hue) }
        optional("on", here.on)
        optional("edits", here.edits)
    }

    fileprivate mutating func page(_ before: Int?, _ count: Int) {
        if let before { member("before", before) }
        member("count", count)
    }

    fileprivate mutating func request(_ number: Int, _ operations: [Operation]) {
        open("t", "do")
        member("req", number)
        member("ops", operations) { $0.operation($1) }
    }

    private mutating func operation(_ operation: Operation) {
        switch operation {
        case .insert(let id, let anchor, let fields):
            open("op", "insert")
            member("id", id)
            self.anchor(anchor)
            self.fields(fields.map { Field(name: $0.name, value: $0.value!) })
        case .delete(let id):
            open("op", "delete")
            member("id", id)
        case .restore(let id):
            open("op", "restore")
            member("id", id)
        case .move(let id, let anchor):
            open("op", "move")
            member("id", id)
            self.anchor(anchor)
        case .edit(let id, let set):
            open("op", "edit")
            member("id", id)
            self.set(set)
        }
        close()
    }

    private mutating func anchor(_ anchor: Anchor) {
        switch anchor {
        case .after(let id): memberOrNull("after", id)
        case .before(let id): memberOrNull("before", id)
        }
    }

    fileprivate mutating func request(_ number: Int, _ what: Switch) {
        member("req", number)
        switch what.target {
        case .target: break
        case .step(let step):
            member("step")
            reference(step)
        case .client(let client): member("client", client)
        }
        switch what.expect {
        case nil: break
        case .nothing: memberOrNull("expect", nil)
        case .step(let step):
            member("expect")
            reference(step)
        }
    }

    private mutating func reference(_ step: StepReference) {
        switch step {
        case .step(let seq): number(seq)
        case .request(let number):
            open("req", number)
            close()
        }
    }

    private mutating func optional(_ name: StaticString, _ value: String?) {
        if let value { member(name, value) }
    }
}
