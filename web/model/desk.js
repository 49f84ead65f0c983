// What one person has before them: the view of the shelf, the current album, the selection. The views listen to it and never to
// each other. Events: `changed` (albums), `current`, `selection`, `view` (filter, sort).

import { Order } from './order.js'
import { Selection } from './selection.js'
import { Told } from './told.js'

export class Desk extends EventTarget {
  #index = -1

  constructor(client) {
    super()
    this.client = client
    this.order = new Order(client)
    this.selection = new Selection()
    this.current = null
    this.followsComeback = false
    // While true, `current` is followed at once by `changed`, which is the one to draw.
    this.isFollowing = false
    client.addEventListener('change', event => this.#follow(event.detail))
    client.addEventListener('reset', () => this.#follow({ changes: null, cause: 'snapshot' }))
  }

  get currentAlbum() { return this.current === null ? null : this.client.get(this.current) }
  get currentIndex() { return this.#index }

  /** The albums that a command works on: the selection, otherwise the current one, in the shelf's order. */
  get chosen() {
    if (!this.selection.size) return this.current === null ? [] : [this.current]
    return this.client.albums.filter(album => this.selection.has(album.id)).map(album => album.id)
  }

  titleOf(id) { return this.client.get(id)?.fields.get('title') ?? null }

  /** Makes an album the current one; `by` names the view that asked, which then need not scroll to it. */
  setCurrent(id, by = null) {
    if (id === this.current) return
    this.current = id
    this.#index = id === null ? -1 : this.order.indexOf(id)
    this.#tell('current', { by })
  }

  setCurrentAt(index, by = null) {
    const album = this.order.at(Math.max(0, Math.min(index, this.order.length - 1)))
    if (album) this.setCurrent(album.id, by)
  }

  /** A selection is for work: who may only look on has none. */
  get #maySelect() { return this.client.role !== 'view' }

  /** A click or key on an album: plain, `toggle` (Ctrl) or `range` (Shift). */
  choose(id, { toggle = false, range = false, by = null } = {}) {
    const before = this.current
    const had = this.selection.size
    if (!this.#maySelect) this.selection.anchorAt(id)
    else if (range) this.selection.extend(id, this.order.albums.map(album => album.id), before)
    else if (toggle) this.selection.toggle(id)
    else this.selection.anchorAt(id)
    this.setCurrent(id, by)
    if (had || this.selection.size) this.#tell('selection')
  }

  selectAll() {
    if (!this.#maySelect) return
    this.selection.all(this.order.albums.map(album => album.id))
    this.#tell('selection')
  }

  clearSelection() {
    if (!this.selection.size) return
    this.selection.clear()
    this.#tell('selection')
  }

  setFilter(query) {
    this.order.setFilter(query)
    this.#viewChanged()
  }

  setSort(sort) {
    this.order.setSort(sort)
    this.#viewChanged()
  }

  #viewChanged() {
    this.#settleCurrent(0)
    this.#tell('view')
  }

  #follow({ changes, cause, event }) {
    if (cause === 'snapshot' && changes?.length === 0) return   // a `reset` said it all, and was drawn
    this.isFollowing = true
    const place = changes ? follow(this.#index, changes) : this.#index
    if (changes) this.order.follow(changes)
    else this.order.rebuild()
    const gone = this.#dropGone(changes)
    this.#settleCurrent(this.order.isShelf ? place : this.#index)
    if (this.followsComeback && cause !== 'remote') this.#followComeback(changes ?? [])
    this.isFollowing = false
    this.#tell('changed', { changes, cause, event, unselected: gone })
    if (gone) this.#tell('selection')
  }

  #dropGone(changes) {
    if (!this.selection.size) return 0
    if (!changes) return this.selection.drop(this.selection.ids.filter(id => !this.client.get(id)))
    return this.selection.drop(changes.filter(change => change.type === 'delete' && !this.client.get(change.id)).map(change => change.id))
  }

  /** After an undo or redo the album that came back, or was changed, becomes the current one. */
  #followComeback(changes) {
    const back = changes.find(change => change.type === 'insert') ?? changes.find(change => change.type !== 'delete')
    if (!back || this.order.indexOf(back.id) < 0) return
    this.setCurrent(back.id)
  }

  /** Keeps the current album when it is still in view; otherwise the one that took its place becomes current. */
  #settleCurrent(place) {
    this.#index = this.current === null ? -1 : this.order.indexOf(this.current)
    if (this.#index >= 0) return
    const next = this.order.at(Math.max(0, Math.min(place, this.order.length - 1)))
    if ((next?.id ?? null) !== this.current) this.setCurrent(next?.id ?? null)
  }

  #tell(type, detail = {}) { this.dispatchEvent(new Told(type, detail)) }
}

/** Where a place is after changes: what is in front of it pushes it along. */
export function follow(place, changes) {
  for (const { type, index, from, to } of changes) {
    if (type === 'delete' && index < place) place -= 1
    else if (type === 'insert' && index <= place) place += 1
    else if (type === 'move' && from !== place) place += (to <= place - (from < place)) - (from < place)
    else if (type === 'move') place = to
  }
  return place
}
