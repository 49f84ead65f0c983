// What one client promises, rule by rule, against the fake server and a clock that stands still.

import test from 'node:test'
import assert from 'node:assert/strict'
import { World, ids, line, truth, settled } from './world.js'
import { newKey } from '../../web/client.js'
import { clientID } from '../../web/client/key.js'

/** A world in which Ann and Bo look at five albums. */
async function two() {
  const world = new World(), ann = await world.client('Ann'), bo = await world.client('Bo')
  await world.quiet()
  return { world, ann, bo }
}

const kinds = (client, type) => client.told.filter(one => one.type === type)
const retitle = (id, title) => [{ op: 'edit', id, set: { title } }]
const title = (client, id) => client.get(id)?.fields.get('title')

test('W1 the id follows from the key, before anybody said so', async () => {
  const key = newKey(), client = await new World().client('Ann', { key })
  assert.equal(client.id, clientID(key))
})

test('W2 a new client gets the list in parts, and is online', async () => {
  const { world, ann } = await two()
  assert.equal(ids(ann), 'a1 a2 a3 a4 a5')
  assert.deepEqual([ann.status.phase, ann.seq, ann.epoch, ann.role, ann.shelf], ['online', 0, 'e1', 'edit', 'main'])
  assert.equal(kinds(ann, 'reset').length, 1)
  assert.equal(line(ann.mirror()), truth(world))
})

test('W2 a client that comes back hears only what it missed', async () => {
  const { world, ann, bo } = await two()
  const annsSocket = world.server.sockets.find(socket => socket.client === ann.id)
  annsSocket.cut()
  bo.do(retitle('a1', 'x'))
  await world.quiet()
  ann.told.length = 0
  await world.reconnect()
  assert.equal(title(ann, 'a1'), 'x')
  assert.equal(kinds(ann, 'reset').length, 0)
  assert.deepEqual(kinds(ann, 'notice').map(({ live }) => live), [false])
})

test('W3 what is done shows at once, and its outcome comes', async () => {
  const { world, ann, bo } = await two()
  const done = ann.do([{ op: 'move', id: 'a5', after: null }, { op: 'edit', id: 'a1', set: { year: 1971 } }])
  assert.equal(ids(ann), 'a5 a1 a2 a3 a4')
  assert.deepEqual(ann.undo, { req: 1, label: { op: 'mixed', count: 2, id: 'a5', title: 'Title a5' } })
  assert.equal(ann.status.saving, 1)
  await world.quiet()
  const { effect, seq, event } = await done
  assert.deepEqual([effect, seq, event.kind], ['done', 1, 'do'])
  assert.equal(line(bo.albums), truth(world))
  assert.deepEqual([ann.undo.step, ann.status.saving, ann.status.kept], [1, 0, 0])
})

test('W3 whatever frame the line breaks after, a request is carried out once', async () => {
  for (let frames = 0; frames < 12; frames += 1) {
    const { world, ann } = await two()
    const outcomes = [ann.do(retitle('a1', 'x')), ann.do([{ op: 'insert', id: 'n', after: 'a1', fields: {} }]), ann.undoStep()]
    const socket = world.server.sockets.find(({ client }) => client === ann.id)
    for (let i = 0; i < frames; i += 1) socket.pump('up') || socket.pump('down')
    socket.cut()
    await world.reconnect()
    assert.deepEqual((await Promise.all(outcomes)).map(({ effect }) => effect), ['done', 'done', 'done'])
    assert.deepEqual(world.server.received.map(({ message }) => message.t), ['do', 'do', 'undo'], `cut after ${frames} frames`)
    assert.equal(line(ann.albums), truth(world))
    assert.equal(line(ann.mirror()), truth(world))
  }
})

test('W3 an outcome that a snapshot swallowed is told by its ack', async () => {
  const { world, ann } = await two()
  const done = ann.do(retitle('a1', 'x'))
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  while (socket.pump('up'));
  socket.cut()
  world.server.horizon = world.server.seq + 1
  await world.reconnect()
  assert.deepEqual(await done, { effect: 'done', seq: 1 })
  assert.equal(title(ann, 'a1'), 'x')
  assert.equal(world.server.received.length, 1)
})

