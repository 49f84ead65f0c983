// The shelf as this client sees it: the confirmed list, its own open requests on top, its own steps, and what each
// message of the server means for them. Neither socket nor store; `tell(type, detail)` hears what happens, and
// `concluded()` that a request has its outcome.

import { Outbox } from './outbox.js'
import { Steps } from './steps.js'
import { View, Diverged } from './view.js'
import { albumFrom, albumToWire } from './wire.js'

export class Replica {
  id = null
  seq = null                // null while there is no list to go on from
  epoch = null
  outbox = new Outbox()
  targets = { undo: null, redo: null, covered: null }
  isUnsure = true           // a target that is null may turn out not to be
  #view = new View()
  #steps = new Steps()
  #told = ''

  constructor({ tell, concluded }) { Object.assign(this, { tell, concluded }) }

  get list() { return this.#view.list }

  // ---- own requests -------------------------------------------------------------------------------------------------

  /** Opens a request, which shows at once; resolves with its outcome. `sent` says that it goes out right now. */
  open({ body, label, target = null }, sent) {
    const request = this.#dress(this.outbox.add(body, label, sent), target)
    const outcome = new Promise(resolve => { request.resolve = resolve })
    return { outcome, changes: this.#view.push(request) }
  }

  /** The request behind a button, or for the step that is named by its number or as { req }. */
  switching(t, named) {
    const target = named === undefined ? this.#current()[t] : this.#stepNamed(named)
    const reference = target && (target.seq ?? { req: target.req })
    const body = named === undefined ? { t, expect: reference } : { t, step: reference }
    return { body, label: target?.label ?? null, target }
  }

  /** Tells that a request cannot be done, and returns that as its outcome. */
  refuse({ req = null, body, label }, code, message) {
    const { t, ...rest } = body
    this.tell('refused', { request: { req, kind: t, label, ...rest }, code, message })
    return { effect: 'refused', code, message }
  }

  /** Gives a request what the view needs to play it. */
  #dress(request, target = null) {
    const { req, label, body } = request
    if (body.t === 'do') {
      const ids = [...new Set(body.ops.map(op => op.id))]
      request.ids = () => ids
      request.step = { req, seq: null, label, ids, effect: null }
      request.play = hand => hand.carryOut(body.ops)
    } else {
      const [from, to] = body.t === 'undo' ? ['after', 'before'] : ['before', 'after']
      request.target = target ?? this.#stepNamed(body.step ?? body.expect, label)
      request.ids = () => request.target?.ids ?? []
      request.play = hand => { if (request.target?.effect) hand.switchStep(request.target.effect, from, to) }
    }
    return request
  }

  #stepNamed(reference, label) {
    if (reference === null || reference === undefined) return null
    return this.outbox.find(reference.req)?.step ?? this.#steps.find(reference, label)
  }

