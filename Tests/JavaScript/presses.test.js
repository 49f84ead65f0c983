// Presses of Undo and Redo that come before it is told what they would switch: right after a reload, or faster than the answers.

import test from 'node:test'
import assert from 'node:assert/strict'
import { newKey } from '../../web/client.js'
import { Actions } from '../../web/model/actions.js'
import { Desk } from '../../web/model/desk.js'
import { World } from './world.js'

const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]
const titles = client => client.albums.map(album => album.fields.get('title').replace('Title ', '')).join(' ')
const switches = world => world.server.received.filter(({ message }) => message.t !== 'do').map(({ message: { t, expect } }) => [t, expect])

/** A tab that did three steps, reloaded: `told` collects what its actions tell. */
async function reloaded({ undone = 0, meanwhile = async () => {}, waits = true } = {}) {
  const world = new World(), key = newKey(), before = await world.client('Ann', { key }), bo = await world.client('Bo')
  await world.quiet()
  for (const id of ['a1', 'a2', 'a3']) before.do(retitle(id, id.toUpperCase()))
  for (let step = 0; step < undone; step += 1) before.undoStep()
  await world.quiet()
  before.stop()
  await meanwhile(bo, world)
  const ann = await world.client('Ann', { key }), actions = new Actions(new Desk(ann)), told = []
  for (const type of ['did', 'failed', 'asleep']) actions.addEventListener(type, ({ detail }) => told.push([type, detail.why ?? detail.kind ?? detail.covered?.step]))
  if (waits) await world.quiet()
  return { world, ann, bo, actions, told }
}

test('U8 presses right after a reload wait for each other, and each expects what its button shows then', async () => {
  const { world, ann, actions, told } = await reloaded()
  actions.undo()
  actions.undo()
  assert.equal(titles(ann), 'A1 A2 A3 a4 a5', 'nobody remembers what the steps did')
  await world.quiet()
  assert.equal(titles(ann), 'A1 a2 a3 a4 a5')
  assert.deepEqual(switches(world), [['undo', 3], ['undo', 2]])
  assert.deepEqual(told, [['did', 'undo'], ['did', 'undo']])
})

test('U8 presses before the first word of the server wait for it', async () => {
  const { world, ann, actions } = await reloaded({ waits: false })
  actions.undo()
  actions.undo()
  actions.redo()
  await world.quiet()
  assert.deepEqual([titles(ann), switches(world)], ['A1 A2 a3 a4 a5', [['undo', 3], ['undo', 2], ['redo', 2]]])
})

test('U8 one press too many says once that nothing is left', async () => {
  const { world, ann, actions, told } = await reloaded()
  for (let press = 0; press < 6; press += 1) actions.undo()
  await world.quiet()
  assert.deepEqual([titles(ann), switches(world).length], ['a1 a2 a3 a4 a5', 3])
  assert.deepEqual(told.filter(([type]) => type === 'failed'), [['failed', 'nothing']])
})

test('U8 redo waits alike', async () => {
  const { world, ann, actions, told } = await reloaded({ undone: 3 })
  for (let press = 0; press < 4; press += 1) actions.redo()
  await world.quiet()
  assert.deepEqual([titles(ann), told.filter(([type]) => type === 'failed')], ['A1 A2 A3 a4 a5', [['failed', 'nothing']]])
})

test('U8 a press that waits is not carried out on what was done after it', async () => {
  const { world, ann, actions, told } = await reloaded()
  actions.undo()
  actions.undo()
  actions.do(retitle('a5', 'new'))
  await world.quiet()
  assert.deepEqual([titles(ann), switches(world)], ['A1 A2 a3 a4 new', [['undo', 3]]])
  assert.deepEqual(told.filter(([type]) => type === 'failed'), [['failed', 'late']])
})

test('U7 a press that waits says first that the newest step sleeps, and no other one goes on', async () => {
  const { world, ann, actions, told } = await reloaded({ meanwhile: async (bo, world) => { bo.do(retitle('a2', 'theirs')); await world.quiet() } })
  for (let press = 0; press < 3; press += 1) actions.undo()
  await world.quiet()
  assert.deepEqual([titles(ann), switches(world)], ['A1 theirs a3 a4 a5', [['undo', 3]]])
  assert.deepEqual(told.filter(([type]) => type === 'asleep'), [['asleep', 2]])
})

test('U8 when one press is refused, those behind it are not carried out', async () => {
  const { world, ann, bo, actions, told } = await reloaded({ meanwhile: async (bo, world) => { bo.do(retitle('a3', 'theirs')); await world.quiet() } })
  actions.undo()
  assert.deepEqual(told, [['asleep', 3]])
  bo.undoStep()
  const socket = world.server.sockets.find(({ client }) => client === bo.id)
  while (socket.pump('up'));
  actions.undo()
  actions.undo()
  await world.quiet()
  assert.deepEqual([titles(ann), switches(world)], ['A1 A2 A3 a4 a5', [['undo', 4], ['undo', 2]]])
})

test('U8 without a connection nobody is left to wait: that it is not known is said', async () => {
  const { world, ann, actions, told } = await reloaded()
  actions.undo()
  actions.undo()
  world.cutAll()
  assert.deepEqual(told, [], 'it may be back in a moment')
  world.clock.advance(2000)
  world.cutAll()
  assert.equal(ann.status.phase, 'offline')
  actions.undo()
  assert.deepEqual(told, [['failed', 'unsure'], ['failed', 'unsure']])
  await world.reconnect()
  assert.deepEqual([titles(ann), switches(world)], ['A1 A2 a3 a4 a5', [['undo', 3]]])
})
