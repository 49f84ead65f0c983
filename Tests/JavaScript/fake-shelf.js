// A shelf after the executable specification: a step is a set of register writes, a register shows its newest active
// write, undo and redo switch the writes of an own step. Everything is recomputed; the events' `ops` are found by
// comparing the list before and after, whole.

export class Refused extends Error {}

const PRESENCE = '@presence', PLACE = '@place'

export class FakeShelf {
  slots = []                // every place ever made, in order
  made = 0
  albums = new Map()        // id → Map of register → birth value
  steps = []
  undone = new Map()        // client → its undone steps, the latest last

  constructor(albums = []) {
    this.born = albums
    if (albums.length) this.carryOut('', { t: 'do', ops: albums.map(({ id, ...fields }) => ({ op: 'insert', id, before: null, fields })) }, 0)
  }

  // ---- reading

  value(id, register) {
    for (let step = this.steps.length - 1; step >= 0; step -= 1) {
      const write = this.steps[step].writes.findLast(one => one.active && one.id === id && one.register === register)
      if (write) return write.value
    }
    return this.albums.get(id)?.get(register)
  }
  present(id) { return this.value(id, PRESENCE) === true }

  fields(id) {
    const names = new Set(this.albums.get(id).keys())
    for (const { writes } of this.steps) for (const write of writes) if (write.id === id) names.add(write.register)
    const shown = [...names].filter(name => !name.startsWith('@')).sort().map(name => [name, this.value(id, name)])
    return new Map(shown.filter(([, value]) => value !== null && value !== undefined))
  }

  all() {
    const rank = new Map(this.slots.map((slot, i) => [slot, i]))
    return [...this.albums.keys()].sort((a, b) => rank.get(this.value(a, PLACE)) - rank.get(this.value(b, PLACE)))
  }
  visible() { return this.all().filter(id => this.present(id)).map(id => [id, this.fields(id)]) }
  bin() { return this.all().filter(id => !this.present(id)).map(id => [id, Object.fromEntries(this.fields(id))]) }
  text() { return JSON.stringify(this.visible().map(([id, fields]) => [id, [...fields]])) }

  // ---- carrying out; returns what an event says, or nothing when there is nothing to do

  carryOut(client, message, seq) {
    const before = this.visible()
    const done = message.t === 'do' ? this.accept(client, message, seq) : this.switch(client, message)
    return done && { ...done, ops: opsBetween(before, this.visible()) }
  }

  accept(client, { ops, req }, seq) {
    if (!ops.length) throw new Refused('bad_request')
    const saved = { slots: [...this.slots], made: this.made, albums: new Map(this.albums) }, shown = this.text(), order = this.all()
    const step = { seq, req, client, writes: [], undone: false, settled: false, label: this.label(ops) }
    this.steps.push(step)
    const giveUp = () => { this.steps.pop(); Object.assign(this, saved) }
    try { for (const op of ops) this.operate(op, step) } catch (error) { giveUp(); throw error }
    this.dropIdle(step, saved.albums, order)
    if (!step.writes.length) return void giveUp()
    this.touch(step)
    if (this.text() !== shown) {
      for (const old of this.undone.get(client) ?? []) old.settled = true
      this.undone.delete(client)
    }
    return { label: step.label }
  }

  operate(op, step) {
    const write = (register, value) => {
      step.writes = step.writes.filter(other => other.id !== op.id || other.register !== register)
      step.writes.push({ id: op.id, register, value, active: true })
    }
    if (op.op === 'insert') {
      if (this.albums.has(op.id)) throw new Refused('id_taken')
      this.albums.set(op.id, new Map([...Object.entries(op.fields ?? {}), [PRESENCE, false], [PLACE, this.place(op)]]))
      return write(PRESENCE, true)
    }
    if (!this.albums.has(op.id)) throw new Refused('unknown_album')
    if (op.op === 'delete') write(PRESENCE, false)
    else if (op.op === 'restore') write(PRESENCE, true)
    else if (op.op === 'move') write(PLACE, this.place(op))
    else for (const [name, value] of Object.entries(op.set)) write(name, value)
  }

  place({ id, after, before }) {
    const anchor = after === undefined ? before : after
    if ((after === undefined) === (before === undefined) || anchor === id) throw new Refused('bad_request')
    if (anchor !== null && !this.albums.has(anchor)) throw new Refused('unknown_album')
    const end = after === undefined ? this.slots.length : 0
    const at = anchor === null ? end : this.slots.indexOf(this.value(anchor, PLACE)) + (after === undefined ? 0 : 1)
    this.slots.splice(at, 0, this.made += 1)
    return this.made
  }

  dropIdle(step, known, order) {
    const moves = step.writes.filter(write => write.register === PLACE && known.has(write.id))
    const orderStays = String(this.all().filter(id => order.includes(id))) === String(order)
    const { writes } = step
    step.writes = []
    const was = new Map(writes.map(write => [write, this.value(write.id, write.register) ?? null]))
    step.writes = writes.filter(write => (moves.includes(write) ? !orderStays : write.value !== was.get(write)))
  }

