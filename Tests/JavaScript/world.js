// A small world for tests: one fake server, clients, and a clock that moves when told to. Nothing is timed.

import { Client, memoryStore, newKey } from '../../web/client.js'
import { FakeServer } from './fake-server.js'

export const FIVE = ['a1', 'a2', 'a3', 'a4', 'a5'].map(id => ({ id, title: `Title ${id}` }))

/** Time stands still until `advance`; timers fire in their order. */
export class Clock {
  time = 0
  timers = new Map()
  last = 0
  now = () => this.time
  setTimeout = (act, delay) => { this.timers.set(this.last += 1, { act, at: this.time + delay }); return this.last }
  clearTimeout = timer => { this.timers.delete(timer) }

  advance(by) {
    const end = this.time + by
    for (;;) {
      const next = [...this.timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
      if (!next) break
      this.timers.delete(next[0])
      this.time = next[1].at
      next[1].act()
    }
    this.time = end
  }
}

/** Lets every promise that can go on go on. */
export const settled = () => new Promise(resolve => { setImmediate(resolve) })

export class World {
  clock = new Clock()

  constructor(albums = FIVE) { this.server = new FakeServer(albums) }

  /** A client that was started; `key` and `store` say which one it was before. */
  async client(name, { key = newKey(), store = memoryStore(), random = () => 0.5, early = () => {}, fetchList } = {}) {
    const { now, setTimeout, clearTimeout } = this.clock
    const client = new Client({ url: 'ws://fake/ws/main', name, key, store, fetchList, WebSocket: this.server.WebSocket, random, now, setTimeout, clearTimeout })
    watch(client)
    const started = client.start()
    early(client)
    await started
    return client
  }

  /** Delivers everything that waits, until nothing does. */
  async quiet() {
    do { await settled() } while (this.pumpAll())
  }

  pumpAll() {
    let any = false
    for (const socket of [...this.server.sockets]) for (const way of ['up', 'down']) while (socket.pump(way)) any = true
    return any
  }

  cutAll() { for (const socket of [...this.server.sockets]) socket.cut() }

  /** Everybody comes back and hears everything. */
  async reconnect() {
    this.clock.advance(20_000)
    await this.quiet()
  }
}

/** Follows a client's changes on an array of its own, as a view does: `mirror()` is what a view would show. */
function watch(client) {
  let list = [], failure = null
  client.told = []
  for (const type of ['change', 'reset', 'notice', 'refused', 'targets', 'status', 'people']) {
    client.addEventListener(type, ({ detail }) => client.told.push({ type, ...detail }))
  }
  client.addEventListener('reset', () => { list = [...client.albums] })
  client.addEventListener('change', ({ detail }) => {
    try { for (const change of detail.changes) apply(list, change) } catch (error) { failure ??= error }
  })
  client.mirror = () => {
    if (failure) throw failure
    return list
  }
}

function apply(list, { type, id, index, from, to, album, was }) {
  const at = type === 'move' ? from : index
  if (type !== 'insert' && list[at]?.id !== id) throw new Error(`${type} of ${id}: ${list[at]?.id} is at ${at}`)
  if (type === 'insert') list.splice(index, 0, album)
  if (type === 'delete') list.splice(index, 1)
  if (type === 'move') list.splice(to, 0, ...list.splice(from, 1))
  if (type === 'edit') {
    if (list[at] !== was) throw new Error(`the edit of ${id} does not begin with what was shown`)
    list[at] = album
  }
}

/** A list as one line: `a1(title=…)`, fields by name. */
export function line(albums) {
  return albums.map(({ id, fields }) => `${id}(${[...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`).join(' ')})`).join(' ')
}

export const ids = client => client.albums.map(album => album.id).join(' ')

/** What the server's list reads, as `line` writes it. */
export const truth = world => line(world.server.shelf.visible().map(([id, fields]) => ({ id, fields })))

/** Repeatable random numbers (mulberry32). */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
