/// Undo and redo: switching the writes of a step.
extension Shelf {
    // MARK: - One step

    /// Switches a step off. Undone by its client it can be redone; withdrawn by an admin it is in nobody's redo (U9).
    mutating func undo(_ step: StepIndex, as standing: Step.Standing) {
        let (client, number) = (steps[step].client, steps[step].number)
        note(client)
        markDirty(step)
        switchOff(step)
        lastStamp += 1
        steps[step].stamp = lastStamp
        steps[step].standing = standing
        clients[client].done.remove(key: number)
        clients[client].canUndo.remove(key: number)
        if standing == .undone {
            clients[client].redo.insert(step, key: lastStamp)
        } else {
            clients[client].withdrawn.insert(step, key: lastStamp)
        }
    }

    /// Switches a step on; from now on it is its client's as before.
    mutating func redo(_ step: StepIndex) {
        let (client, stamp) = (steps[step].client, steps[step].stamp)
        note(client)
        markDirty(step)
        switchOn(step)
        steps[step].standing = .done
        clients[client].redo.remove(key: stamp)
        clients[client].canRedo.remove(key: stamp)
        clients[client].withdrawn.remove(key: stamp)
        clients[client].done.insert(step, key: steps[step].number)
    }

    /// What was undone beyond the undo depth settles, the earliest undone first (U10).
    mutating func trimUndone(of client: ClientIndex) {
        while clients[client].redo.count > settings.undoDepth, let step = clients[client].redo.first { settle(step) }
        while clients[client].withdrawn.count > settings.undoDepth, let step = clients[client].withdrawn.first { settle(step) }
    }

    // MARK: - Its writes

    private mutating func switchOff(_ step: StepIndex) {
        for index in steps[step].writes.indices {
            let write = steps[step].writes[index]
            guard write != noIndex, writes[write].isOn, !wouldRemove(touch: write) else { continue }
            let chain = writes[write].chain
            let (from, to) = (positionInActive(write), positionInWaiting(write))
            change(chain) { shelf in
                shelf.chains[chain].active.remove(at: from)
                shelf.chains[chain].waiting.insert(write, at: to)
                shelf.writes[write].isOn = false
            }
        }
    }

    private mutating func switchOn(_ step: StepIndex) {
        for index in steps[step].writes.indices {
            let write = steps[step].writes[index]
            guard write != noIndex, !writes[write].isOn, !wouldRestore(touch: write) else { continue }
            let chain = writes[write].chain
            let (from, to) = (positionInWaiting(write), positionInActive(write))
            change(chain) { shelf in
                shelf.chains[chain].waiting.remove(at: from)
                shelf.chains[chain].active.insert(write, at: to)
                shelf.writes[write].isOn = true
            }
        }
    }

    /// A touch never takes its album off the list by itself (S3).
    private func wouldRemove(touch write: WriteIndex) -> Bool {
        let chain = writes[write].chain
        return writes[write].isTouch && top(chain) == write && !beneath(chain).isPresent
    }

    /// A touch never brings its album back by itself (S3).
    private func wouldRestore(touch write: WriteIndex) -> Bool {
        let chain = writes[write].chain
        return writes[write].isTouch && writes[write].number > topNumber(chain) && !shown(chain).isPresent
    }
}
