// What this person looks at: the shelf's own order, or a filter and a sort of it that nobody else sees.

import { compareText, fold, needles } from './text.js'

const folded = new WeakMap()

/** All texts of an album, folded once; albums are immutable, so the album itself is the key. */
function searchText(album) {
  let text = folded.get(album)
  if (text === undefined) folded.set(album, text = fold([...album.fields.values()].join('\n')))
  return text
}

export class Order {
  #source
  #view = null
  #needles = []

  /** `source` has `albums`, `length` and `indexOf(id)`: a client, or anything like it. */
  constructor(source) {
    this.#source = source
    this.query = ''
    this.sort = null
  }

  /** Whether this is the shelf's own order, whole: only then can albums be moved. */
  get isShelf() { return this.#view === null }
  get albums() { return this.#view ?? this.#source.albums }
  get length() { return this.albums.length }
  get needles() { return this.#needles }
  at(index) { return this.albums[index] }

  indexOf(id) {
    return this.#view ? this.#view.findIndex(album => album.id === id) : this.#source.indexOf(id)
  }

  setFilter(query) {
    this.query = query
    this.#needles = needles(query)
    this.rebuild()
  }

  /** `sort` is `{field, falling}`, or null for the shelf's order. */
  setSort(sort) {
    this.sort = sort
    this.rebuild()
  }

  rebuild() {
    if (!this.sort && !this.#needles.length) { this.#view = null; return }
    const view = this.#source.albums.filter(album => this.matches(album))
    if (this.sort) view.sort(comparer(this.sort))
    this.#view = view
  }

  matches(album) {
    if (!this.#needles.length) return true
    const text = searchText(album)
    return this.#needles.every(needle => text.includes(needle))
  }

  /** Follows changes of the source; few of them cost a search, not a sort. */
  follow(changes) {
    if (!this.#view) return
    if (!this.sort || changes.length > 20) this.rebuild()
    else for (const change of changes) this.#followOne(change)
  }

  #followOne({ type, id, album }) {
    if (type === 'move') return
    const at = this.#view.findIndex(shown => shown.id === id)
    if (at >= 0) this.#view.splice(at, 1)
    if (type !== 'delete' && album && this.matches(album)) this.#view.splice(this.#placeFor(album), 0, album)
  }

  #placeFor(album) {
    const compare = comparer(this.sort)
    let [low, high] = [0, this.#view.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(this.#view[middle], album) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Albums by one field; those without it come last either way. Equal ones keep the order they had. */
export function comparer({ field, falling }) {
  const sign = falling ? -1 : 1
  return (a, b) => {
    const [one, other] = [a.fields.get(field) ?? '', b.fields.get(field) ?? '']
    if (one === '' || other === '') return (one === '') - (other === '')
    return sign * (typeof one === 'number' && typeof other === 'number' ? one - other : compareText(String(one), String(other)))
  }
}

/** The index of the next album from `start` whose shown field starts with what was typed; -1 if none does. */
export function typeAhead(albums, typed, start, field = 'title') {
  const wanted = fold(typed)
  for (let step = 0; step < albums.length; step += 1) {
    const index = (start + step) % albums.length
    if (fold(String(albums[index].fields.get(field) ?? '')).replace(/^[^\p{L}\p{N}]+/u, '').startsWith(wanted)) return index
  }
  return -1
}
