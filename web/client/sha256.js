// SHA-256 (FIPS 180-4), because browsers offer theirs to secure pages only, and a shelf in a local network is none.

const primes = []
for (let n = 2; primes.length < 64; n += 1) if (primes.every(p => n % p)) primes.push(n)
const fraction = root => Math.floor((root - Math.floor(root)) * 2 ** 32)
const START = primes.slice(0, 8).map(p => fraction(Math.sqrt(p)))
const ROUND = primes.map(p => fraction(Math.cbrt(p)))
const turn = (word, by) => (word >>> by) | (word << (32 - by))

/** The 32 bytes of a message's hash. */
export function sha256(message) {
  const state = Uint32Array.from(START), padded = pad(message), words = new Uint32Array(64)
  for (let start = 0; start < padded.byteLength; start += 64) mix(state, words, padded, start)
  const hash = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => hash.setUint32(i * 4, word))
  return new Uint8Array(hash.buffer)
}

function pad(message) {
  const view = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64))
  new Uint8Array(view.buffer).set(message)
  view.setUint8(message.length, 0x80)
  view.setUint32(view.byteLength - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(view.byteLength - 4, message.length << 3)
  return view
}

function mix(state, words, block, start) {
  for (let i = 0; i < 16; i += 1) words[i] = block.getUint32(start + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const a = words[i - 15], b = words[i - 2]
    words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let i = 0; i < 64; i += 1) {
    const x = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0
    const y = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g; g = f; f = e; e = (d + x) | 0
    d = c; c = b; b = a; a = (x + y) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word
}
