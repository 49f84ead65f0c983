// What this tab did, step by step, for doing a covered step once more. It is kept with the tab, so a reload does not forget it. The
// steps of another client (the tab was duplicated) or of another epoch are none of its own.

const STEPS = 200
const CHARACTERS = 200_000   // that are kept; larger work is remembered only until a reload

export class Done {
  #scope = null
  #steps = new Map()     // step → its operations, as text

  /** `storage` is the tab's, or null. */
  constructor(client, storage = null) {
    Object.assign(this, { client, storage, name: `backspin ${client.shelf} done` })
    client.addEventListener('done', ({ detail }) => this.#remember(detail))
  }

  /** The operations of an own step, or null when they are not known. */
  opsOf(step) {
    this.#load()
    return this.#steps.has(step) ? JSON.parse(this.#steps.get(step)) : null
  }

  #remember({ step, ops }) {
    this.#load()
    this.#steps.set(step, JSON.stringify(ops))
    if (this.#steps.size > STEPS) this.#steps.delete(this.#steps.keys().next().value)
    try { this.storage?.setItem(this.name, JSON.stringify({ scope: this.#scope, steps: this.#newest() })) } catch { /* then it lasts until a reload */ }
  }

  #newest() {
    let left = CHARACTERS
    const fits = [...this.#steps].reverse().filter(([, text]) => (left -= text.length) >= 0)
    return fits.reverse()
  }

  #load() {
    const scope = `${this.client.epoch} ${this.client.id}`
    if (scope === this.#scope) return
    this.#scope = scope
    this.#steps = new Map()
    try {
      const kept = JSON.parse(this.storage?.getItem(this.name) ?? 'null')
      if (kept?.scope === scope) this.#steps = new Map(kept.steps)
    } catch { /* then nothing is known of before */ }
  }
}
