// Brings the state of a client into its store: one save at a time, the newest state, never two at once. The list goes
// there too, but seldom.

const LIST_PAUSE = 2000   // ms from a change until the list is kept, and one more for each album

export class Keeper {
  /** Whether the store takes what it is given; without a store nothing survives a reload. */
  works = true
  #loaded = false
  #running = null
  #next = null
  #listTimer = null

  /** `state()` and `list()` give what is to be kept now. */
  constructor(store, { clock, state, list }) {
    Object.assign(this, { store, clock, state, list })
    this.works = store !== null
  }

  /** Whether the state of now is in the store: a save on its way is not yet there. */
  get stored() { return this.works && !this.#running }

  /** Hands over what the store has, or null. Nothing is saved before, lest it be written over. */
  async load(restore) {
    let state = null
    try { state = await this.store?.load() ?? null } catch { this.works = false }
    restore(state)
    this.#loaded = true
    this.save()
  }

  /** Resolves when the state of now, or a later one, is in the store, or could not be put there. */
  save() {
    if (!this.store || !this.#loaded) return Promise.resolve()
    if (!this.#running) return this.#running = this.#write()
    return this.#next ??= this.#running.then(() => {
      this.#next = null
      return this.#running = this.#write()
    })
  }

  async #write() {
    try {
      await this.store.save(this.state())
      this.works = true
    } catch {
      this.works = false
    }
    if (!this.#next) this.#running = null
  }

  /** The longer the list, the more seldom it is kept. */
  keepListLater(length) {
    if (!this.store?.keepList) return
    this.#listTimer ??= this.clock.setTimeout(() => this.keepList(), LIST_PAUSE + length)
  }

  /** Keeps the list now, if it has changed. */
  async keepList() {
    if (this.#listTimer === null) return
    this.clock.clearTimeout(this.#listTimer)
    this.#listTimer = null
    const text = this.list()
    if (text) await this.store.keepList(text).catch(() => {})
  }
}
