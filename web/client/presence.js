// Who is here (W8): what this client says of itself, not more often than others can see, and who else is there.

const PAUSE = 250   // ms between two `here`; the server tells at most one `who` each second

export class Presence {
  people = []
  count = 0
  #self
  #timer = null
  #due = false

  constructor({ self, clock, send }) {
    this.#self = self
    this.clock = clock
    this.send = send
  }

  get name() { return this.#self.name }

  /** Says what is new; null takes a thing back. */
  say(news) {
    this.#self = { ...this.#self, ...news }
    this.#due = true
    if (this.#timer === null) this.announce()
  }

  /** What this client says of itself now; it counts whole. Goes with `hello`, so that nobody is taken for a stranger meanwhile. */
  here() {
    this.#due = false
    this.#timer ??= this.clock.setTimeout(() => this.#pauseEnds(), PAUSE)
    const told = Object.entries(this.#self).filter(([, value]) => value !== null && value !== undefined)
    return { t: 'here', ...Object.fromEntries(told) }
  }

  /** Tells the server now. */
  announce() {
    this.send(this.here())
  }

  /** A `who` came. */
  told({ count, clients = [] }, id) {
    this.count = count
    this.people = clients.map(person => ({ ...person, self: person.client === id }))
  }

  /** Nobody knows who is here while nobody answers. */
  stop() {
    this.clock.clearTimeout(this.#timer)
    this.#timer = null
  }

  #pauseEnds() {
    this.#timer = null
    if (this.#due) this.announce()
  }
}
