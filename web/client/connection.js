// One connection that comes back: opens the socket, says hello, notices when the line is dead, waits and tries again.
// Knows nothing of shelves; `owner` is told what happens:
//
//   owner.opening() → the first messages      owner.received(messages)      owner.changed()      owner.lost()
//
// The times are SPEC's: `tick` every 25 s (W9), the window of a `bye` (W10), or else 200 ms to 15 s, doubling, drawn.

import { PROTOCOL, parse, format, stops } from './wire.js'

const FIRST_DELAY = 200
const LONGEST_DELAY = 15_000
const OPENING = 10_000      // from the attempt to the first message
const SILENCE = 20_000      // then a ping, so that a dead line shows within 25 s
const ANSWER = 5_000        // to anything that is answered; then a ping has as long again
const STEADY = 5_000        // a connection that lived this long was a good one

export class Connection {
  phase = 'stopped'         // connecting, online, offline, stopped
  reason = null
  code = null               // of the close that ended the last connection
  retryAt = null
  #socket = null
  #bye = null
  #attempt = 0
  #since = null
  #retry = null
  #watch = null
  #quietUntil = 0
  #probing = false

  constructor({ url, WebSocket = globalThis.WebSocket, clock, random = Math.random, owner }) {
    Object.assign(this, { url, WebSocket, clock, random, owner })
  }

  start() {
    if (this.phase !== 'stopped') return
    this.#attempt = 0
    this.#enter('connecting')
    this.#open()
  }

  stop(reason = null, code = null) {
    this.#clear()
    this.#close()
    this.#enter('stopped', { reason, code })
    this.owner.lost(null)
  }

  /** The owner has what it needs: the connection is of use. */
  welcomed() {
    this.#since = this.clock.now()
    this.#enter('online')
  }

  send(message) {
    if (this.#socket?.readyState !== 1) return
    this.#socket.send(format(message))
    if (message.t !== 'here') this.#expect(ANSWER)
  }

  /** Comes back at once, for a fresh start. */
  restart() {
    if (this.phase === 'stopped') return
    this.#drop()
    this.#comeBack({ reason: 'restart' })
  }

  /** Something woke up: try now, or make sure that the line is alive. */
  wake() {
    if (this.phase === 'online') return this.#probe()
    if (this.#retry === null) return
    this.#attempt = 0
    this.#open()
  }

  #open() {
    this.#clear()
    this.#bye = null
    this.#since = null
    const socket = this.#socket = new this.WebSocket(this.url, PROTOCOL)
    const mine = act => event => { if (this.#socket === socket) act(event) }
    socket.onopen = mine(() => socket.send(format(this.owner.opening())))
    socket.onmessage = mine(event => this.#receive(event.data))
    socket.onclose = mine(event => this.#closed(event))
    socket.onerror = () => {}
    this.#expect(OPENING)
    this.owner.changed()
  }

  #receive(data) {
    this.#heard()
    let messages
    try { messages = parse(data) } catch { return this.restart() }
    this.#bye = messages.find(message => message.t === 'bye') ?? this.#bye
    this.owner.received(messages)
  }

  #closed(event) {
    const { code, reason, reconnect = true, after } = this.#bye ?? event
    this.#drop()
    if (stops(code) || reconnect === false) return this.stop(reason || null, code)
    this.#comeBack({ reason: reason || null, after, code })
  }

  #comeBack({ reason, after, code = null }) {
    const steady = this.#since !== null && this.clock.now() - this.#since >= STEADY
    if (steady) this.#attempt = 0
    const delay = after ? between(after[0], after[1], this.random()) : this.#backoff()
    this.#attempt += 1
    this.retryAt = this.clock.now() + delay
    this.#retry = this.clock.setTimeout(() => this.#open(), delay)
    this.#enter(this.#since === null ? 'offline' : 'connecting', { reason, code, retryAt: this.retryAt })
    this.#since = null
    this.owner.lost(code)
  }

  #backoff() {
    const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempt)
    return between(longest / 2, longest, this.random())
  }

  /** Anything heard: the line is alive, and may be silent for a while. */
  #heard() {
    this.clock.clearTimeout(this.#watch)
    this.#watch = null
    this.#probing = false
    this.#expect(SILENCE)
  }

  /** Something must be heard within so many ms: an answer to what was sent, or at least to a ping. */
  #expect(within) {
    const until = this.clock.now() + within
    if (this.#watch !== null && this.#quietUntil <= until) return
    this.clock.clearTimeout(this.#watch)
    this.#quietUntil = until
    this.#watch = this.clock.setTimeout(() => this.#silent(), within)
  }

  /** A request may wait for the server's disk, a ping does not. */
  #silent() {
    this.#watch = null
    if (this.phase === 'online' && !this.#probing) return this.#probe()
    this.#drop()
    this.#comeBack({ reason: 'silence' })
  }

  #probe() {
    this.#probing = true
    this.send({ t: 'ping' })
  }

  #drop() {
    this.#clear()
    this.#close()
  }

  #close() {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }

  #clear() {
    this.clock.clearTimeout(this.#retry)
    this.clock.clearTimeout(this.#watch)
    this.#retry = this.#watch = null
    this.#probing = false
  }

  #enter(phase, { reason = null, code = null, retryAt = null } = {}) {
    Object.assign(this, { phase, reason, code, retryAt })
    this.owner.changed()
  }
}

const between = (low, high, share) => low + (high - low) * share
