// What survives: open requests through reloads and lost connections, numbers whatever state the store is in, the key of
// a tab.

import test from 'node:test'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { World, ids, line, truth, settled } from './world.js'
import { memoryStore, newKey, clientID, claimKey } from '../../web/client.js'
import { Outbox } from '../../web/client/outbox.js'
import { sha256 } from '../../web/client/sha256.js'

const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]
const title = (client, id) => client.get(id)?.fields.get('title')

/** A client that went offline with work open, and the store that holds it. */
async function leftOffline() {
  const world = new World(), key = newKey(), store = memoryStore(), ann = await world.client('Ann', { key, store })
  await world.quiet()
  world.cutAll()
  ann.do(retitle('a1', 'x'))
  ann.do([{ op: 'insert', id: 'n', before: 'a3', fields: { title: 'N' } }])
  await settled()
  ann.stop()
  return { world, key, store }
}

test('W3 open requests survive a reload and are carried out once, in order', async () => {
  const { world, key, store } = await leftOffline()
  const again = await world.client('Ann', { key, store })
  assert.equal(again.status.kept, 2)
  await world.quiet()
  assert.deepEqual(world.server.received.map(({ message }) => message.req), [1, 2])
  assert.equal(line(again.mirror()), truth(world))
  again.stop()
  const third = await world.client('Ann', { key, store })
  await world.quiet()
  assert.equal(world.server.received.length, 2)
  assert.equal(third.status.kept, 0)
})

test('W3 a page that opens offline shows the kept list with the open work on it', async () => {
  const world = new World(), key = newKey(), store = memoryStore(), ann = await world.client('Ann', { key, store })
  await world.quiet()
  world.clock.advance(10_000)
  world.cutAll()
  ann.do([{ op: 'delete', id: 'a2' }])
  await settled()
  ann.stop()
  const again = await world.client('Ann', { key, store })
  assert.equal(ids(again), 'a1 a3 a4 a5')
  assert.deepEqual(again.undo, { req: 1, label: { op: 'delete', count: 1, id: 'a2', title: 'Title a2' } })
  again.undoStep()
  assert.equal(ids(again), 'a1 a2 a3 a4 a5')
  await world.quiet()
  assert.equal(again.told.filter(({ type, why }) => type === 'reset' && why !== 'kept').length, 0, 'it went on from the kept list')
  assert.equal(line(again.mirror()), truth(world))
})

test('W3 work that is done before the store was read comes behind what was kept', async () => {
  const { world, key, store } = await leftOffline()
  const slow = { ...store, load: async () => { await settled(); return store.load() } }
  const early = client => { client.do([{ op: 'insert', id: 'e', after: null, fields: {} }]); client.do(retitle('a1', 'y')); client.undoStep() }
  const ann = await world.client('Ann', { key, store: slow, early })
  ann.do(retitle('a1', 'y'))
  await world.quiet()
  assert.equal(title(ann, 'a1'), 'y')
  assert.deepEqual(world.server.received.map(({ message: { t, req, expect } }) => [t, req, expect]), [
    ['do', 1, undefined], ['do', 2, undefined], ['do', 3, undefined], ['do', 4, undefined], ['undo', 5, { req: 3 }], ['do', 6, undefined]])
})

test('W2 W3 a client whose store is lost does not reuse a number', async () => {
  const { world, key, store } = await leftOffline()
  const first = await world.client('Ann', { key, store })
  await world.quiet()
  first.stop()
  const ann = await world.client('Ann', { key, store: memoryStore() })
  const insert = id => [{ op: 'insert', id, after: null, fields: {} }]
  const done = [ann.do(insert('p')), ann.do(insert('q')), ann.undoStep()]
  await world.quiet()
  assert.deepEqual((await Promise.all(done)).map(({ effect }) => effect), ['done', 'done', 'done'])
  assert.deepEqual(world.server.received.map(({ message }) => message.req), [1, 2, 3, 4, 5])
  assert.deepEqual(world.server.received.at(-1).message.expect, { req: 4 })
})

test('W3 nothing leaves under a number that the store does not hold yet', async () => {
  const { world, key, store } = await leftOffline()
  let release
  const released = new Promise(resolve => { release = resolve })
  const slow = { ...store, save: async state => { await released; await store.save(state) } }
  const ann = await world.client('Ann', { key, store: slow })
  await world.quiet()
  assert.equal(ann.status.phase, 'online')
  assert.equal(world.server.received.length, 0)
  release()
  await world.quiet()
  assert.equal(world.server.received.length, 2)
  assert.equal((await store.load()).open.every(({ sent }) => sent), true)
})

