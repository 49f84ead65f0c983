// What a tab did can be done once more, after a reload too.

import test from 'node:test'
import assert from 'node:assert/strict'
import { newKey, memoryStore } from '../../web/client.js'
import { Actions } from '../../web/model/actions.js'
import { Desk } from '../../web/model/desk.js'
import { World } from './world.js'

const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]

/** A tab's own storage, which a reload leaves as it is. */
const storage = () => {
  const kept = new Map()
  return { getItem: name => kept.get(name) ?? null, setItem: (name, value) => { kept.set(name, value) } }
}

async function tab(world, own, options) {
  const client = await world.client('Ann', options), actions = new Actions(new Desk(client), own)
  await world.quiet()
  return { client, actions }
}

test('U7 what was done before a reload can be put back', async () => {
  const world = new World(), own = storage(), key = newKey(), before = await tab(world, own, { key })
  before.actions.do(retitle('a1', 'mine'))
  await world.quiet()
  before.client.stop()
  const { actions } = await tab(world, own, { key })
  assert.deepEqual(actions.again(1), retitle('a1', 'mine'))
  assert.equal(actions.again(2), null)
})

test('U7 so can what got its outcome only after the reload', async () => {
  const world = new World(), own = storage(), key = newKey(), store = memoryStore(), before = await tab(world, own, { key, store })
  world.cutAll()
  before.actions.do(retitle('a1', 'mine'))
  await world.quiet()
  before.client.stop()
  const { actions } = await tab(world, own, { key, store })
  assert.deepEqual(actions.again(1), retitle('a1', 'mine'))
})

test('J7 steps of another client or of another epoch are none of its own', async () => {
  const world = new World(), own = storage(), key = newKey(), first = await tab(world, own, { key })
  first.actions.do(retitle('a1', 'mine'))
  await world.quiet()
  const other = await tab(world, own)
  assert.equal(other.actions.again(1), null)
  world.server.restoreTo(0)
  await world.quiet()
  await world.reconnect()
  assert.equal(first.actions.again(1), null)
})

test('the newest work is kept as far as there is room, and all of it until a reload', async () => {
  const world = new World(), own = storage(), key = newKey(), before = await tab(world, own, { key })
  for (const title of ['x'.repeat(150_000), 'y'.repeat(150_000)]) before.actions.do(retitle('a1', title))
  await world.quiet()
  assert.ok(before.actions.again(1) && before.actions.again(2))
  before.client.stop()
  const { actions } = await tab(world, own, { key })
  assert.deepEqual([actions.again(1), actions.again(2)?.length], [null, 1])
})
