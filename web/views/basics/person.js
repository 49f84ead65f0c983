// Who sits here: a name and a colour, chosen once and remembered in this browser, the same in all its tabs.

const HUES = [8, 32, 52, 130, 172, 215, 265, 325]

export class Person extends EventTarget {
  #storage

  constructor(storage) {
    super()
    this.#storage = storage
    const kept = read(storage)
    this.id = kept.id ?? newID()
    this.name = kept.name ?? ''
    this.hue = kept.hue ?? HUES[Math.floor(Math.random() * HUES.length)]
    this.isMuted = kept.isMuted ?? false
    this.#keep()
  }

  static get hues() { return HUES }

  change(values) {
    Object.assign(this, values)
    this.#keep()
    this.dispatchEvent(new Event('change'))
  }

  #keep() {
    const { id, name, hue, isMuted } = this
    const text = JSON.stringify({ id, name, hue, isMuted })
    try { this.#storage?.setItem('backspin.person', text) } catch { /* a full or closed storage only forgets */ }
  }
}

// Not crypto.randomUUID: it does not exist where a page comes over plain HTTP from another machine.
const newID = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, '0')).join('')

function read(storage) {
  try { return JSON.parse(storage?.getItem('backspin.person') ?? '{}') ?? {} } catch { return {} }
}
