// Random interleavings: clients do, undo and redo, frames are delivered in any order between the lines, lines are cut at
// any point, tabs are reloaded from what their store has. At the end everybody agrees with the server, each request was
// carried out once and in order, and every view that followed the changes shows what its client says.
//
// SEED=7 ROUNDS=1 node --test Tests/JavaScript/storm.test.js   repeats one.

import test from 'node:test'
import assert from 'node:assert/strict'
import { World, line, truth, seeded, settled } from './world.js'
import { memoryStore, newKey } from '../../web/client.js'

const FIRST = Number(process.env.SEED ?? 1), ROUNDS = Number(process.env.ROUNDS ?? 50)

class Storm {
  constructor(seed) {
    this.random = seeded(seed)
    this.world = new World(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(id => ({ id, title: id })))
    this.names = 0
    this.asked = new Map()     // client's key → what it asked for, in order
    this.outcomes = new Map()  // request's mark → how often it was answered
  }

  below(n) { return Math.floor(this.random() * n) }
  pick(array) { return array[this.below(array.length)] }

  async begin() {
    this.seats = []
    for (const name of ['Ann', 'Bo', 'Cy']) {
      const seat = { name, key: newKey(), store: memoryStore() }
      this.asked.set(seat.key, [])
      this.seats.push(seat)
      await this.open(seat)
    }
    await this.world.quiet()
  }

  async open(seat) { seat.client = await this.world.client(seat.name, { ...seat, random: this.random }) }

  /** The tab goes; only what its store holds stays. */
  async reload(seat) {
    await settled()
    seat.client.stop()
    await settled()
    await this.open(seat)
  }

  async turn() {
    const seat = this.pick(this.seats), chance = this.random()
    if (chance < 0.35) this.act(seat)
    else if (chance < 0.80) this.pump()
    else if (chance < 0.86) this.pick(this.world.server.sockets)?.cut()
    else if (chance < 0.93) this.world.clock.advance(this.below(2000))
    else if (chance < 0.96) await this.reload(seat)
    else if (chance < 0.97) this.world.server.horizon = this.world.server.seq
    else await settled()
  }

  pump() {
    const socket = this.pick(this.world.server.sockets)
    socket?.pump(this.random() < 0.5 ? 'up' : 'down')
  }

  act({ client, key }) {
    const chance = this.random(), ids = client.albums.map(album => album.id)
    const any = () => (this.random() < 0.8 && ids.length ? this.pick(ids) : `a${1 + this.below(6)}`)
    if (chance < 0.2) return void client.undoStep({ anyway: this.random() < 0.5 })
    if (chance < 0.3) return void client.redoStep()
    const ops = []
    for (let count = 1 + this.below(3); count > 0; count -= 1) ops.push(this.operation(any))
    const mark = `${key} ${this.names += 1}`
    ops.push({ op: 'edit', id: ops[0].id, set: { note: mark } })
    this.asked.get(key).push(mark)
    client.do(ops).then(() => this.outcomes.set(mark, (this.outcomes.get(mark) ?? 0) + 1))
  }

  operation(any) {
    const anchor = this.random() < 0.2 ? null : any(), where = this.random() < 0.5 ? { after: anchor } : { before: anchor }
    switch (this.below(5)) {
      case 0: return { op: 'insert', id: `n${this.names += 1}`, ...where, fields: { title: `t${this.below(9)}` } }
      case 1: return { op: 'delete', id: any() }
      case 2: return { op: 'move', id: any(), ...where }
      case 3: return { op: 'edit', id: any(), set: { title: this.pick([`t${this.below(9)}`, null]) } }
      default: return { op: 'restore', id: any() }
    }
  }

  async end() {
    this.world.cutAll()
    for (let i = 0; i < 3; i += 1) await this.world.reconnect()
  }

  check(seat) {
    const { client, key } = seat, marks = this.carriedOut(client)
    assert.equal(client.status.phase, 'online')
    assert.equal(client.status.saving + client.status.kept, 0, 'nothing is open')
    assert.equal(client.seq, this.world.server.seq)
    assert.equal(line(client.albums), truth(this.world), 'the list is the server\'s')
    assert.equal(line(client.mirror()), truth(this.world), 'a view that follows the changes shows it')
    assert.deepEqual(marks, this.asked.get(key), 'each request once, in order')
    for (const [index, { id }] of client.albums.entries()) assert.equal(client.indexOf(id), index)
    this.checkTargets(client)
  }

  checkTargets(client) {
    const { undo, redo, covered } = this.world.server.shelf.targets(client.id)
    assert.deepEqual([client.undo?.step ?? null, client.redo?.step ?? null, client.covered?.step ?? null], [undo?.step ?? null, redo?.step ?? null, covered?.step ?? null])
  }

  carriedOut({ id }) {
    return this.world.server.received.filter(({ client, message }) => client === id && message.t === 'do').map(({ message }) => message.ops.at(-1).set.note)
  }
}

test(`W3 W5 any interleaving of work, cuts and reloads ends with one truth (SEED=${FIRST} ROUNDS=${ROUNDS})`, async () => {
  for (let seed = FIRST; seed < FIRST + ROUNDS; seed += 1) {
    const storm = new Storm(seed)
    try {
      await storm.begin()
      for (let turn = 0; turn < 120; turn += 1) await storm.turn()
      await storm.end()
      for (const seat of storm.seats) storm.check(seat)
    } catch (error) {
      error.message = `SEED=${seed} ROUNDS=1 node --test Tests/JavaScript/storm.test.js\n${error.message}`
      throw error
    }
  }
})
