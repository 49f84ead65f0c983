// The client library of Backspin: a live copy of a shelf, edited at once and saved in order.
//
//   import { Client } from './client.js'
//   const client = new Client({ url: 'ws://localhost:8080/ws/main', name: 'Ann' })
//   client.addEventListener('change', ({ detail }) => show(detail.changes))
//   client.start()
//   await client.do([{ op: 'edit', id: 'a4', set: { year: 1992 } }])   // { effect: 'done', seq: 431, event }
//   await client.undoStep()
//
// The view is the confirmed list with the own open requests on top, so everything done shows at once, offline too.
// Open requests are numbered, kept in the store if there is one, and sent again after every reconnect until their one
// outcome is known (SPEC W3). CLIENT.md says how to write another client; the parts are in client/:
//
//   connection  comes back, notices a dead line        view      confirmed list + open requests
//   outbox      open requests and their numbers        list      the replica
//   steps       what Undo and Redo would switch        hand      what a request will probably do
//   keeper, store   what survives a reload             diff, changes   what views are told
//   tab, key, wake  which client a tab is              wire, label, presence, questions
//
// Events (their `detail`):
//   status   the status            targets   { undo, redo, covered }      people   { people, count }
//   change   { changes, cause, event }   `cause`: local, remote, own (an own event came; often nothing is left to
//            change) or snapshot; `event` when one event is the cause. Changes apply one after another to the list as
//            it was: see client/changes.js; each carries the `event` it comes from, if any.
//   reset    { why, epoch, seq }   another list took the place of this one: read it anew. A `change` follows that has
//            cause `snapshot` and no changes.
//   notice   { event, live }       another client changed something; `live` is false for what was missed
//   refused  { request: { req, ops | undo | redo, label }, code, message }   what could not be done

import { Connection } from './client/connection.js'
import { Keeper } from './client/keeper.js'
import { labelOf } from './client/label.js'
import { Outbox } from './client/outbox.js'
import { Presence } from './client/presence.js'
import { Questions } from './client/questions.js'
import { Steps } from './client/steps.js'
import { View, Diverged } from './client/view.js'
import { onWake } from './client/wake.js'
import { newKey, clientID, newAlbumID } from './client/key.js'
import { albumFrom, albumToWire, fieldsFrom, format } from './client/wire.js'

export { claimKey } from './client/tab.js'
export { indexedStore, memoryStore } from './client/store.js'
export { newKey, clientID }

const OPEN_REQUESTS = 64             // of a client, until `welcome.limits` says otherwise
const MESSAGE_BYTES = 8 * 1024 * 1024

class ClientEvent extends Event {
  constructor(type, detail) {
    super(type)
    this.detail = detail
  }
}

export class Client extends EventTarget {
  shelf; key; id; token
  seq = null
  epoch = null
  limits = null
  role = null
  webCovers = false
  durable = null

  #connection; #keeper; #presence; #questions; #clock
  #view = new View()
  #outbox = new Outbox()
  #steps = new Steps()
  #loaded = null
  #caughtUp = false          // the connection gave everything up to now, so requests may go
  #welcomed = false          // … or is about to
  #marking = false           // numbers are being made final
  #parts = []                // of a snapshot that is coming in
  #trouble = null
  #statusText = ''
  #targetsText = ''
  #targets = { undo: null, redo: null, covered: null }
  #listTimer = null
  #unhook = () => {}

  /**
   * @param {{url: string, name?: string, person?: string, hue?: number, key?: string, token?: string, store?: object,
   *   WebSocket?: typeof WebSocket, now?: () => number, random?: () => number, setTimeout?: Function,
   *   clearTimeout?: Function}} options
   */
  constructor({ url, name, person, hue, key = null, token, store = null, WebSocket, random, ...clock }) {
    super()
    this.shelf = new URL(url).pathname.split('/').at(-1)
    this.token = token
    this.#clock = { now: Date.now, setTimeout: globalThis.setTimeout.bind(globalThis), clearTimeout: globalThis.clearTimeout.bind(globalThis), ...clock }
    this.#connection = new Connection({ url, WebSocket, random, clock: this.#clock, owner: this.#owner() })
    this.#keeper = new Keeper(store, () => this.#state())
    this.#presence = new Presence({ self: { name, person, hue }, clock: this.#clock, send: message => this.#caughtUp && this.#send(message) })
    this.#questions = new Questions(message => this.#send(message))
    if (key) this.#become(key)
  }

