// How this person likes the page: remembered in the browser, shared with nobody.

export class Settings {
  #storage
  #values

  constructor(storage) {
    this.#storage = storage
    try { this.#values = JSON.parse(storage?.getItem('backspin.settings') ?? '{}') ?? {} } catch { this.#values = {} }
    this.#apply()
  }

  get theme() { return this.#values.theme ?? 'auto' }
  get hidesCovers() { return this.#values.hidesCovers ?? false }
  get lettersAreCommands() { return this.#values.lettersAreCommands ?? false }

  set(name, value) {
    this.#values[name] = value
    try { this.#storage?.setItem('backspin.settings', JSON.stringify(this.#values)) } catch { /* a full or closed storage only forgets */ }
    this.#apply()
  }

  #apply() {
    document.documentElement.dataset.theme = this.theme
    document.body.classList.toggle('hides-covers', this.hidesCovers)
    dispatchEvent(new Event('resize'))
  }
}
