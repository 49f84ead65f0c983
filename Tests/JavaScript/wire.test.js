// The golden frames that the server's codec reads too: this side understands each of them.

import test from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { parse, format, stops, albumFrom, albumToWire } from '../../web/client/wire.js'
import { World } from './world.js'

const file = new URL('../Golden/frames.json', import.meta.url)
const golden = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const frames = side => golden.filter(({ from }) => from === side)

test('W each golden frame of a client is what this side writes', { skip: !golden.length }, () => {
  for (const { name, text } of frames('client')) {
    const messages = parse(text)
    assert.equal(format(text.startsWith('[') ? messages : messages[0]), text, name)
  }
})

test('W each golden frame of a server is taken without harm', { skip: !golden.length }, async () => {
  for (const { name, text } of frames('server')) {
    const world = new World(), ann = await world.client('Ann')
    await world.quiet()
    const [socket] = world.server.sockets
    socket.down.push(text)
    socket.pump('down')
    world.clock.advance(20_000)
    await world.quiet()
    assert.ok(['online', 'stopped'].includes(ann.status.phase), `${name}: ${ann.status.phase}`)
  }
})

test('W unknown messages and unknown fields are ignored', async () => {
  const world = new World(), ann = await world.client('Ann')
  await world.quiet()
  const [socket] = world.server.sockets
  for (const t of ['news', '__proto__', 'constructor']) socket.say({ t, x: 1 })
  socket.say({ t: 'tick', seq: 0, more: {} })
  await world.quiet()
  assert.equal(ann.status.phase, 'online')
})

test('W what is no message at all starts the connection anew', async () => {
  for (const frame of ['', '{', 'null', '17', '[null]', '{}', '{"t":1}']) {
    const world = new World(), ann = await world.client('Ann')
    await world.quiet()
    world.server.sockets[0].down.push(frame)
    world.server.sockets[0].pump('down')
    assert.equal(ann.status.phase, 'connecting', frame)
    await world.reconnect()
    assert.equal(ann.status.phase, 'online', frame)
  }
})

test('W10 the codes that stop', () => {
  const codes = [1000, 1001, 1002, 1006, 1007, 1009, 1011, 1012, 4000, 4001, 4499, 4500, 4504, 4999, 5000]
  assert.deepEqual(codes.filter(stops), [1002, 1007, 1009, 4500, 4504, 4999])
})

test('L1 L2 ids and names that are traps in JavaScript come and go unharmed', () => {
  const text = '{"id":"__proto__","constructor":"x","hasownproperty":1}'
  const album = albumFrom(JSON.parse(text))
  assert.deepEqual([album.id, [...album.fields]], ['__proto__', [['constructor', 'x'], ['hasownproperty', 1]]])
  assert.equal(JSON.stringify(albumToWire(album)), text)
})