  #conclude(request, outcome) {
    this.outbox.remove(request)
    if (request.step && outcome.effect === 'done') this.tell('done', { step: outcome.seq, ops: request.body.ops })
    request.resolve?.(outcome)
    this.concluded()
  }

  /** Ends a request that shows nothing of its own any more. */
  #settle(request, outcome) {
    const changes = this.#view.drop(request)
    this.#conclude(request, outcome)
    if (changes.length) this.tell('change', { changes, cause: 'local' })
  }

  // ---- what the server says -----------------------------------------------------------------------------------------

  /** Lets events in; false when they do not fit, and a snapshot is needed. They come as `live`, `missed` (what happened
   *  while away) or `snapshot` (what it was too old for). */
  advance(events, as) {
    const arrivals = []
    for (const event of events) {
      if (this.seq === null || event.seq > this.seq + arrivals.length + 1) return false
      if (event.seq > this.seq + arrivals.length) arrivals.push(this.#arrival(event))
      else this.#confirm(event)
    }
    if (!arrivals.length) return true
    let changes
    try { changes = this.#view.advance(arrivals) } catch (error) {
      if (error instanceof Diverged) return false
      throw error
    }
    this.seq += arrivals.length
    for (const arrival of arrivals) this.#arrived(arrival)
    this.#tellEvents(arrivals.map(({ event }) => event), changes, as)
    return true
  }

  /** A request has an outcome without an event of its own, or had it before. */
  acknowledge({ req, effect, seq }) {
    const request = this.outbox.find(req)
    if (!request) return
    if (effect === 'done' && !(seq <= this.seq)) request.doneAt = seq
    else this.#settle(request, effect === 'done' ? { effect, seq } : { effect })
  }

  refused({ req, code, message }) {
    const request = this.outbox.find(req)
    if (request) this.#settle(request, this.refuse(request, code, message))
  }

  /** The server told the exact targets. */
  you(message) { this.#steps.tell(message) }

  /** Another list takes the place of this one, beneath the open requests. */
  replace({ epoch, seq, why, albums }) {
    if (this.epoch !== null && this.epoch !== epoch) this.#enterEpoch()
    Object.assign(this, { epoch, seq })
    for (const request of [...this.outbox]) {
      if (request.doneAt <= seq) this.#settle(request, { effect: 'done', seq: request.doneAt })
    }
    this.#view.reset(albums.map(albumFrom), this.outbox)
    this.tell('reset', { why, epoch, seq })
    this.tell('change', { changes: [], cause: 'snapshot' })
  }

  /** What an event means for the own requests and steps. */
  #arrival(event) {
    if (event.by !== this.id) return { event }
    const request = this.outbox.find(event.req)
    if (event.kind === 'do') {
      return { event, request, step: request?.step ?? { req: event.req, seq: null, label: event.label, ids: [], effect: null } }
    }
    const known = request?.target?.seq === event.of && request.target.label
    return { event, request, target: known ? request.target : this.#steps.find(event.of, event.label) }
  }

  #arrived({ event, request, step, target }) {
    if (event.by !== this.id) return
    if (step) Object.assign(step, { seq: event.seq, label: event.label })
    if (!event.owner || event.owner === this.id) {
      this.#steps.happened({ kind: event.kind, step: step ?? target, seq: event.seq, shows: event.ops.length > 0 })
    }
    if (request) this.#conclude(request, { effect: 'done', seq: event.seq, event })
  }

  #tellEvents(events, changes, as) {
    if (as === 'snapshot') return this.tell('change', { changes, cause: as })
    const cause = events.every(event => event.by === this.id) ? 'own' : 'remote'
    const [event] = events.length === 1 ? events : []
    if (changes.length || cause === 'own') this.tell('change', { changes, cause, event })
    for (const other of events) {
      if (other.by !== this.id && other.ops.length) this.tell('notice', { event: other, live: as === 'live' })
    }
  }

  /** An event that the list holds already: a snapshot brought it. */
  #confirm({ by, req, seq }) {
    const request = by === this.id && this.outbox.find(req)
    if (request) this.#settle(request, { effect: 'done', seq })
  }

  /** In another epoch the numbers of steps mean others, so an undo that names one and has never left must not go. */
  #enterEpoch() {
    this.#steps.forget()
    for (const request of [...this.outbox]) {
      request.doneAt = undefined
      const named = request.body.step ?? request.body.expect
      if (request.sent || typeof named !== 'number') continue
      this.#settle(request, this.refuse(request, 'stale', 'The shelf was restored meanwhile.'))
    }
  }

  // ---- the buttons --------------------------------------------------------------------------------------------------

  /** Looks again at what Undo and Redo would switch, and tells when that is something else. */
  lookAtTargets() {
    const { undo, redo, covered } = this.#current(), isUnsure = this.#steps.isUnsure(this.#acts())
    const targets = { undo: shown(undo), redo: shown(redo), covered }, text = JSON.stringify([targets, isUnsure])
    if (text === this.#told) return
    this.#told = text
    Object.assign(this, { targets, isUnsure })
    this.tell('targets', targets)
  }

  #acts() {
    return [...this.outbox].map(({ body, step, target, changes }) => ({ kind: body.t, step: step ?? target, shows: changes.length > 0 }))
  }

  #current() {
    // A step that nobody remembers, an older one or another's (U9), counts once its event tells what it is.
    return this.#steps.targets(this.#acts().filter(act => act.step?.label), (step, from, to) => this.#view.shows(step, from, to))
  }

  // ---- what is kept -------------------------------------------------------------------------------------------------

  toState() { return { you: this.#steps.told, ...this.outbox.toState() } }

  /** The confirmed list as JSON text; null when there is none. */
  listToText() {
    if (this.seq === null) return null
    return JSON.stringify({ epoch: this.epoch, seq: this.seq, albums: this.#view.confirmed().map(albumToWire) })
  }

  /** Goes on from what was kept. */
  restore({ open = [], last, you, list }) {
    for (const request of this.outbox.restore({ open, last })) this.#dress(request)
    if (you) this.#steps.tell(you)
    if (!list && !this.outbox.size) return
    this.replace({ why: 'kept', ...(list ? JSON.parse(list) : { epoch: null, seq: null, albums: [] }) })
    this.lookAtTargets()
  }
}

/** A step as a button shows it. */
function shown(step) {
  if (!step) return null
  return step.seq === null ? { req: step.req, label: step.label } : { step: step.seq, label: step.label }
}
