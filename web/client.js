// The client library of Backspin: a live copy of a shelf, edited at once and saved in order.
//
//   const client = new Client({ url: 'ws://localhost:8420/ws/main', name: 'Ann' })
//   client.addEventListener('change', ({ detail }) => show(detail.changes))
//   client.start()
//   await client.do([{ op: 'edit', id: 'a4', set: { year: 1992 } }])   // { effect: 'done', seq: 431, event }
//   await client.undoStep()
//
// The view is the confirmed list with the own open requests on top, so everything done shows at once, offline too.
// Open requests are numbered, kept in the store if there is one, and sent again after every reconnect until their one
// outcome is known (SPEC W3). CLIENT.md says how to write another client; the parts are in client/:
//
//   connection    comes back, notices a dead line      replica   what each message means for what is shown
//   presence      who is here                          view      the confirmed list with the open requests on top
//   questions     the history, the bin                 list, changes, diff   the list, and what views are told of it
//   keeper, store what survives a reload               hand      what a request will probably do
//   tab, key      which client a tab is                outbox    the open requests and their numbers
//   wire, label   the words                            steps     what Undo and Redo would switch
//   fetchlist     a first list by HTTP
//
// Events (their `detail`):
//   status   the status      targets  { undo, redo, covered }      people  { people, count }
//   change   { changes, cause, event }   `cause`: local, remote, own (an own event; often nothing is left to change) or snapshot;
//            `event` when there is but one. Changes (client/changes.js) apply one after another, each with its `event` if any.
//   reset    { why, epoch, seq }   another list took the place of this one: read it anew. A `change` follows that has
//            cause `snapshot` and no changes; those that the snapshot was too old for come in the same way.
//   done     { step, ops }      an own `do` is a step now, perhaps one that was asked for before a reload
//   notice   { event, live }     another client changed something; `live` is false for what was missed
//   refused  { request: { req, ops | undo | redo, label }, code, message }   what could not be done

import { Connection } from './client/connection.js'
import { Keeper } from './client/keeper.js'
import { labelOf } from './client/label.js'
import { Presence } from './client/presence.js'
import { Questions } from './client/questions.js'
import { Replica } from './client/replica.js'
import { onWake } from './client/wake.js'
import { newKey, clientID, newAlbumID } from './client/key.js'
import { fieldsFrom, format } from './client/wire.js'

export { claimKey } from './client/tab.js'
export { indexedStore, memoryStore } from './client/store.js'
export { newKey, clientID }

const OPEN_REQUESTS = 64             // until `welcome.limits` says otherwise
const MESSAGE_BYTES = 8 * 1024 * 1024

class ClientEvent extends Event {
  constructor(type, detail) {
    super(type)
    this.detail = detail
  }
}

export class Client extends EventTarget {
  /** What `welcome` told last: { shelf, role, limits, durable, … } */
  #welcome
  #key
  #token
  #clock
  #connection
  #keeper
  #presence
  #questions
  #replica
  #loading = null
  #fetchList
  #unhook = null             // ends listening for wake-ups; null while stopped
  #welcomed = false          // the connection is about to give everything up to now …
  #caughtUp = false          // … and has done so: requests may go
  #anew = false              // it began with a list from elsewhere: the events up to now belong to that
  #marking = false           // numbers are being made final
  #parts = []                // of a snapshot that is coming in
  #trouble = null
  #statusTold = ''

