// Brings the state of a client into its store: one save at a time, the newest state, never two at once.

export class Keeper {
  /** Whether the store took the last state; without a store nothing survives a reload. */
  stored = true
  #loaded = false
  #running = null
  #next = null

  constructor(store, state) {
    this.store = store
    this.state = state
    this.stored = store !== null
  }

  /** Hands over what the store has, or null. Nothing is saved before, lest it be written over. */
  async load(restore) {
    let state = null
    try { state = await this.store?.load() ?? null } catch { this.stored = false }
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
      this.stored = true
    } catch {
      this.stored = false
    }
    if (!this.#next) this.#running = null
  }
}
