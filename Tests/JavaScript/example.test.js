// The client that CLIENT.md shows is read from there and run: it follows the shelf, works on it, and loses nothing.

import test from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { World, truth } from './world.js'

const guide = readFileSync(new URL('../../web/CLIENT.md', import.meta.url), 'utf8')
const source = guide.match(/```js example\n([\s\S]*?)```/)[1]
const { follow } = await import(`data:text/javascript,${encodeURIComponent(source)}`)

const shown = albums => albums.map(({ id, ...fields }) => `${id}(${Object.entries(fields).filter(([, value]) => value !== null).sort().map(([name, value]) => `${name}=${value}`).join(' ')})`).join(' ')

async function scene() {
  const world = new World(), ann = await world.client('Ann')
  let albums = []
  const WebSocket = world.server.WebSocket
  const client = follow({ url: 'ws://fake/ws/main', WebSocket, changed: list => { albums = list }, retry: (act, delay) => world.clock.setTimeout(act, delay) })
  await world.quiet()
  return { world, ann, client, albums: () => shown(albums) }
}

test('W5 the client of fifty lines follows everything', async () => {
  const { world, ann, albums } = await scene()
  ann.do([{ op: 'delete', id: 'a2' }, { op: 'move', id: 'a5', after: null }, { op: 'insert', id: 'n', after: 'a1', fields: { year: 1971 } }, { op: 'edit', id: 'a3', set: { title: null, note: 'x' } }])
  await world.quiet()
  ann.undoStep()
  ann.redoStep()
  await world.quiet()
  assert.equal(albums(), truth(world))
})

test('W3 wherever its line breaks, it does everything once', async () => {
  for (let frames = 0; frames < 10; frames += 1) {
    const { world, client, albums } = await scene()
    client.do([{ op: 'insert', id: 'n', after: null, fields: {} }])
    client.do([{ op: 'edit', id: 'n', set: { title: 'x' } }])
    client.undo()
    const socket = world.server.sockets.at(-1)
    for (let i = 0; i < frames; i += 1) socket.pump('up') || socket.pump('down')
    socket.cut()
    await world.reconnect()
    assert.deepEqual(world.server.received.map(({ message }) => message.t), ['do', 'do', 'undo'])
    assert.equal(albums(), truth(world))
  }
})
