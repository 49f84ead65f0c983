import test from 'node:test'
import assert from 'node:assert/strict'
import { World, ids, line, truth } from './world.js'

test('W2 a new client gets the list in parts, and is online', async () => {
  const world = new World(), ann = await world.client('Ann')
  await world.quiet()
  assert.equal(ids(ann), 'a1 a2 a3 a4 a5')
  assert.equal(ann.status.phase, 'online')
  assert.equal(ann.seq, 0)
})

test('W3 what is done shows at once, and its outcome comes', async () => {
  const world = new World(), ann = await world.client('Ann'), bo = await world.client('Bo')
  await world.quiet()
  const done = ann.do([{ op: 'move', id: 'a5', after: null }, { op: 'edit', id: 'a1', set: { year: 1971 } }])
  assert.equal(ids(ann), 'a5 a1 a2 a3 a4')
  assert.deepEqual(ann.undo, { req: 1, label: { op: 'mixed', count: 2, id: 'a5', title: 'Title a5' } })
  await world.quiet()
  assert.equal((await done).effect, 'done')
  assert.equal(line(bo.albums), truth(world))
  assert.equal(line(ann.albums), truth(world))
  assert.equal(ann.undo.step, 1)
  const undone = ann.undoStep()
  await world.quiet()
  assert.equal((await undone).effect, 'done')
  assert.equal(ids(ann), 'a1 a2 a3 a4 a5')
  assert.equal(ann.redo.step, 1)
})
