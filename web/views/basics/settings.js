// How this person likes the page: remembered in the browser, shared with nobody.

export class Settings extends EventTarget {
  #storage
  #values

  constructor(storage) {
    super()
    this.#storage = storage
    try { this.#values = JSON.parse(storage?.getItem('backspin.settings') ?? '{}') ?? {} } catch { this.#values = {} }
    this.#apply()
  }

  get theme() { return this.#values.theme ?? 'auto' }
  get hidesCovers() { return this.#values.hidesCovers ?? false }
  /** Which optional columns the list shows, in their order. */
  get columns() { return this.#values.columns ?? ['year', 'genre'] }
  get lettersAreCommands() { return this.#values.lettersAreCommands ?? false }

  set(name, value) {
    this.#values[name] = value
    try { this.#storage?.setItem('backspin.settings', JSON.stringify(this.#values)) } catch { /* a full or closed storage only forgets */ }
    this.#apply()
    this.dispatchEvent(new Event('change'))
  }

  /** Shows or hides an optional column. */
  toggleColumn(field) {
    this.set('columns', Settings.optional.filter(name => (name === field) !== this.columns.includes(name)))
  }

  static optional = ['year', 'genre', 'note']

  #apply() {
    document.documentElement.dataset.theme = this.theme
    document.body.classList.toggle('hides-covers', this.hidesCovers)
    dispatchEvent(new Event('resize'))
  }
}