test('W3 a snapshot in the middle asks again for what is open', async () => {
  const { world, ann } = await two()
  const done = ann.do(retitle('a1', 'x'))
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  while (socket.pump('up'));
  socket.down.length = 0                   // the reader was too slow, and its backlog is replaced
  world.server.snapshot(socket, 'slow')
  await world.quiet()
  assert.deepEqual(await done, { effect: 'done', seq: 1 })
  assert.equal(world.server.received.length, 1)
})

test('W3 what was carried out behind the list that is shown stays open until the list is there', async () => {
  const { world, ann } = await two()
  const album = ann.get('a5'), done = ann.do(retitle('a1', 'x'))
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  while (socket.pump('up'));
  socket.down.length = 0
  socket.say({ t: 'ack', req: 1, effect: 'done', seq: 1 })
  while (socket.pump('down'));
  assert.deepEqual([title(ann, 'a1'), ann.status.saving], ['x', 1])
  world.server.snapshot(socket, 'slow')
  while (socket.pump('down'));
  assert.deepEqual([title(ann, 'a1'), ann.status.saving, ann.get('a5') === album], ['x', 0, true])
  assert.deepEqual(await done, { effect: 'done', seq: 1 })
})

test('W2 a snapshot that begins anew before it ended counts from its new beginning', async () => {
  const { world, ann } = await two()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  socket.say({ t: 'snapshot', epoch: 'e1', seq: 0, part: 1, of: 2, why: 'slow', albums: [{ id: 'old' }] })
  world.server.snapshot(socket, 'slow')
  await world.quiet()
  assert.equal(line(ann.albums), truth(world))
})

test('W2 W9 half a snapshot of a lost connection is forgotten', async () => {
  const { world, ann } = await two()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  socket.say({ t: 'snapshot', epoch: 'e1', seq: 0, part: 1, of: 2, why: 'slow', albums: [{ id: 'old' }] })
  while (socket.pump('down'));
  socket.cut()
  await world.reconnect()
  world.server.sockets.find(({ client }) => client === ann.id).say({ t: 'tick', seq: 7 })
  while (world.pumpAll());
  assert.equal(ann.status.phase, 'connecting', 'a tick beyond what was heard counts')
})

test('L2 a field that is null is none, from the first moment on', async () => {
  const { world, ann } = await two()
  ann.do([{ op: 'insert', id: 'n', after: null, fields: { title: 'N', note: null } }])
  assert.deepEqual([...ann.get('n').fields], [['title', 'N']])
  await world.quiet()
  assert.equal(line(ann.mirror()), truth(world))
})

test('L4 S4 what was seen being deleted is restored at once, at its place, and still says where others go', async () => {
  const { world, ann, bo } = await two()
  bo.do([{ op: 'delete', id: 'a3' }, { op: 'delete', id: 'a2' }])
  ann.do([{ op: 'delete', id: 'a5' }])
  await world.quiet()
  ann.do([{ op: 'insert', id: 'n', after: 'a3', fields: {} }, { op: 'restore', id: 'a2' }, { op: 'insert', id: 'm', before: 'a5', fields: {} }])
  const shown = line(ann.albums)
  assert.equal(ids(ann), 'a1 a2 n a4 m')
  await world.quiet()
  assert.equal(line(ann.mirror()), truth(world))
  assert.equal(line(ann.mirror()), shown)
})

test('W3 a request is sent as it was asked for, whatever becomes of the object', async () => {
  const { world, ann } = await two()
  world.cutAll()
  const ops = retitle('a1', 'x')
  ann.do(ops)
  ops[0].set.title = 'y'
  await world.reconnect()
  assert.equal(title(ann, 'a1'), 'x')
})

