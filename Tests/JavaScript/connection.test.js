// A connection that comes back: dead lines, `bye`, waiting, being replaced.

import test from 'node:test'
import assert from 'node:assert/strict'
import { World } from './world.js'
import { newKey } from '../../web/client.js'

async function two() {
  const world = new World(), ann = await world.client('Ann'), bo = await world.client('Bo')
  await world.quiet()
  return { world, ann, bo }
}

const kinds = (client, type) => client.told.filter(one => one.type === type)
const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]

test('W9 a line that fell silent is tried once more, then given up', async () => {
  const { world, ann } = await two()
  world.clock.advance(20_000)
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  assert.deepEqual(socket.up.splice(0), ['{"t":"ping"}'])
  assert.equal(ann.status.phase, 'online')
  world.clock.advance(5000)
  assert.equal(ann.status.phase, 'connecting')
})

test('W9 a line on which something is heard stays', async () => {
  const { world, ann } = await two()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  for (let i = 0; i < 10; i += 1) {
    world.clock.advance(19_000)
    socket.say({ t: 'tick', seq: 0 })
    socket.pump('down')
    assert.deepEqual(socket.up, [], 'whoever hears something asks nothing')
  }
  for (let i = 0; i < 10; i += 1) {
    world.clock.advance(20_000)
    await world.quiet()
  }
  assert.equal(ann.status.phase, 'online')
  assert.equal(world.server.sockets.includes(socket), true)
})

test('W9 a request that nobody answers shows the dead line early; a slow disk does not', async () => {
  const { world, ann } = await two()
  ann.do(retitle('a1', 'x'))
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  world.clock.advance(5000)
  assert.equal(socket.up.splice(1)[0], '{"t":"ping"}')
  socket.say({ t: 'tick', seq: 0 })
  socket.pump('down')
  world.clock.advance(5000)
  assert.equal(ann.status.phase, 'online')
  world.clock.advance(30_000)
  assert.equal(ann.status.phase, 'connecting')
})

test('W9 a tick beyond what was heard means that something was lost', async () => {
  const { world, ann } = await two()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  socket.say({ t: 'tick', seq: 7 })
  socket.pump('down')
  assert.equal(ann.status.phase, 'connecting')
})

test('W10 a client comes back within the window that `bye` names', async () => {
  const { world, ann } = await two()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  socket.say({ t: 'bye', code: 1012, reason: 'restart', reconnect: true, after: [1000, 3000] })
  socket.down.push({ close: { code: 1012, reason: 'restart' } })
  while (socket.pump('down'));
  assert.deepEqual([ann.status.phase, ann.status.reason, ann.status.retryAt - world.clock.time], ['connecting', 'restart', 2000])
})

test('W10 4005: it comes back without `at`', async () => {
  const { world, ann } = await two()
  world.server.sockets.find(({ client }) => client === ann.id).bye(4005, 'history lost')
  await world.quiet()
  ann.told.length = 0
  await world.reconnect()
  assert.equal(kinds(ann, 'reset').length, 1)
})

test('W10 it waits longer from one failure to the next, and never beyond 15 s', async () => {
  const { world, ann } = await two()
  const waits = []
  for (let i = 0; i < 12; i += 1) {
    world.cutAll()
    waits.push(ann.status.retryAt - world.clock.time)
    world.clock.advance(waits.at(-1))
  }
  assert.deepEqual(waits, [150, 300, 600, 1200, 2400, 4800, 9600, 11250, 11250, 11250, 11250, 11250])
  assert.equal(ann.status.phase, 'offline')
})

test('W1 W10 a client that is replaced stops, keeps its work, and can be brought back', async () => {
  const world = new World(), key = newKey(), first = await world.client('Ann', { key })
  await world.quiet()
  const second = await world.client('Ann', { key })
  await world.quiet()
  assert.deepEqual([first.status.phase, first.status.reason, first.status.code, second.status.phase], ['stopped', 'replaced', 4504, 'online'])
  const done = first.do(retitle('a1', 'x'))
  world.clock.advance(60_000)
  await world.quiet()
  assert.equal(first.status.kept, 1)
  first.start()
  await world.quiet()
  assert.equal((await done).effect, 'done')
  assert.equal(second.status.phase, 'stopped')
})
