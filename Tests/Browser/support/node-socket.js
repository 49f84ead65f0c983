// A WebSocket for Node without one: text frames of any length, enough for a client of Backspin.

import { request } from 'node:http'
import { randomBytes } from 'node:crypto'

export class NodeSocket {
  readyState = 0
  #socket
  #bytes = Buffer.alloc(0)

  constructor(url, protocol) {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': randomBytes(16).toString('base64'), 'Sec-WebSocket-Protocol': protocol }
    const asked = request(url.replace(/^ws/, 'http'), { headers })
    asked.on('upgrade', (_, socket, head) => this.#opened(socket, head))
    asked.on('response', () => this.#closed(1006))
    asked.on('error', () => this.#closed(1006))
    asked.end()
  }

  send(text) { this.#write(1, Buffer.from(text)) }
  close() { this.#socket?.end() }

  #opened(socket, head) {
    this.#socket = socket
    this.readyState = 1
    socket.on('data', bytes => this.#receive(bytes))
    socket.on('error', () => {})
    socket.on('close', () => this.#closed(1006))
    this.onopen?.({})
    if (head.length) this.#receive(head)
  }

  #closed(code) {
    if (this.readyState === 3) return
    this.readyState = 3
    this.#socket?.destroy()
    this.onclose?.({ code })
  }

  /** What a client sends is masked; zeros will do on loopback. */
  #write(opcode, payload) {
    const { length } = payload
    const head = length < 126 ? Buffer.from([0x80 | opcode, 0x80 | length]) : Buffer.alloc(length < 65536 ? 4 : 10)
    if (head.length > 2) head.set([0x80 | opcode, head.length === 4 ? 0xfe : 0xff])
    if (head.length === 4) head.writeUInt16BE(length, 2)
    if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
    this.#socket.write(Buffer.concat([head, Buffer.alloc(4), payload]))
  }

  #receive(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    for (let frame = this.#next(); frame; frame = this.#next()) {
      if (frame.opcode === 1) this.onmessage?.({ data: frame.payload.toString() })
      else if (frame.opcode === 8) this.#closed(frame.payload.readUInt16BE(0))
      else if (frame.opcode === 9) this.#write(10, frame.payload)
    }
  }

  #next() {
    const bytes = this.#bytes, short = bytes[1]
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (bytes.length < start) return null
    const length = start === 2 ? short : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (bytes.length < start + length) return null
    this.#bytes = bytes.subarray(start + length)
    return { opcode: bytes[0] & 15, payload: bytes.subarray(start, start + length) }
  }
}
