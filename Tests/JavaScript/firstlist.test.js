// A first list that comes by HTTP, compressed, and what the connection then brings.

import test from 'node:test'
import assert from 'node:assert/strict'
import { fetchList } from '../../web/client/fetchlist.js'
import { memoryStore } from '../../web/client.js'
import { World, FIVE, ids, line, truth } from './world.js'

const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]

/** The list as the server would tell it now. */
const listOf = ({ server }) => ({
  shelf: 'main', epoch: server.epoch, seq: server.seq,
  albums: server.shelf.visible().map(([id, fields]) => ({ id, ...Object.fromEntries(fields) })),
})

const hello = world => JSON.parse(world.server.sockets.at(-1).up[0])[0]
const resets = client => client.told.filter(({ type }) => type === 'reset').map(({ why }) => why)

/** Bo works before Ann's connection is there. */
function after(bo, { server: { sockets: [socket] } }) {
  bo.do(retitle('a2', 'After'))
  while (socket.pump('up') || socket.pump('down'));
}

/** Ann on a shelf where Bo did something before; `fetch` may fetch the list. */
async function visit(fetch, between = () => {}) {
  const world = new World(), bo = await world.client('Bo')
  await world.quiet()
  bo.do(retitle('a1', 'Before'))
  await world.quiet()
  const ann = await world.client('Ann', { fetchList: () => fetch(world) })
  between(bo, world, ann)
  world.server.sockets.at(-1).pump('up')      // opens; hello goes
  const greeting = hello(world)
  await world.quiet()
  return { world, ann, bo, greeting }
}

test('W2 a fetched list shows before there is a connection, and only what is newer follows', async () => {
  let shown
  const { world, ann, greeting } = await visit(async world => listOf(world), (bo, world, ann) => {
    shown = [ids(ann), world.server.sockets.at(-1).readyState]
    after(bo, world)
  })
  assert.deepEqual(shown, ['a1 a2 a3 a4 a5', 0])
  assert.deepEqual(greeting.at, { epoch: 'e1', seq: 1 })
  assert.deepEqual(resets(ann), ['first'])
  assert.equal(line(ann.albums), truth(world))
  assert.equal(line(ann.mirror()), truth(world))
  assert.equal(ann.status.phase, 'online')
})

test('W2 who came for the first time has missed nothing, also of what happened since the list was fetched', async () => {
  const { ann, bo, world } = await visit(async world => listOf(world), after)
  assert.deepEqual(ann.told.filter(({ type }) => type === 'notice'), [])
  assert.deepEqual(ann.told.filter(({ type, cause }) => type === 'change' && cause !== 'snapshot'), [])
  bo.do(retitle('a3', 'Live'))
  await world.quiet()
  assert.deepEqual(ann.told.filter(({ type }) => type === 'notice').map(({ live }) => live), [true])
})

test('W2 where the list cannot be fetched the connection brings it', async () => {
  const wrong = [async () => { throw new Error('offline') }, async () => null, async () => ({}), async () => 'nonsense',
    async world => ({ ...listOf(world), seq: undefined }), async world => ({ ...listOf(world), albums: null })]
  for (const fetch of wrong) {
    const { world, ann, greeting } = await visit(fetch)
    assert.equal(greeting.at, undefined)
    assert.deepEqual(resets(ann), ['first'])
    assert.equal(line(ann.albums), truth(world))
  }
})

test('W2 a fetched list that is too old, or of another epoch, gives way to a snapshot', async () => {
  const old = await visit(async world => ({ epoch: 'e1', seq: 0, albums: FIVE }), (_, world) => { world.server.horizon = 1 })
  const other = await visit(async world => ({ ...listOf(world), epoch: 'e0' }))
  for (const { world, ann } of [old, other]) {
    assert.deepEqual(resets(ann), ['first', 'behind'])
    assert.equal(line(ann.albums), truth(world))
  }
})

test('W3 what is done while the list is on its way shows on it, and is carried out once', async () => {
  const world = new World()
  let come, ann
  const starting = world.client('Ann', { fetchList: () => new Promise(resolve => { come = () => resolve(listOf(world)) }), early: client => { ann = client } })
  await world.quiet()
  const outcome = ann.do([{ op: 'delete', id: 'a2' }])
  come()
  await starting
  assert.equal(ids(ann), 'a1 a3 a4 a5')
  await world.quiet()
  assert.equal((await outcome).effect, 'done')
  assert.equal(world.server.received.length, 1)
  assert.equal(line(ann.albums), truth(world))
})

test('W2 who has kept a list fetches none, and a fetched one is kept', async () => {
  const world = new World(), store = memoryStore()
  let count = 0
  const fetchList = async () => { count += 1; return listOf(world) }
  const ann = await world.client('Ann', { store, fetchList })
  world.clock.advance(3000)
  ann.stop()
  const again = await world.client('Ann', { store, fetchList })
  assert.equal(count, 1)
  assert.deepEqual(resets(again), ['kept'])
})

test('H1 the list is asked for with the token, if there is one; anything but a list is a failure', async t => {
  const asked = [], answer = { ok: true, status: 200, json: async () => ({ epoch: 'e1', seq: 0, albums: [] }) }
  t.mock.method(globalThis, 'fetch', async (path, { headers }) => { asked.push([path, headers]); return answer })
  assert.deepEqual(await fetchList('main'), { epoch: 'e1', seq: 0, albums: [] })
  await fetchList('club-1', 'aa.bb')
  assert.deepEqual(asked, [['/api/shelves/main', {}], ['/api/shelves/club-1', { Authorization: 'Bearer aa.bb' }]])
  Object.assign(answer, { ok: false, status: 404 })
  await assert.rejects(fetchList('main'), /404/)
})
