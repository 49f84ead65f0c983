// Which albums are chosen for work: by id, so that sorting, filtering and other people's changes leave it alone.

export class Selection {
  #ids = new Set()
  #anchor = null

  get size() { return this.#ids.size }
  has(id) { return this.#ids.has(id) }
  get ids() { return [...this.#ids] }

  clear() {
    this.#ids.clear()
    this.#anchor = null
  }

  /** A plain click: nothing is selected, and a later range starts here. */
  anchorAt(id) {
    this.#ids.clear()
    this.#anchor = id
  }

  /** Ctrl or checkbox: in or out; the album that was current before is taken along when this is the first. */
  toggle(id) {
    if (!this.#ids.delete(id)) this.#ids.add(id)
    this.#anchor = id
  }

  /** Shift: everything between the anchor and `id` in the order given, in place of the last range. */
  extend(id, order, from = null) {
    const anchor = this.#anchor ?? from ?? id
    const [start, end] = [order.indexOf(anchor), order.indexOf(id)]
    if (end < 0) return
    const first = start < 0 ? end : Math.min(start, end)
    this.#ids = new Set(order.slice(first, Math.max(start, end) + 1))
    this.#anchor = start < 0 ? id : anchor
  }

  all(ids) { this.#ids = new Set(ids) }

  /** Albums that are gone leave the selection; returns how many did. */
  drop(gone) {
    let left = 0
    for (const id of gone) left += this.#ids.delete(id)
    if (gone.includes(this.#anchor)) this.#anchor = null
    return left
  }
}