test('W3 a request that may have left keeps its number and its bytes', async () => {
  const { world, key, store } = await leftOffline()
  const first = await world.client('Ann', { key, store })
  while (!world.server.received.length) { await settled(); world.pumpAll() }
  const old = await store.load()
  await world.quiet()
  first.stop()
  await store.save(old)                     // the store never heard that they are done
  const again = await world.client('Ann', { key, store })
  await world.quiet()
  assert.equal(world.server.received.length, 2)
  assert.equal(again.status.kept, 0)
})

test('W3 a store that fails stops nobody, and the status says so', async () => {
  const world = new World(), fail = async () => { throw new Error('quota') }
  for (const store of [{ load: fail, save: async () => {} }, { load: async () => null, save: fail }]) {
    const ann = await world.client('Ann', { store })
    world.cutAll()
    const done = ann.do(retitle('a1', newKey()))
    await settled()
    assert.equal(ann.status.stored, store.save !== fail)
    await world.reconnect()
    assert.equal((await done).effect, 'done')
  }
})

test('W3 the status says that work is kept only once the store has it', async () => {
  const world = new World(), inner = memoryStore()
  let finish = []
  const store = { ...inner, save: state => new Promise(resolve => finish.push(() => resolve(inner.save(state)))) }
  const through = async () => { while (finish.length) { finish.splice(0).forEach(act => act()); await settled() } }
  const ann = await world.client('Ann', { store })
  await through()
  world.cutAll()
  ann.do(retitle('a1', newKey()))
  await settled()
  assert.deepEqual([ann.status.kept, ann.status.stored, ann.status.keeps], [1, false, true])
  await through()
  assert.deepEqual([ann.status.kept, ann.status.stored, ann.status.keeps], [1, true, true])
  assert.equal((await inner.load()).open.length, 1)
})

test('W3 renumbering takes references along, and leaves what may have left', () => {
  const outbox = new Outbox()
  outbox.add({ t: 'do', ops: [] }, null, true)
  for (const body of [{ t: 'do', ops: [] }, { t: 'undo', expect: { req: 2 } }, { t: 'redo', step: { req: 1 } }, { t: 'undo', expect: null }]) outbox.add(body, null, false)
  const step = outbox.find(2).step = { req: 2 }
  outbox.renumber(17)
  assert.equal(step.req, 18)
  assert.deepEqual([...outbox].map(request => outbox.message(request)), [
    { t: 'do', req: 1, ops: [] }, { t: 'do', req: 18, ops: [] }, { t: 'undo', req: 19, expect: { req: 18 } },
    { t: 'redo', req: 20, step: { req: 1 } }, { t: 'undo', req: 21, expect: null }])
  assert.equal(outbox.last, 21)
  outbox.renumber(21)
  assert.deepEqual([...outbox].map(({ req }) => req), [1, 22, 23, 24, 25])
})

test('W1 a key is 32 random bytes, and the id the start of its SHA-256', () => {
  for (let i = 0; i < 50; i += 1) {
    const key = newKey()
    assert.match(key, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(clientID(key), createHash('sha256').update(Buffer.from(key, 'base64url')).digest('base64url').slice(0, 16))
  }
})

test('W1 the hash is SHA-256, at every length around a block', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 7)
    assert.equal(Buffer.from(sha256(bytes)).toString('hex'), createHash('sha256').update(bytes).digest('hex'))
  }
})

// ---- tabs: channels that know each other, and sessionStorage as a Map

function tabs() {
  const open = new Set()
  class Channel {
    constructor() { open.add(this) }
    postMessage(data) { for (const other of open) if (other !== this) queueMicrotask(() => other.onmessage?.({ data })) }
    close() { open.delete(this) }
  }
  return (session, left = []) => claimKey('main', { session, Channel, left: async () => left, wait: 5 })
}

class Session extends Map {
  getItem(name) { return this.get(name) ?? null }
  setItem(name, value) { this.set(name, value) }
}

test('W1 a tab keeps its key through a reload', async () => {
  const claim = tabs(), session = new Session(), first = await claim(session)
  first.release()
  assert.equal((await claim(session)).key, first.key)
})

test('W1 a duplicated tab takes a key of its own, and keeps that', async () => {
  const claim = tabs(), session = new Session(), first = await claim(session), copy = new Session(session)
  const second = await claim(copy)
  assert.notEqual(second.key, first.key)
  second.release()
  assert.equal((await claim(copy)).key, second.key)
})

test('W1 of two tabs that claim one key at once, one gets it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const claim = tabs(), session = new Session(), first = await claim(session)
    first.release()
    const one = claim(new Session(session))
    if (round % 2) await settled()           // the other was not there yet to hear the first claim
    const [a, b] = await Promise.all([one, claim(new Session(session))])
    assert.notEqual(a.key, b.key)
    assert.ok([a.key, b.key].includes(first.key))
  }
})

test('W3 a new tab takes up the work that a closed browser left, unless somebody lives there', async () => {
  const claim = tabs(), dead = newKey(), living = await claim(new Session())
  assert.equal((await claim(new Session(), [living.key, dead])).key, dead)
})
