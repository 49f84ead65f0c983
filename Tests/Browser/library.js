// Two clients in Node against a real server: web/client.js, and the one that CLIENT.md shows. `node library.js URL` prints what both saw.

import { readFileSync } from 'node:fs'
import { Client } from '../../web/client.js'
import { NodeSocket } from './support/node-socket.js'

const url = process.argv[2]
const guide = readFileSync(new URL('../../web/CLIENT.md', import.meta.url), 'utf8')
const [, source] = guide.match(/```js example\n([\s\S]*?)```/)
const { follow } = await import(`data:text/javascript,${encodeURIComponent(source)}`)

const told = []
let list = []
let wake = () => {}
const small = follow({ url, WebSocket: NodeSocket, changed: albums => { list = albums.map(album => album.title); wake() } })
const large = new Client({ url, name: 'Node', WebSocket: NodeSocket })
large.addEventListener('change', () => wake())
large.start()

async function bothShow(titles) {
  const agree = () => [list, large.albums.map(album => album.fields.get('title'))].every(one => JSON.stringify(one) === JSON.stringify(titles))
  while (!agree()) await new Promise(done => { wake = done })
  told.push(titles)
}

const titles = JSON.parse(process.argv[3])
await bothShow(titles)
const { effect } = await large.do([{ op: 'delete', id: 'u2' }])
await bothShow(titles.filter(title => title !== 'Staring at the Sun'))
small.do([{ op: 'edit', id: 'bowie', set: { title: 'Low' } }])
await bothShow(['Low', ...titles.slice(1).filter(title => title !== 'Staring at the Sun')])
await large.undoStep()
await bothShow(['Low', ...titles.slice(1)])
small.undo()
await bothShow(titles)
console.log(JSON.stringify({ effect, steps: told.length }))
process.exit(0)
