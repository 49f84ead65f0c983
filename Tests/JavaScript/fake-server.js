// A server in memory, slow and obvious, for the tests of the client library: shelves after the executable
// specification (everything is recomputed from the steps), sessions over a socket that delivers when told to.
//
// Nothing happens by itself: `pump()` delivers one frame, `cut()` breaks a line with whatever is on it.

import { FakeShelf, Refused } from './fake-shelf.js'
import { clientID, newKey } from '../../web/client/key.js'

export class FakeServer {
  sessions = new Set()
  marks = new Map()       // client → its last numbered request with an outcome
  outcomes = new Map()    // client → Map of req → { text, outcome }
  received = []           // every request carried out or refused: { client, message }
  log = []                // events by seq
  epoch = 'e1'
  horizon = 0             // events up to this seq are no longer in the journal
  limits = { open_requests: 64, message_bytes: 8388608 }
  part = 3                // albums in a part of a snapshot

  constructor(albums = []) {
    const server = this
    this.shelf = new FakeShelf(albums)
    this.sockets = []
    this.WebSocket = class { constructor(url) { return new FakeSocket(server, url) } }
  }

  get seq() { return this.log.length }

  /** Forgets everything behind a seq, as a restored backup does, and begins another epoch. */
  restoreTo(seq) {
    const kept = this.log.slice(0, seq)
    this.shelf = new FakeShelf(this.shelf.born)
    this.log = []
    this.marks.clear(); this.outcomes.clear()
    for (const { replay: { client, name, message } } of kept) this.carryOut(client, name, message)
    this.epoch = `e${Number(this.epoch.slice(1)) + 1}`
    for (const session of [...this.sessions]) session.bye(4000, 'restored')
  }

  receive(session, message) {
    switch (message.t) {
      case 'hello': return this.hello(session, message)
      case 'ping': return session.say({ t: 'tick', seq: session.seq })
      case 'here': session.here = message; return this.who()
      case 'history': return session.say({ t: 'history', seq: this.seq, events: this.log.map(({ replay, ops, ...event }) => event).reverse(), more: false })
      case 'bin': return session.say({ t: 'bin', seq: this.seq, total: 0, albums: this.shelf.bin().map(([id, fields]) => ({ id, fields })) })
      default: return this.request(session, message)
    }
  }

  hello(session, { key = newKey(), at, name }) {
    const client = clientID(key)
    for (const other of this.sessions) if (other.client === client && other !== session) other.bye(4504, 'replaced')
    Object.assign(session, { client, name, seq: this.seq, ready: true })
    this.sessions.add(session)
    const resumed = at?.epoch === this.epoch && at.seq <= this.seq && at.seq >= this.horizon
    session.say({ t: 'welcome', client, key, shelf: 'main', epoch: this.epoch, seq: this.seq, req: this.marks.get(client) ?? 0, role: 'edit', resumed, durable: 'disk', limits: this.limits, web_covers: false })
    if (resumed) session.say(this.log.slice(at.seq).map(event => event.wire))
    else this.snapshot(session, at ? 'behind' : 'first')
    session.say(this.you(client))
    this.who()
  }

  snapshot(session, why) {
    const albums = this.shelf.visible().map(([id, fields]) => ({ id, ...Object.fromEntries(fields) }))
    const of = Math.max(1, Math.ceil(albums.length / this.part))
    for (let part = 1; part <= of; part += 1) {
      session.say({ t: 'snapshot', epoch: this.epoch, seq: this.seq, part, of, why, albums: albums.slice((part - 1) * this.part, part * this.part) })
    }
  }

  who() {
    const clients = [...this.sessions].map(({ client, name, here }) => ({ client, name, ...here, t: undefined }))
    for (const session of this.sessions) session.say({ t: 'who', count: clients.length, clients })
  }

  you(client) { return { t: 'you', seq: this.seq, ...this.shelf.targets(client) } }

  /** A request: an outcome known already is told again, else it is carried out. */
  request(session, message) {
    const { client, name } = session, known = this.outcomes.get(client)?.get(message.req), text = JSON.stringify(message)
    if (known) return session.say(known.text === text ? known.outcome : { t: 'nack', req: message.req, code: 'reused', message: '' })
    if (message.req <= (this.marks.get(client) ?? 0)) return session.say({ t: 'nack', req: message.req, code: 'forgotten', message: '' })
    const outcome = this.carryOut(client, name, message)
    if (outcome.t !== 'ev') session.say(outcome)
  }

  carryOut(client, name, message) {
    this.received.push({ client, message })
    const before = new Map([...this.marks.keys(), client].map(id => [id, JSON.stringify(this.shelf.targets(id))]))
    const outcome = this.outcome(client, name, message)
    this.marks.set(client, message.req)
    const told = outcome.t === 'ev' ? { t: 'ack', req: message.req, effect: 'done', seq: outcome.seq } : outcome
    if (!this.outcomes.has(client)) this.outcomes.set(client, new Map())
    this.outcomes.get(client).set(message.req, { text: JSON.stringify(message), outcome: told })
    if (outcome.t === 'ev') this.broadcast(outcome, before)
    return outcome
  }

  outcome(client, name, message) {
    try {
      const done = this.shelf.carryOut(client, message, this.seq + 1)
      if (!done) return { t: 'ack', req: message.req, effect: 'none' }
      return { t: 'ev', seq: this.seq + 1, by: client, name, req: message.req, kind: message.t, at: 0, ...done }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { t: 'nack', req: message.req, code: error.message, message: error.message }
    }
  }

  broadcast(event, before) {
    this.log.push({ ...event, wire: event, replay: { client: event.by, name: event.name, message: this.received.at(-1).message } })
    for (const session of this.sessions) {
      session.seq = event.seq
      session.say(event)
      if (before.get(session.client) !== JSON.stringify(this.shelf.targets(session.client))) session.say(this.you(session.client))
    }
  }
}

/** Both ends of one connection. Frames wait in `up` and `down` until they are pumped. */
class FakeSocket {
  readyState = 0
  up = []
  down = []
  client = null

  constructor(server, url) {
    Object.assign(this, { server, url })
    server.sockets = [...server.sockets.filter(socket => socket.readyState < 3), this]
  }

  // the client's end
  send(text) { if (this.readyState === 1) this.up.push(text) }
  close() { this.readyState = 3; this.server.sessions.delete(this) }

  // the server's end
  say(message) { if (!Array.isArray(message) || message.length) this.down.push(JSON.stringify(message)) }
  bye(code, reason) {
    this.say({ t: 'bye', code, reason, reconnect: code < 4500, after: [1, 1] })
    this.down.push({ close: { code, reason } })
    this.server.sessions.delete(this)
  }

  /** Delivers one frame, up or down; false when nothing waits. */
  pump(way) {
    if (this.readyState === 3) return false
    if (this.readyState === 0) { this.readyState = 1; this.onopen({}); return true }
    const [frame] = (way === 'up' ? this.up : this.down).splice(0, 1)
    if (frame === undefined) return false
    if (way === 'up') for (const message of [JSON.parse(frame)].flat()) this.server.receive(this, message)
    else if (frame.close) { this.readyState = 3; this.onclose(frame.close) }
    else this.onmessage({ data: frame })
    return true
  }

  cut() {
    if (this.readyState === 3) return
    this.readyState = 3
    this.server.sessions.delete(this)
    this.onclose({ code: 1006, reason: '' })
  }
}
