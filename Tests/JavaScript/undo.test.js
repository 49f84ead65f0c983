// Undo and Redo as the person sees them: at once, offline too, and never anything else than what the button said.

import test from 'node:test'
import assert from 'node:assert/strict'
import { World, ids, line, truth } from './world.js'

async function two() {
  const world = new World(), ann = await world.client('Ann'), bo = await world.client('Bo')
  await world.quiet()
  return { world, ann, bo }
}

const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]
const title = (client, id) => client.get(id)?.fields.get('title')
const buttons = ({ undo, redo }) => [undo?.step ?? (undo && { req: undo.req }), redo?.step ?? (redo && { req: redo.req })]
const sent = world => world.server.received.map(({ message: { t, expect, step } }) => (step === undefined ? [t, expect] : [t, 'step', step]))

test('U7 the buttons follow each act at once, and the server agrees', async () => {
  const { world, ann } = await two()
  ann.do(retitle('a1', 'x'))
  assert.deepEqual(buttons(ann), [{ req: 1 }, null])
  ann.do(retitle('a1', 'y'))
  ann.undoStep()
  assert.deepEqual([title(ann, 'a1'), ...buttons(ann)], ['x', { req: 1 }, { req: 2 }])
  ann.undoStep()
  assert.deepEqual([title(ann, 'a1'), ...buttons(ann)], ['Title a1', null, { req: 1 }])
  ann.redoStep()
  assert.deepEqual([title(ann, 'a1'), ...buttons(ann)], ['x', { req: 1 }, { req: 2 }])
  await world.quiet()
  assert.deepEqual([title(ann, 'a1'), ...buttons(ann)], ['x', 1, 2])
  assert.equal(line(ann.mirror()), truth(world))
})

test('U8 an undo expects what its button showed: a request, a step, or nothing', async () => {
  const { world, ann } = await two()
  ann.undoStep()
  ann.do(retitle('a1', 'x'))
  ann.undoStep()
  await world.quiet()
  ann.redoStep()
  await world.quiet()
  ann.undoStep()
  await world.quiet()
  assert.deepEqual(sent(world), [['undo', null], ['do', undefined], ['undo', { req: 2 }], ['redo', 1], ['undo', 1]])
})

test('U8 a step can be undone out of order', async () => {
  const { world, ann } = await two()
  ann.do(retitle('a1', 'x'))
  ann.do(retitle('a2', 'y'))
  await world.quiet()
  const undone = ann.undoStep({ step: 1 })
  assert.deepEqual([title(ann, 'a1'), title(ann, 'a2'), ...buttons(ann)], ['Title a1', 'y', 2, 1])
  await world.quiet()
  assert.deepEqual([(await undone).effect, ...buttons(ann)], ['done', 2, 1])
  assert.deepEqual(sent(world).at(-1), ['undo', 'step', 1])
})

test('U5 new work greys Redo at once', async () => {
  const { world, ann } = await two()
  ann.do(retitle('a1', 'x'))
  await world.quiet()
  ann.undoStep()
  await world.quiet()
  ann.do(retitle('a2', 'y'))
  assert.deepEqual(buttons(ann), [{ req: 3 }, null])
  await world.quiet()
  assert.deepEqual(buttons(ann), [2 + 1, null])
})

test('U4 U7 when the newest step sleeps, Undo says so instead of undoing an older one', async () => {
  const { world, ann, bo } = await two()
  ann.do(retitle('a2', 'older'))
  ann.do(retitle('a1', 'mine'))
  await world.quiet()
  bo.do(retitle('a1', 'theirs'))
  await world.quiet()
  const asleep = await ann.undoStep()
  assert.deepEqual([asleep.effect, asleep.covered.step, ann.undo.step], ['asleep', 2, 1])
  assert.equal(world.server.received.length, 3)
  const anyway = ann.undoStep({ anyway: true })
  await world.quiet()
  assert.equal((await anyway).effect, 'done')
  assert.deepEqual([title(ann, 'a1'), title(ann, 'a2')], ['theirs', 'Title a2'])
})

test('U1 offline, own steps of before are undone and redone at once, and the server does the same', async () => {
  const { world, ann } = await two()
  ann.do([{ op: 'delete', id: 'a2' }, { op: 'delete', id: 'a3' }])
  ann.do([{ op: 'move', id: 'a5', after: null }])
  ann.do([{ op: 'insert', id: 'n', after: 'a1', fields: { title: 'N' } }, ...retitle('a4', 'x')])
  await world.quiet()
  const shown = [line(ann.albums)]
  world.cutAll()
  for (let i = 0; i < 3; i += 1) { ann.undoStep(); shown.push(line(ann.albums)) }
  assert.equal(ids(ann), 'a1 a2 a3 a4 a5')
  assert.deepEqual(buttons(ann), [null, 1])
  for (let i = 1; i >= 0; i -= 1) { ann.redoStep(); assert.equal(line(ann.albums), shown[i + 1]) }
  assert.equal(ann.status.kept, 5)
  const before = line(ann.albums)
  ann.told.length = 0
  await world.reconnect()
  assert.equal(line(ann.albums), before)
  assert.equal(line(ann.albums), truth(world))
  assert.deepEqual(ann.told.filter(({ type }) => type === 'change').flatMap(({ changes }) => changes), [])
  assert.deepEqual(buttons(ann), [2, 3])
})

test('U1 offline undo of a move of several puts each back behind its old neighbour', async () => {
  const { world, ann } = await two()
  world.cutAll()
  ann.do([{ op: 'move', id: 'a2', before: null }, { op: 'move', id: 'a1', before: null }])
  assert.equal(ids(ann), 'a3 a4 a5 a2 a1')
  ann.undoStep()
  assert.equal(ids(ann), 'a1 a2 a3 a4 a5')
  await world.reconnect()
  assert.equal(line(ann.mirror()), truth(world))
})

test('U1 undo of work that has never left this device takes it back, and both are sent', async () => {
  const { world, ann } = await two()
  world.cutAll()
  ann.do([{ op: 'delete', id: 'a3' }])
  ann.undoStep()
  assert.equal(ids(ann), 'a1 a2 a3 a4 a5')
  await world.reconnect()
  assert.deepEqual(sent(world), [['do', undefined], ['undo', { req: 1 }]])
  assert.equal(line(ann.mirror()), truth(world))
})

test('U4 offline undo leaves what somebody wrote meanwhile', async () => {
  const { world, ann, bo } = await two()
  ann.do([{ op: 'edit', id: 'a1', set: { title: 'mine', year: 1971 } }])
  await world.quiet()
  bo.do(retitle('a1', 'theirs'))
  await world.quiet()
  world.cutAll()
  ann.undoStep()
  assert.deepEqual([title(ann, 'a1'), ann.get('a1').fields.get('year')], ['theirs', undefined])
})

test('U8 an undo that finds another target than its button showed is refused, and nothing happens', async () => {
  const { world, ann, bo } = await two()
  ann.do(retitle('a1', 'mine'))
  await world.quiet()
  bo.do(retitle('a1', 'theirs'))
  const socket = world.server.sockets.find(({ client }) => client === bo.id)
  while (socket.pump('up'));
  const undone = ann.undoStep()
  await world.quiet()
  assert.equal((await undone).code, 'stale')
  assert.equal(title(ann, 'a1'), 'theirs')
  assert.equal(line(ann.mirror()), truth(world))
})
