// A client without a server, for looking at the page: the same interface as web/client.js, a list in memory, and other people who do
// what the console tells them (`fake.remote(ops)`, `fake.phase('offline')`). Its undo is simple: exact only while nobody interferes.

import { samples } from '/model/sample.js'
import { labelOf } from '/model/labels.js'

const bo = { client: 'cbo', name: 'Bo Lindqvist', person: 'pbo', hue: 215, on: null, edits: null, self: false }

export class FakeClient extends EventTarget {
  constructor({ albums = samples, name = 'Ann', person = 'pann', hue = 8, webCovers = false, role = 'edit' } = {}) {
    super()
    Object.assign(this, { shelf: 'main', id: 'cann', seq: albums.length, epoch: 'e1', limits: {}, role, webCovers })
    this.albums = albums.map((fields, at) => album(`a${at + 1}`, fields))
    this.status = { phase: 'connecting', saving: 0, kept: 0, trouble: null, reason: null, retryAt: null }
    this.undo = null
    this.redo = null
    this.covered = null
    this.people = [{ client: 'cann', name, person, hue, on: null, edits: null, self: true }]
    this.done = []
    this.undone = []
    this.events = []
    this.binned = []
    this.waiting = []
    this.counter = 0
  }

  get length() { return this.albums.length }
  get count() { return this.people.length }
  get(id) { return this.albums[this.indexOf(id)] }
  indexOf(id) { return this.albums.findIndex(one => one.id === id) }
  newId() { return `n${(this.counter += 1)}` }
  start() { this.phase('online'); this.tell('reset'); this.tell('people') }
  stop() { this.phase('stopped') }

  phase(phase, more = {}) {
    this.status = { ...this.status, phase, ...more }
    if (phase === 'online') { this.waiting.splice(0).forEach(go => go()); this.status = { ...this.status, saving: 0, kept: 0 } }
    this.tell('status')
  }

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })) }

  async do(ops) {
    const label = labelOf(ops, id => this.get(id)?.fields.get('title'))
    const back = this.apply(ops, 'local')
    const step = (this.seq += 1)
    this.done.push({ step, label, ops, back })
    this.undone = []
    return this.finish({ kind: 'do', label, seq: step })
  }

  async undoStep({ step, anyway } = {}) {
    if (this.covered && !anyway && step === undefined) return { effect: 'asleep', covered: this.covered }
    const at = step === undefined ? this.done.length - 1 : this.done.findIndex(one => one.step === (step.req ?? step))
    const [one] = at < 0 ? [] : this.done.splice(at, 1)
    if (!one) return { effect: 'none' }
    this.covered = null
    one.ops = this.apply(one.back, 'local')
    this.undone.push(one)
    return this.finish({ kind: 'undo', label: one.label, seq: (this.seq += 1), of: one.step })
  }

  async redoStep() {
    const one = this.undone.pop()
    if (!one) return { effect: 'none' }
    one.back = this.apply(one.ops, 'local')
    this.done.push(one)
    return this.finish({ kind: 'redo', label: one.label, seq: (this.seq += 1), of: one.step })
  }

  async finish(event) {
    this.retarget()
    const full = { by: this.id, name: this.people[0].name, at: Date.now(), ...event }
    this.events.unshift(full)
    const isOffline = this.status.phase !== 'online'
    const open = isOffline ? 'kept' : 'saving'
    this.status = { ...this.status, [open]: this.status[open] + 1 }
    this.tell('status')
    await new Promise(go => (isOffline ? this.waiting.push(go) : setTimeout(go, 60)))
    this.status = { ...this.status, saving: Math.max(0, this.status.saving - 1) }
    this.tell('status')
    return { effect: 'done', seq: event.seq, event: full }
  }

  retarget() {
    const target = one => (one ? { step: one.step, label: one.label } : null)
    this.undo = target(this.done.at(-1))
    this.redo = target(this.undone.at(-1))
    this.tell('targets')
  }

  async here(values) { Object.assign(this.people[0], values); this.tell('people') }
  async history({ count = 50 } = {}) {
    return { more: false, events: this.events.slice(0, count).map(event => ({ ...event, can: event.by !== this.id ? undefined : this.done.some(one => one.step === event.seq) ? 'undo' : this.undone.some(one => one.step === event.seq) ? 'redo' : undefined })) }
  }
  async bin() { return { total: this.binned.length, albums: this.binned.map(one => ({ ...one })) } }

  /** Another person does something. */
  remote(ops, who = bo) {
    const label = labelOf(ops, id => this.get(id)?.fields.get('title'))
    const event = { seq: (this.seq += 1), by: who.client, name: who.name, kind: 'do', label, at: Date.now() }
    this.events.unshift(event)
    this.apply(ops, 'remote', event, who)
    this.tell('notice', { event })
  }

  join(values = {}) {
    const one = { ...bo, ...values }
    this.people = [...this.people.filter(other => other.client !== one.client), one]
    this.tell('people')
  }

  /** Applies operations, tells the change, and returns the operations that take it back. */
  apply(ops, cause, event = null, who = this.people[0]) {
    const changes = []
    const back = []
    for (const op of ops) back.unshift(...this[`on${op.op}`](op, changes, who))
    this.tell('change', { changes, cause, event })
    return back
  }

  place({ after, before }) {
    if (after !== undefined) return after === null ? 0 : this.indexOf(after) + 1
    return before === null ? this.length : this.indexOf(before)
  }

  ondelete({ id }, changes, who) {
    const index = this.indexOf(id)
    if (index < 0) return []
    const [gone] = this.albums.splice(index, 1)
    this.binned.unshift({ id, fields: gone.fields, by: who.client, name: who.name, at: Date.now(), index })
    changes.push({ type: 'delete', id, index })
    return [{ op: 'restore', id }]
  }

  onrestore({ id }, changes) {
    const at = this.binned.findIndex(one => one.id === id)
    const [one] = at < 0 ? [] : this.binned.splice(at, 1)
    if (!one) return []
    const index = Math.min(one.index, this.length)
    const restored = { id, fields: one.fields }
    this.albums.splice(index, 0, restored)
    changes.push({ type: 'insert', id, index, album: restored })
    return [{ op: 'delete', id }]
  }

  oninsert({ id, fields, ...where }, changes) {
    const index = this.place(where)
    const inserted = album(id, fields)
    this.albums.splice(index, 0, inserted)
    changes.push({ type: 'insert', id, index, album: inserted })
    return [{ op: 'delete', id }]
  }

  onmove({ id, ...where }, changes) {
    const from = this.indexOf(id)
    const [one] = this.albums.splice(from, 1)
    const behind = this.albums[from - 1]?.id ?? null
    const to = this.place(where)
    this.albums.splice(to, 0, one)
    changes.push({ type: 'move', id, from, to, index: to, album: one })
    return [{ op: 'move', id, after: behind }]
  }

  onedit({ id, set }, changes) {
    const index = this.indexOf(id)
    if (index < 0) return []
    const old = this.albums[index]
    const fields = new Map(old.fields)
    for (const [name, value] of Object.entries(set)) { if (value === null) fields.delete(name); else fields.set(name, value) }
    this.albums[index] = { id, fields }
    changes.push({ type: 'edit', id, index, album: this.albums[index] })
    return [{ op: 'edit', id, set: Object.fromEntries(Object.keys(set).map(name => [name, old.fields.get(name) ?? null])) }]
  }
}

const album = (id, fields) => ({ id, fields: new Map(Object.entries(fields)) })