test('W3 no more requests are under way than the server takes', async () => {
  const world = new World()
  world.server.limits = { open_requests: 3 }
  const ann = await world.client('Ann')
  await world.quiet()
  for (let i = 0; i < 10; i += 1) ann.do(retitle('a1', `x${i}`))
  assert.deepEqual([ann.status.saving, ann.status.kept], [3, 7])
  const [socket] = world.server.sockets
  for (let i = 0; i < 10; i += 1) {
    await settled()
    assert.ok(ann.status.saving <= 3 && socket.up.length <= 3)
    socket.pump('up')
    socket.pump('down')
    socket.pump('down')
  }
  await world.quiet()
  assert.deepEqual([ann.status.saving, ann.status.kept, title(ann, 'a1')], [0, 0, 'x9'])
  assert.deepEqual(world.server.received.map(({ message }) => message.req), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('W3 what the server has forgotten is reported', async () => {
  const { world, ann } = await two()
  world.server.outcomes.get = () => new Map()
  world.server.marks.set(ann.id, 9)
  const done = ann.do(retitle('a1', 'x'))
  await world.quiet()
  assert.deepEqual([(await done).effect, (await done).code], ['refused', 'forgotten'])
  assert.deepEqual(kinds(ann, 'refused').map(({ code, request }) => [code, request.kind, request.ops]), [['forgotten', 'do', retitle('a1', 'x')]])
  assert.equal(title(ann, 'a1'), 'Title a1')
})

test('W4 own work that comes back as foretold changes nothing on the screen', async () => {
  const { world, ann } = await two()
  ann.do([{ op: 'delete', id: 'a2' }, { op: 'insert', id: 'n', before: 'a4', fields: { title: 'N' } }, { op: 'move', id: 'a1', before: null }])
  const album = ann.get('n')
  ann.told.length = 0
  await world.quiet()
  assert.deepEqual(kinds(ann, 'change').map(({ cause, changes }) => [cause, changes]), [['own', []]])
  assert.equal(ann.get('n'), album)
})

test('W4 another\'s event goes in beneath own work, which does not flicker', async () => {
  const { world, ann, bo } = await two()
  bo.do([{ op: 'insert', id: 'b', after: null, fields: {} }])
  await world.quiet()
  bo.do(retitle('a2', 'theirs'))
  ann.do([{ op: 'delete', id: 'a1' }, ...retitle('a3', 'mine')])
  ann.told.length = 0
  const bosSocket = world.server.sockets.find(({ client }) => client === bo.id), annsSocket = world.server.sockets.find(({ client }) => client === ann.id)
  while (bosSocket.pump('up'));
  while (annsSocket.pump('down'));
  const [{ changes, cause, event }] = kinds(ann, 'change')
  assert.deepEqual([cause, event.by], ['remote', bo.id])
  assert.deepEqual(changes.map(({ type, id, index }) => [type, id, index]), [['edit', 'a2', 1]])
  await world.quiet()
  assert.equal(line(ann.mirror()), truth(world))
})

test('W4 an event that came already is passed over', async () => {
  const { world, ann, bo } = await two()
  bo.do(retitle('a1', 'x'))
  await world.quiet()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  socket.say(world.server.log[0].wire)
  await world.quiet()
  assert.equal(ann.seq, 1)
  assert.equal(ann.status.phase, 'online')
})

for (const [name, harm] of [
  ['is missing', log => ({ ...log[0].wire, seq: 3 })],
  ['does not fit the list', log => ({ ...log[0].wire, seq: 2, ops: [{ op: 'edit', id: 'a2', set: { title: 'y' } }, { op: 'delete', index: 4, id: 'a1' }] })],
]) {
  test(`W4 when an event ${name}, the client starts again from a snapshot`, async () => {
    const { world, ann, bo } = await two()
    bo.do(retitle('a1', 'x'))
    await world.quiet()
    const socket = world.server.sockets.find(({ client }) => client === ann.id), before = line(ann.albums)
    socket.say(harm(world.server.log))
    while (socket.pump('down'));
    assert.equal(line(ann.albums), before)
    const late = ann.told.length
    socket.onmessage({ data: JSON.stringify({ t: 'trouble', reason: 'late' }) })
    assert.equal(ann.told.length, late, 'the old line is no longer heard')
    ann.told.length = 0
    await world.reconnect()
    assert.equal(kinds(ann, 'reset').length, 1)
    assert.equal(line(ann.mirror()), truth(world))
  })
}

test('W6 what is refused is taken off the screen and reported', async () => {
  const { world, ann, bo } = await two()
  bo.do([{ op: 'insert', id: 'n', after: null, fields: { title: 'Bo\'s' } }])
  const refused = ann.do([{ op: 'insert', id: 'n', before: null, fields: { title: 'Ann\'s' } }])
  const bosSocket = world.server.sockets.find(({ client }) => client === bo.id)
  while (bosSocket.pump('up'));
  await world.quiet()
  assert.equal((await refused).code, 'id_taken')
  assert.equal(kinds(ann, 'refused')[0].request.label.title, 'Ann\'s')
  assert.equal(line(ann.mirror()), truth(world))
})

test('W8 who is here is told, and `here` not more often than anybody sees', async () => {
  const { world, ann, bo } = await two()
  for (const id of ['a1', 'a2', 'a3']) ann.here({ on: id, hue: 30 })
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  assert.equal(socket.up.length, 0, 'it has just said who it is')
  world.clock.advance(300)
  assert.equal(socket.up.length, 1)
  await world.quiet()
  const seen = bo.people.find(person => !person.self)
  assert.deepEqual([bo.count, seen.on, seen.hue, seen.name, bo.people.filter(person => person.self).length], [2, 'a3', 30, 'Ann', 1])
})

test('W12 W13 history and bin answer, and reject while offline', async () => {
  const { world, ann } = await two()
  ann.do([{ op: 'delete', id: 'a2' }])
  await world.quiet()
  const history = ann.history({ count: 10 }), bin = ann.bin()
  await world.quiet()
  assert.deepEqual((await history).events.map(({ seq }) => seq), [1])
  assert.deepEqual((await bin).albums.map(({ id, fields }) => [id, fields.get('title')]), [['a2', 'Title a2']])
  const cut = ann.history()
  world.cutAll()
  await assert.rejects(cut)
  await assert.rejects(ann.bin())
})

test('J4 trouble of the server shows in the status, and goes', async () => {
  const { world, ann } = await two()
  const socket = world.server.sockets.find(({ client }) => client === ann.id)
  for (const reason of ['disk_full', null]) {
    socket.say({ t: 'trouble', reason })
    await world.quiet()
    assert.equal(ann.status.trouble, reason)
  }
})

test('J7 in another epoch open work is still sent, and an undo by number is not', async () => {
  const { world, ann } = await two()
  ann.do(retitle('a1', 'kept'))
  ann.do(retitle('a2', 'lost'))
  await world.quiet()
  world.server.restoreTo(1)
  await world.quiet()
  const undone = ann.undoStep(), done = ann.do(retitle('a3', 'mine'))
  await world.reconnect()
  assert.deepEqual([(await undone).code, (await done).effect, ann.epoch], ['stale', 'done', 'e2'])
  assert.deepEqual(['a1', 'a2', 'a3'].map(id => title(ann, id)), ['kept', 'Title a2', 'mine'])
  assert.equal(line(ann.mirror()), truth(world))
  ann.undoStep()                           // step 2, but not the one of before
  assert.deepEqual(['a2', 'a3'].map(id => title(ann, id)), ['Title a2', 'Title a3'])
})

test('X a request that is too large is refused before it is sent', async () => {
  const world = new World()
  world.server.limits = { message_bytes: 1000 }
  const ann = await world.client('Ann')
  await world.quiet()
  assert.equal((await ann.do(retitle('a1', 'ü'.repeat(600)))).code, 'too_large')
  assert.equal(title(ann, 'a1'), 'Title a1')
  const fits = ann.do(retitle('a1', 'x'.repeat(600)))
  await world.quiet()
  assert.equal((await fits).effect, 'done')
})