  // ---- what it is ---------------------------------------------------------------------------------------------------

  /** { phase, saving, kept, trouble, reason, retryAt, stored } */
  get status() {
    const { phase, reason, retryAt } = this.#connection, saving = this.#outbox.flying
    const kept = this.#outbox.size - saving
    return { phase, saving, kept, trouble: this.#trouble, reason, retryAt, stored: this.#keeper.stored }
  }

  /** The albums in order, own open requests included: the same array until something changes, then another. */
  get albums() { return this.#view.list.toArray() }
  get length() { return this.#view.list.length }
  get(id) { return this.#view.list.get(id) }
  at(index) { return this.#view.list.at(index) }
  indexOf(id) { return this.#view.list.indexOf(id) }

  get undo() { return this.#targets.undo }
  get redo() { return this.#targets.redo }
  get covered() { return this.#targets.covered }
  get people() { return this.#presence.people }
  get count() { return this.#presence.count }

  // ---- what it does -------------------------------------------------------------------------------------------------

  /** Reads the store, then connects. Also brings back a client that was stopped or replaced. */
  async start() {
    this.#unhook()
    this.#unhook = onWake(() => this.#connection.wake())
    const hook = this.#unhook
    await (this.#loaded ??= this.#load())
    if (this.#unhook === hook) this.#connection.start()
  }

  /** Disconnects. Open requests stay in the store, if there is one. */
  stop() {
    this.#unhook()
    this.#unhook = () => {}
    this.#connection.stop()
    this.#lost()
    this.#keepList()
  }

  /** Carries out operations as one step (L5). Shows at once; resolves with the outcome. */
  do(ops) { return this.#request({ t: 'do', ops }, labelOf(ops, this.#view.list)) }

  /** Undoes what the button shows, or the step that is named. When the newest own step sleeps beneath another's work,
   *  resolves with { effect: 'asleep', covered } unless told `anyway`. */
  async undoStep({ step, anyway = false } = {}) {
    if (step === undefined && this.covered && !anyway) return { effect: 'asleep', covered: this.covered }
    return this.#switch('undo', step)
  }

  /** Redoes what the button shows, or the step that is named. */
  async redoStep({ step } = {}) { return this.#switch('redo', step) }

  /** Tells others { on, edits, name, hue }; what is not named stays as it was, null takes it back. */
  here(news) { this.#presence.say(news) }

  /** The newest events before one (W12); rejects while offline. */
  history({ before, count } = {}) { return this.#ask({ t: 'history', before, count }) }

  /** The latest deleted albums (W13), their fields as Maps; rejects while offline. */
  async bin({ before, count } = {}) {
    const answer = await this.#ask({ t: 'bin', before, count })
    return { ...answer, albums: answer.albums.map(album => ({ ...album, fields: fieldsFrom(album.fields) })) }
  }

  /** An id for a new album. */
  newId() { return newAlbumID() }

  // ---- requests -----------------------------------------------------------------------------------------------------

  #switch(t, named) {
    const target = named === undefined ? this.#current()[t] : this.#stepNamed(named)
    const reference = target && (target.seq ?? { req: target.req })
    return this.#request(named === undefined ? { t, expect: reference } : { t, step: reference }, target?.label ?? null, target)
  }

  #request(body, label, target = null) {
    const tooLarge = this.#tooLarge(body)
    if (tooLarge) return Promise.resolve(this.#refuse({ body, label, req: null }, 'too_large', tooLarge))
    const sent = this.#caughtUp && !this.#marking && this.#outbox.ready(this.#window).length === 0 && this.#outbox.flying < this.#window
    const request = this.#dress(this.#outbox.add(body, label, sent), target)
    const outcome = new Promise(resolve => { request.resolve = resolve })
    const changes = this.#view.push(request)
    this.#keeper.save().then(() => this.#tellStatus())
    this.#flush()
    if (changes.length) this.#tell('change', { changes, cause: 'local' })
    this.#tellTargets()
    this.#tellStatus()
    return outcome
  }

  /** Gives a request what the view needs to play it. */
  #dress(request, target = null) {
    const { req, label, body } = request, [from, to] = body.t === 'undo' ? ['after', 'before'] : ['before', 'after']
    if (body.t === 'do') {
      const ids = [...new Set(body.ops.map(op => op.id))]
      request.ids = () => ids
      request.step = { req, seq: null, label, ids, effect: null }
      request.play = hand => hand.carryOut(body.ops)
    } else {
      request.target = target ?? this.#stepNamed(body.step ?? body.expect, label)
      request.ids = () => request.target?.ids ?? []
      request.play = hand => { if (request.target?.effect) hand.switchStep(request.target.effect, from, to) }
    }
    return request
  }

  #stepNamed(reference, label) {
    if (reference === null || reference === undefined) return null
    const open = this.#outbox.find(reference.req)
    return open?.step ?? this.#steps.find(reference, label)
  }

  #tooLarge(body) {
    const most = this.limits?.message_bytes ?? MESSAGE_BYTES, text = format(body)
    const bytes = text.length * 3 < most ? 0 : new TextEncoder().encode(text).length + 64
    return bytes > most && `The request has ${bytes} bytes, ${most} are allowed.`
  }

  get #window() { return this.limits?.open_requests ?? OPEN_REQUESTS }

  /** Sends what may go. Numbers are final before anything leaves: what may have left is in the store. */
  #flush() {
    if (!this.#caughtUp || this.#marking) return
    const ready = this.#outbox.ready(this.#window), fresh = ready.filter(request => !request.sent)
    for (const request of fresh) request.sent = true
    if (fresh.length && this.#keeper.stored) return this.#markAndFlush()
    for (const request of ready) {
      request.flying = true
      this.#send(this.#outbox.message(request))
    }
  }

  async #markAndFlush() {
    this.#marking = true
    await this.#keeper.save()
    this.#marking = false
    this.#flush()
    this.#tellStatus()
  }

  /** A request has its outcome. */
  #conclude(request, outcome) {
    this.#outbox.remove(request)
    request.resolve?.(outcome)
    this.#keeper.save()
    this.#flush()
  }

  #refuse({ req, body, label }, code, message) {
    const { t, ...rest } = body
    this.#tell('refused', { request: { req, kind: t, label, ...rest }, code, message })
    return { effect: 'refused', code, message }
  }

  // ---- what comes from the server -----------------------------------------------------------------------------------

  #owner() {
    return {
      hello: () => this.#hello(),
      received: messages => this.#received(messages),
      changed: () => this.#tellStatus(),
      lost: code => this.#lost(code),
    }
  }

  #hello() {
    const at = this.seq === null ? undefined : { epoch: this.epoch, seq: this.seq }
    return { t: 'hello', key: this.key, at, name: this.#presence.name, token: this.token }
  }

  #lost(code) {
    this.#caughtUp = this.#welcomed = false
    this.#parts = []
    if (code === 4005) this.seq = null
    this.#outbox.ground()
    this.#questions.giveUp()
    this.#presence.stop()
    this.#tellStatus()
  }

  #received(messages) {
    let events = []
    for (const message of [...messages, null]) {
      if (message?.t === 'ev') { events.push(message); continue }
      if (events.length && !this.#advance(events)) return
      events = []
      if (message) this.#handle(message)
    }
    this.#tellTargets()
    this.#tellStatus()
  }

  #handle(message) {
    switch (message.t) {
      case 'welcome': return this.#onWelcome(message)
      case 'snapshot': return this.#onSnapshot(message)
      case 'you': this.#steps.tell(message); return this.#catchUp()
      case 'who': this.#presence.told(message, this.id); this.#catchUp(); return this.#tell('people', { people: this.people, count: this.count })
      case 'tick': return this.#onTick(message)
      case 'ack': return this.#onAck(message)
      case 'nack': return this.#onNack(message)
      case 'trouble': this.#trouble = message.reason; return
      case 'history': case 'bin': return this.#questions.answered(message)
    }
  }

  #onWelcome({ client, key, shelf, epoch, req, role, limits, durable, web_covers: webCovers }) {
    if (key && key !== this.key) this.key = key
    Object.assign(this, { id: client, shelf, role, limits, durable, webCovers })
    this.#welcomed = true
    this.#outbox.renumber(req)
    this.#trouble = null
  }

  /** Everything up to now is here once something comes that follows the events (W2): from now on requests may go. */
  #catchUp() {
    if (!this.#welcomed || this.#caughtUp) return
    this.#caughtUp = true
    this.#connection.welcomed()
    this.#presence.announce()
    this.#flush()
  }

  /** A tick names the last event sent: whoever lacks it has lost something on the way. */
  #onTick({ seq }) {
    this.#catchUp()
    if (this.#caughtUp && !this.#parts.length && seq > this.seq) this.#resync()
  }

  /** Lets events in; false when they do not fit, and everything has to be fetched anew. */
  #advance(events) {
    const arrivals = []
    let seq = this.seq
    for (const event of events) {
      if (seq !== null && event.seq <= seq) { this.#confirmBySnapshot(event); continue }
      if (seq === null || event.seq !== seq + 1) return this.#resync()
      arrivals.push(this.#arrival(event))
      seq = event.seq
    }
    if (!arrivals.length) return true
    let changes
    try { changes = this.#view.advance(arrivals) } catch (error) {
      if (!(error instanceof Diverged)) throw error
      return this.#resync()
    }
    this.seq = seq
    for (const arrival of arrivals) this.#arrived(arrival)
    this.#tellEvents(arrivals.map(({ event }) => event), changes)
    this.#keepListLater()
    return true
  }

  /** What an event means for the own requests and steps. */
  #arrival(event) {
    if (event.by !== this.id) return { event }
    const request = this.#outbox.find(event.req)
    if (event.kind !== 'do') {
      const target = request?.target?.seq === event.of ? request.target : this.#steps.find(event.of, event.label)
      return { event, request, target }
    }
    const step = request?.step ?? { req: event.req, seq: null, label: event.label, ids: [], effect: null }
    return { event, request, step }
  }

  #arrived({ event, request, step, target }) {
    if (event.by !== this.id) return
    if (step) Object.assign(step, { seq: event.seq, label: event.label })
    if (!event.owner || event.owner === this.id) {
      this.#steps.happened({ kind: event.kind, step: step ?? target, seq: event.seq, shows: event.ops.length > 0 })
    }
    if (request) this.#conclude(request, { effect: 'done', seq: event.seq, event })
  }

  #tellEvents(events, changes) {
    const cause = events.every(event => event.by === this.id) ? 'own' : 'remote'
    if (changes.length || cause === 'own') this.#tell('change', { changes, cause, event: events.length === 1 ? events[0] : undefined })
    for (const event of events) {
      if (event.by !== this.id && event.ops.length) this.#tell('notice', { event, live: this.#caughtUp })
    }
  }

  /** An event that the list holds already, since a snapshot brought it. */
  #confirmBySnapshot({ by, req, seq }) {
    const request = by === this.id && this.#outbox.find(req)
    if (request) this.#settle(request, { effect: 'done', seq })
  }

  #onAck({ req, effect, seq }) {
    const request = this.#outbox.find(req)
    if (!request) return
    if (effect !== 'done') return this.#settle(request, { effect })
    if (seq <= this.seq) return this.#settle(request, { effect, seq })
    request.doneAt = seq
  }

  #onNack({ req, code, message }) {
    const request = this.#outbox.find(req)
    if (request) this.#settle(request, this.#refuse(request, code, message))
  }

  /** Ends a request that shows nothing of its own any more. */
  #settle(request, outcome) {
    const changes = this.#view.drop(request)
    this.#conclude(request, outcome)
    if (changes.length) this.#tell('change', { changes, cause: 'local' })
  }

  #onSnapshot({ epoch, seq, part, of, why, albums }) {
    if (part === 1) this.#parts = []
    this.#parts.push(albums)
    if (part < of) return
    const whole = this.#parts.flat().map(albumFrom)
    this.#parts = []
    this.#replace({ epoch, seq, why, albums: whole })
    if (this.#caughtUp) {
      this.#outbox.ground()
      this.#flush()
    }
  }