  /**
   * `url` is the shelf's, as `wss://host/ws/main`. `key` and `store` say which client this is and where its open requests are kept
   * (`claimKey`); without them it is a new one that keeps nothing. `fetchList` may get a first list otherwise than by the socket, which
   * is not compressed: a promise of { epoch, seq, albums } as H1 has it. `WebSocket` is for where there is none; the rest for tests.
   */
  constructor({ url, name, person, hue, key, token, store = null, fetchList, WebSocket, random,
    now = system.now, setTimeout = system.setTimeout, clearTimeout = system.clearTimeout }) {
    super()
    this.#welcome = { shelf: new URL(url).pathname.split('/').at(-1), limits: null, role: null, durable: null, web_covers: false }
    this.#token = token
    this.#fetchList = fetchList
    this.#clock = { now, setTimeout, clearTimeout }
    this.#connection = new Connection({ url, WebSocket, random, clock: this.#clock, owner: this.#owner() })
    const state = () => ({ key: this.#key, ...this.#replica.toState() })
    this.#keeper = new Keeper(store, { clock: this.#clock, state, list: () => this.#replica.listToText() })
    this.#presence = new Presence({ self: { name, person, hue }, clock: this.#clock, send: message => this.#caughtUp && this.#send(message) })
    this.#questions = new Questions(message => this.#send(message))
    this.#replica = new Replica({ tell: (type, detail) => this.#tell(type, detail), concluded: () => this.#concluded() })
    if (key) this.#become(key)
  }

  // ---- what it is ---------------------------------------------------------------------------------------------------

  /** `phase` is connecting, online, offline or stopped; `saving` counts the requests on their way, `kept` those that wait;
   *  `reason` and `code` tell why the last connection ended; `stored` whether open requests survive a reload as of now, `keeps` whether they can. */
  get status() {
    const { phase, reason, code, retryAt } = this.#connection, { size, flying } = this.#replica.outbox
    return { phase, saving: flying, kept: size - flying, trouble: this.#trouble, reason, code, retryAt, stored: this.#keeper.stored, keeps: this.#keeper.works }
  }

  get shelf() { return this.#welcome.shelf }
  get limits() { return this.#welcome.limits }
  get role() { return this.#welcome.role }
  get durable() { return this.#welcome.durable }
  get webCovers() { return this.#welcome.web_covers }
  get key() { return this.#key }
  get id() { return this.#replica.id }
  get seq() { return this.#replica.seq }
  get epoch() { return this.#replica.epoch }

  /** The albums in order, own open requests included: the same array until something changes, then another. */
  get albums() { return this.#replica.list.toArray() }
  get length() { return this.#replica.list.length }
  get(id) { return this.#replica.list.get(id) }
  at(index) { return this.#replica.list.at(index) }
  indexOf(id) { return this.#replica.list.indexOf(id) }

  get undo() { return this.#replica.targets.undo }
  get redo() { return this.#replica.targets.redo }
  get covered() { return this.#replica.targets.covered }
  get unsure() { return this.#replica.isUnsure }   // whether targets that are null may yet turn out otherwise
  get people() { return this.#presence.people }
  get count() { return this.#presence.count }

  // ---- what it does -------------------------------------------------------------------------------------------------

  /** Reads the store, then connects. Also brings back a client that was stopped or replaced. */
  async start() {
    this.#unhook ??= onWake(() => this.#connection.wake())
    await (this.#loading ??= this.#load())
    if (this.#unhook) this.#connection.start()
  }

  /** Disconnects. Open requests stay in the store, if there is one. */
  stop() {
    this.#unhook?.()
    this.#unhook = null
    this.#connection.stop()
  }

  /** Tries to connect now instead of later. */
  retry() { this.#connection.wake() }

  /** Carries out operations (L5) as one step. Shows at once; resolves with the outcome. */
  async do(ops) { return this.#request({ body: { t: 'do', ops }, label: labelOf(ops, this.#replica.list) }) }

  /** Undoes what the button shows, or the step that is named. When the newest own step sleeps beneath another's work,
   *  resolves with { effect: 'asleep', covered } unless told `anyway`. */
  async undoStep({ step, anyway = false } = {}) {
    if (step === undefined && this.covered && !anyway) return { effect: 'asleep', covered: this.covered }
    return this.#request(this.#replica.switching('undo', step))
  }

  /** Redoes what the button shows, or the step that is named. */
  async redoStep({ step } = {}) { return this.#request(this.#replica.switching('redo', step)) }

  /** Tells others { on, edits, name, hue }; what is not named stays as it was, null takes it back. */
  here(news) { this.#presence.say(news) }

  /** The newest events before one (W12); rejects while offline. */
  async history({ before, count } = {}) { return this.#ask({ t: 'history', before, count }) }

  /** The latest deleted albums (W13), their fields as Maps; rejects while offline. */
  async bin({ before, count } = {}) {
    const answer = await this.#ask({ t: 'bin', before, count })
    return { ...answer, albums: answer.albums.map(album => ({ ...album, fields: fieldsFrom(album.fields) })) }
  }

  /** An id for a new album. */
  newId() { return newAlbumID() }

  // ---- requests -----------------------------------------------------------------------------------------------------

  #request(request) {
    const tooLarge = this.#tooLarge(request.body)
    if (tooLarge) return this.#replica.refuse(request, 'too_large', tooLarge)
    const { outcome, changes } = this.#replica.open(request, this.#goesAtOnce)
    this.#save()
    this.#flush()
    if (changes.length) this.#tell('change', { changes, cause: 'local' })
    this.#looked()
    return outcome
  }

  #tooLarge(body) {
    const most = this.limits?.message_bytes ?? MESSAGE_BYTES, text = format(body)
    const bytes = text.length * 3 < most ? 0 : new TextEncoder().encode(text).length + 64
    return bytes > most && `The request has ${bytes} bytes, ${most} are allowed.`
  }

  get #window() { return this.limits?.open_requests ?? OPEN_REQUESTS }

  get #goesAtOnce() { return this.#caughtUp && !this.#marking && this.#replica.outbox.flying < this.#window }

  /** Sends what may go. What is about to leave for the first time is in the store before, with its final number; a
   *  request that goes out as it is made need not wait, as a state without it knows nothing of its number. */
  #flush() {
    if (!this.#caughtUp || this.#marking) return
    const ready = this.#replica.outbox.ready(this.#window), fresh = ready.filter(request => !request.sent)
    for (const request of fresh) request.sent = true
    if (fresh.length && this.#keeper.works) return this.#markAndFlush()
    for (const request of ready) {
      request.flying = true
      this.#send(this.#replica.outbox.message(request))
    }
  }

  async #markAndFlush() {
    this.#marking = true
    await this.#keeper.save()
    this.#marking = false
    this.#flush()
    this.#tellStatus()
  }

  #concluded() {
    this.#save()
    this.#flush()
  }

  // ---- the connection -----------------------------------------------------------------------------------------------

  #owner() {
    return {
      opening: () => [this.#hello(), this.#presence.here()],
      received: messages => this.#received(messages),
      changed: () => this.#tellStatus(),
      lost: code => this.#lost(code),
    }
  }

  #hello() {
    const { seq, epoch } = this.#replica
    return { t: 'hello', key: this.#key, at: seq === null ? undefined : { epoch, seq }, name: this.#presence.name, token: this.#token }
  }

  #lost(code) {
    this.#caughtUp = this.#welcomed = this.#anew = false
    this.#parts = []
    this.#keeper.keepList()
    if (code === 4005) this.#replica.seq = null
    this.#replica.outbox.ground()
    this.#questions.giveUp()
    this.#presence.stop()
    this.#tellStatus()
  }

  /** Events that came together are let in together. */
  #received(messages) {
    let events = []
    for (const message of [...messages, null]) {
      if (message?.t === 'ev') { events.push(message); continue }
      if (events.length && !this.#advance(events)) return this.#resync()
      events = []
      if (message) this.#handle(message)
    }
    this.#looked()
  }

  #advance(events) {
    const fits = this.#replica.advance(events, this.#caughtUp ? 'live' : this.#anew ? 'snapshot' : 'missed')
    this.#keeper.keepListLater(this.length)
    return fits
  }

  #handle(message) {
    switch (message.t) {
      case 'welcome': return this.#onWelcome(message)
      case 'snapshot': return this.#onSnapshot(message)
      case 'you': return this.#onYou(message)
      case 'who': return this.#onWho(message)
      case 'tick': return this.#onTick(message)
      case 'ack': return this.#replica.acknowledge(message)
      case 'nack': return this.#replica.refused(message)
      case 'trouble': this.#trouble = message.reason; return
      case 'history': case 'bin': return this.#questions.answered(message)
    }
  }

  #onWelcome(message) {
    this.#welcome = message
    this.#welcomed = true
    this.#trouble = null
    this.#replica.id = message.client
    this.#replica.outbox.renumber(message.req)
  }

  #onSnapshot({ epoch, seq, part, of, why, albums }) {
    if (part === 1) this.#parts = []
    this.#parts.push(albums)
    if (part < of) return
    this.#replica.replace({ epoch, seq, why, albums: this.#parts.flat() })
    this.#parts = []
    this.#anew = !this.#caughtUp
    this.#keeper.keepListLater(this.length)
    if (this.#caughtUp) this.#sendAgain()
  }

  #onYou(message) {
    this.#replica.you(message)
    this.#catchUp()
  }

  #onWho(message) {
    this.#presence.told(message, this.id)
    this.#catchUp()
    this.#tell('people', { people: this.people, count: this.count })
  }

  /** A tick names the last event that was sent: whoever lacks it has lost something on the way. */
  #onTick({ seq }) {
    this.#catchUp()
    if (this.#caughtUp && !this.#parts.length && !(seq <= this.seq)) this.#resync()
  }

  /** Everything up to now is here once something comes that follows the events (W2). */
  #catchUp() {
    if (!this.#welcomed || this.#caughtUp) return
    this.#caughtUp = true
    this.#connection.welcomed()
    this.#flush()
  }

  #sendAgain() {
    this.#replica.outbox.ground()
    this.#flush()
  }

  /** The two have gone different ways: start from a snapshot. */
  #resync() {
    this.#replica.seq = null
    this.#connection.restart()
  }

  #send(message) { this.#connection.send(message) }

  #ask(message) {
    if (!this.#caughtUp) throw new Error('offline')
    return this.#questions.ask(message)
  }

  // ---- what it tells ------------------------------------------------------------------------------------------------

  #tell(type, detail) { this.dispatchEvent(new ClientEvent(type, detail)) }

  #tellStatus() {
    const status = this.status, text = JSON.stringify(status)
    if (text === this.#statusTold) return
    this.#statusTold = text
    this.#tell('status', status)
  }

  #looked() {
    this.#replica.lookAtTargets()
    this.#tellStatus()
  }

  // ---- what it keeps ------------------------------------------------------------------------------------------------

  #become(key) {
    this.#key = key
    this.#replica.id = clientID(key)
  }

  async #load() {
    await this.#keeper.load(state => {
      if (!this.#key) this.#become(state?.key ?? newKey())
      if (state) this.#replica.restore(state)
    })
    this.#tellStatus()
    if (this.#fetchList && this.seq === null) await this.#loadList()
  }

  /** Whatever is wrong with a fetched list: the connection brings one. */
  async #loadList() {
    const { epoch, seq, albums } = await this.#fetchList().catch(() => null) ?? {}
    if (typeof epoch !== 'string' || !Number.isSafeInteger(seq) || !Array.isArray(albums)) return
    this.#replica.replace({ epoch, seq, albums, why: 'first' })
    this.#anew = true
    this.#keeper.keepListLater(this.length)
    this.#looked()
  }

  async #save() {
    await this.#keeper.save()
    this.#tellStatus()
  }
}

const system = {
  now: () => Date.now(),
  setTimeout: (act, delay) => setTimeout(act, delay),
  clearTimeout: timer => clearTimeout(timer),
}
