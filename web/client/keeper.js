// Brings the state of a client into its store: one save at a time, the newest state, never two at once.

export class Keeper {
  /** Whether the store takes what it is given; without a store nothing survives a reload. */
  works = true
  #loaded = false
  #running = null
  #next = null

  constructor(store, state) {
    this.store = store
    this.state = state
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
}
