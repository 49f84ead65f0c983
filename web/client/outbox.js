// The open requests: in order, numbered, each kept until its one outcome is known (W3).
//
// A number is provisional while its request can never have left this device, and final from then on, together with
// every byte of the request. So whoever loses the store, or has only an old one of it, never sends something new under
// a number that the server has seen, and never sends again under another number what it may have carried out.
//
//   request: { req, sent, flying, body, label, … }   `sent`: may have left, ever; `flying`: was sent on this connection

export class Outbox {
  #requests = []
  #last = 0

  get last() { return this.#last }
  get size() { return this.#requests.length }
  get flying() { return this.#requests.reduce((count, request) => count + (request.flying ? 1 : 0), 0) }
  [Symbol.iterator]() { return this.#requests[Symbol.iterator]() }

  find(req) { return this.#requests.find(request => request.req === req) }

  /** Adds a request with the next number. `body` is copied: what was handed over is what is sent. */
  add(body, label, sent) {
    const request = { req: this.#last += 1, sent, flying: false, body: JSON.parse(JSON.stringify(body)), label }
    this.#requests.push(request)
    return request
  }

  remove(request) { this.#requests.splice(this.#requests.indexOf(request), 1) }

  /** The connection, or what was told on it, is gone: everything has to be sent again. */
  ground() { for (const request of this.#requests) request.flying = false }

  /** The requests whose turn it is, when at most `window` may be under way. */
  ready(window) {
    const free = Math.max(0, window - this.flying)
    return this.#requests.filter(request => !request.flying).slice(0, free)
  }

  /** Takes numbers above `mark` (the server's, W2) for what has never left. Returns whether any number changed. */
  renumber(mark) {
    const fresh = this.#requests.filter(request => !request.sent)
    const taken = this.#requests.filter(request => request.sent).map(request => request.req)
    const floor = Math.max(mark, ...taken)
    if (!fresh.length || fresh[0].req > floor) {
      this.#last = Math.max(this.#last, mark)
      return false
    }
    this.#shift(fresh, floor)
    return true
  }

  message({ req, body }) { return { t: body.t, req, ...body } }

  /** What must survive a reload. */
  toState() {
    return { last: this.#last, open: this.#requests.map(({ req, sent, body, label }) => ({ req, sent, body, label })) }
  }

  /** Takes over what was kept; requests that were added meanwhile come behind it. */
  restore({ last = 0, open = [] }) {
    const added = this.#requests
    this.#requests = open.map(kept => ({ ...kept, flying: false }))
    this.#last = Math.max(last, ...open.map(kept => kept.req))
    const restored = [...this.#requests]
    this.#requests.push(...added)
    this.#shift(added, this.#last)
    return restored
  }

  /** Gives requests that have never left the numbers from above `floor` on. */
  #shift(requests, floor) {
    const numbers = new Map(requests.map((request, i) => [request.req, floor + 1 + i]))
    for (const request of requests) {
      request.req = numbers.get(request.req)
      if (request.step) request.step.req = request.req
      renumberReferences(request.body, numbers)
    }
    this.#last = floor + requests.length
  }
}

/** `expect` and `step` may name an own request (U8). */
function renumberReferences(body, numbers) {
  for (const name of ['expect', 'step']) {
    const renumbered = numbers.get(body[name]?.req)
    if (renumbered) body[name] = { req: renumbered }
  }
}
