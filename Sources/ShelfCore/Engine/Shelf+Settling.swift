/// Settling: a step becomes permanent, on or off. That changes nothing on the list.
extension Shelf {
    mutating func settle(_ step: StepIndex) {
        leaveClient(step)
        for index in steps[step].writes.indices {
            let write = steps[step].writes[index]
            guard write != noIndex else { continue }
            if writes[write].isOn { fold(write) } else { dropWaiting(write) }
        }
        stepIndices[steps[step].number] = nil
        steps.remove(step)
    }

    private mutating func leaveClient(_ step: StepIndex) {
        let (client, number, stamp) = (steps[step].client, steps[step].number, steps[step].stamp)
        note(client)
        clients[client].steps.remove(key: number)
        switch steps[step].standing {
        case .done:
            clients[client].done.remove(key: number)
            clients[client].canUndo.remove(key: number)
        case .undone:
            clients[client].redo.remove(key: stamp)
            clients[client].canRedo.remove(key: stamp)
        case .withdrawn:
            clients[client].withdrawn.remove(key: stamp)
        }
    }

    private mutating func dropWaiting(_ write: WriteIndex) {
        let chain = writes[write].chain
        let position = positionInWaiting(write)
        change(chain) { $0.chains[chain].waiting.remove(at: position) }
        forget(write)
        closeChainIfEmpty(chain)
    }

    /// The write is on for ever: nothing beneath it can show again.
    private mutating func fold(_ write: WriteIndex) {
        let chain = writes[write].chain
        let (active, waiting) = (positionInActive(write), positionInWaiting(write))
        let dropped = Array(chains[chain].active[..<active]) + Array(chains[chain].waiting[..<waiting])
        let oldBase = chains[chain].base
        change(chain) { shelf in
            shelf.chains[chain].base = shelf.writes[write].content
            shelf.chains[chain].active.removeFirst(active + 1)
            shelf.chains[chain].waiting.removeFirst(waiting)
        }
        empty(oldBase)
        let by = clients[steps[writes[write].step].client].id
        for older in dropped { drop(older, settledOverBy: by) }
        stopNaming(chains[chain].register.album)
        writes.remove(write)
        closeChainIfEmpty(chain)
    }

    private mutating func drop(_ write: WriteIndex, settledOverBy client: ClientID) {
        let (step, position) = (writes[write].step, writes[write].position)
        steps[step].writes[Int(position)] = noIndex
        if position == 0 {
            steps[step].settledOverBy = client
            note(steps[step].client)
        }
        forget(write)
    }

    /// The write's own slot goes with it.
    private mutating func forget(_ write: WriteIndex) {
        empty(writes[write].content)
        stopNaming(chains[writes[write].chain].register.album)
        writes.remove(write)
    }

    private mutating func empty(_ content: Content) {
        if case .place(let slot) = content { trace.emptied.append(slot) }
    }
}
