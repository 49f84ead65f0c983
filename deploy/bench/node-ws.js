// A broadcast server as one writes it in an afternoon, on Debian's node-ws, to compare with: it says of the wire (SPEC W) what `backspin load`
// needs, sends each event to everybody, and stores nothing. Prints the port it listens on.
const { createHash } = require('crypto')
const { WebSocketServer } = require('/usr/share/nodejs/ws')

let seq = 0
const albums = Array.from({ length: 100 }, (_, at) => ({ id: `lbare0000-${at}`, title: 'Title' }))
const id = key => createHash('sha256').update(Buffer.from(key, 'base64url')).digest('base64url').slice(0, 16)
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, clientTracking: true, handleProtocols: () => 'backspin.v1' })

server.on('connection', socket => {
  const say = message => socket.send(JSON.stringify(message))
  socket.on('message', data => {
    const message = JSON.parse(data)
    if (message.t === 'hello') {
      socket.id = id(message.key)
      say({ t: 'welcome', client: socket.id, shelf: 'bare', epoch: 'bare', seq, req: 0, role: 'edit', resumed: false, durable: 'memory' })
      say({ t: 'snapshot', epoch: 'bare', seq, part: 1, of: 1, why: 'first', albums })
    } else if (message.t === 'do') {
      const label = { op: 'edit', count: 1, id: 'lbare0000-1', title: 'Title 123456', field: 'title' }
      const event = { t: 'ev', seq: ++seq, by: socket.id, name: 'client 1', req: message.req, kind: 'do', at: 1790000000000, label, ops: message.ops }
      const text = JSON.stringify(event)
      for (const client of server.clients) client.send(text)
    } else if (message.t === 'ping') say({ t: 'tick', seq })
  })
})
server.on('listening', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