  #replace({ epoch, seq, why, albums }) {
    if (this.epoch !== null && this.epoch !== epoch) this.#enterEpoch()
    Object.assign(this, { epoch, seq })
    for (const request of [...this.#outbox]) {
      if (request.doneAt <= seq) this.#settle(request, { effect: 'done', seq: request.doneAt })
    }
    this.#view.reset(albums, this.#outbox)
    this.#tell('reset', { why, epoch, seq })
    this.#tell('change', { changes: [], cause: 'snapshot' })
    this.#keepListLater()
  }

  /** In another epoch the numbers of steps mean others, so an undo that names one and has never left must not go. */
  #enterEpoch() {
    this.#steps.forget()
    for (const request of [...this.#outbox]) {
      request.doneAt = undefined
      const named = request.body.step ?? request.body.expect
      if (request.sent || typeof named !== 'number') continue
      this.#settle(request, this.#refuse(request, 'stale', 'The shelf was restored meanwhile.'))
    }
  }

  /** The two have gone different ways: start from a snapshot. */
  #resync() {
    this.seq = null
    this.#connection.restart()
    return false
  }

  #send(message) { this.#connection.send(message) }

  #ask(message) { return this.#caughtUp ? this.#questions.ask(message) : Promise.reject(new Error('offline')) }

  // ---- what it tells ------------------------------------------------------------------------------------------------

  #tell(type, detail) { this.dispatchEvent(new ClientEvent(type, detail)) }

  #tellStatus() {
    const status = this.status, text = JSON.stringify(status)
    if (text === this.#statusText) return
    this.#statusText = text
    this.#tell('status', status)
  }

  #current() {
    const acts = [...this.#outbox].map(({ body, step, target, changes }) => ({ kind: body.t, step: step ?? target, shows: changes.length > 0 }))
    return this.#steps.targets(acts.filter(act => act.step), (step, from, to) => this.#view.shows(step, from, to))
  }

  #tellTargets() {
    const { undo, redo, covered } = this.#current()
    const targets = { undo: shown(undo), redo: shown(redo), covered }
    const text = JSON.stringify(targets)
    if (text === this.#targetsText) return
    this.#targetsText = text
    this.#targets = targets
    this.#tell('targets', targets)
  }

  // ---- what it keeps ------------------------------------------------------------------------------------------------

  #become(key) {
    this.key = key
    this.id = clientID(key)
  }

  #state() { return { key: this.key, you: this.#steps.told, ...this.#outbox.toState() } }

  async #load() {
    const state = await this.#keeper.load()
    if (!this.key) this.#become(state?.key ?? newKey())
    if (state?.open) for (const request of this.#outbox.restore(state)) this.#dress(request)
    if (state?.you) this.#steps.tell(state.you)
    const list = state?.list ? JSON.parse(state.list) : { epoch: null, seq: null, albums: [] }
    if (!state?.list && !this.#outbox.size) return
    this.#replace({ ...list, why: 'kept', albums: list.albums.map(albumFrom) })
    this.#tellTargets()
  }

  /** The list is kept a while after it changed: the longer it is, the later. */
  #keepListLater() {
    if (!this.#keeper.store?.keepList) return
    this.#listTimer ??= this.#clock.setTimeout(() => this.#keepList(), 2000 + this.length)
  }

  #keepList() {
    if (this.#listTimer === null) return
    this.#clock.clearTimeout(this.#listTimer)
    this.#listTimer = null
    if (this.seq === null) return
    const list = { epoch: this.epoch, seq: this.seq, albums: this.#view.confirmed().map(albumToWire) }
    this.#keeper.store.keepList(JSON.stringify(list)).catch(() => {})
  }
}

/** A step as a button shows it. */
function shown(step) {
  if (!step) return null
  return step.seq === null ? { req: step.req, label: step.label } : { step: step.seq, label: step.label }
}