  touch(step) {
    for (const id of new Set(step.writes.map(write => write.id))) {
      const has = step.writes.some(write => write.id === id && write.register === PRESENCE)
      if (this.present(id) && !has) step.writes.push({ id, register: PRESENCE, value: true, active: true, touch: true })
    }
  }

  label(ops) {
    const kinds = new Set(ops.map(op => op.op))
    return { op: kinds.size === 1 ? ops[0].op : 'mixed', count: new Set(ops.map(op => op.id)).size, id: ops[0].id }
  }

  // ---- undo and redo

  flip(step, active) {
    const changed = []
    for (const write of [...step.writes].sort((a, b) => !!a.touch - !!b.touch)) {
      if (write.active === active) continue
      const there = this.present(write.id)
      write.active = active
      if (write.touch && this.present(write.id) !== there) write.active = !active
      else changed.push(write)
    }
    return changed
  }

  wouldShow(step, active) {
    const before = this.text(), changed = this.flip(step, active), shows = this.text() !== before
    for (const write of changed) write.active = !active
    return shows
  }

  mine(client) { return this.steps.filter(step => step.client === client && !step.undone && !step.settled) }
  undoTarget(client) { return this.mine(client).findLast(step => this.wouldShow(step, false)) ?? null }
  redoTarget(client) { return (this.undone.get(client) ?? []).findLast(step => this.wouldShow(step, true)) ?? null }

  targets(client) {
    const undo = this.undoTarget(client), redo = this.redoTarget(client)
    const sleeping = this.mine(client).filter(step => !undo || step.seq > undo.seq)
    const told = step => step && { step: step.seq, label: step.label }
    const covered = sleeping.length ? { ...told(sleeping.at(-1)), by: null, name: null, more: sleeping.length - 1 } : null
    return { undo: told(undo), redo: told(redo), covered }
  }

  switch(client, { t, expect, step: named }) {
    const numberOf = reference => (typeof reference === 'object' && reference ? this.steps.find(step => step.client === client && step.req === reference.req)?.seq : reference)
    let step = t === 'undo' ? this.undoTarget(client) : this.redoTarget(client)
    if (expect !== undefined && (numberOf(expect) ?? null) !== (step?.seq ?? null)) throw new Refused('stale')
    if (named !== undefined) step = this.named(client, numberOf(named), t)
    if (!step || !this.wouldShow(step, t === 'redo')) return undefined
    this.flip(step, t === 'redo')
    step.undone = t === 'undo'
    const stack = (this.undone.get(client) ?? []).filter(other => other !== step)
    this.undone.set(client, t === 'undo' ? [...stack, step] : stack)
    return { of: step.seq, label: step.label }
  }

  named(client, seq, t) {
    const step = this.steps.find(other => other.seq === seq)
    if (!step) throw new Refused('unknown_step')
    if (step.client !== client) throw new Refused('not_yours')
    if (step.settled) throw new Refused('settled')
    return step.undone === (t === 'redo') ? step : null
  }
}

/** What changed, as an event says it (W5): deletes, then every album out of order moved in its final order, inserts, edits. */
function opsBetween(before, after) {
  const list = before.map(([id]) => id), was = new Map(before), now = new Map(after), ops = []
  for (const [index, id] of [...list.entries()].reverse()) {
    if (!now.has(id)) { ops.push({ op: 'delete', index, id }); list.splice(index, 1) }
  }
  const stay = after.map(([id]) => id).filter(id => was.has(id))
  const keep = new Set(longestCommon(list, stay))
  for (const [to, id] of stay.entries()) {
    if (keep.has(id)) continue
    const from = list.indexOf(id)
    list.splice(from, 1)
    const target = to === 0 ? 0 : list.indexOf(stay[to - 1]) + 1
    list.splice(target, 0, id)
    if (from !== target) ops.push({ op: 'move', from, to: target, id })
  }
  for (const [index, [id, fields]] of after.entries()) if (!was.has(id)) ops.push({ op: 'insert', index, id, fields: Object.fromEntries(fields) })
  for (const [id, fields] of after) {
    const old = was.get(id)
    if (!old) continue
    const names = new Set([...old.keys(), ...fields.keys()])
    const set = [...names].filter(name => old.get(name) !== fields.get(name)).map(name => [name, fields.get(name) ?? null])
    if (set.length) ops.push({ op: 'edit', id, set: Object.fromEntries(set) })
  }
  return ops
}

function longestCommon(a, b) {
  const rank = new Map(b.map((id, i) => [id, i])), best = a.map(id => [id])
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      if (rank.get(a[j]) < rank.get(a[i]) && best[j].length >= best[i].length) best[i] = [...best[j], a[i]]
    }
  }
  return best.reduce((longest, run) => (run.length > longest.length ? run : longest), [])
}
