// Carries out on the replica what a request will probably do, and remembers each touch so that it can be taken back.
// Pure.
//
// The server knows places of deleted albums and fields nobody sees; this side guesses them from what it saw being
// deleted. A wrong guess lasts until the event comes, which alone counts.

import { insert, edit, unapply } from './changes.js'
import { fieldsFrom } from './wire.js'

const REMEMBERED = 2000

/** Deleted albums and who stood in front of them: the newest ones that this side saw going. */
export class Deleted {
  #spots = new Map()

  remember(album, prev) {
    this.#spots.delete(album.id)
    this.#spots.set(album.id, { album, prev })
    if (this.#spots.size > REMEMBERED) this.#spots.delete(this.#spots.keys().next().value)
  }

  album(id) { return this.#spots.get(id)?.album }

  /** The index directly behind an album's place, on the list or deleted; undefined when nobody knows. */
  indexBehind(list, id) {
    for (let hops = 0; hops <= REMEMBERED; hops += 1) {
      if (id === null) return 0
      const index = list.indexOf(id)
      if (index >= 0) return index + 1
      if (!this.#spots.has(id)) return undefined
      id = this.#spots.get(id).prev
    }
  }
}

export class Hand {
  log = []

  constructor(list, deleted) {
    this.list = list
    this.deleted = deleted
  }

  /** The operations of a `do`, one after another; what cannot be done is left out, as the server will refuse it. */
  carryOut(ops) {
    for (const op of ops) {
      switch (op.op) {
        case 'delete': this.remove(op.id); break
        case 'insert': this.insert({ id: op.id, fields: fieldsFrom(op.fields) }, () => this.#indexFor(op)); break
        case 'restore': this.#restore(op.id); break
        case 'move': this.#move(op.id, () => this.#indexFor(op)); break
        case 'edit': this.#edit(op.id, new Map(Object.entries(op.set ?? {}))); break
      }
    }
  }

  /** Leads what a step did from one side of it to the other; what others wrote meanwhile stays. */
  switchStep(effect, from, to) {
    const placed = effect.filter(e => e[to] && (!e[from] || e.moved)).sort((a, b) => a[to].index - b[to].index)
    for (const e of effect) if (!e[to]) this.remove(e.id)
    for (const e of placed) {
      if (e[from]) this.#move(e.id, () => this.#indexBehind(e[to]))
      else this.insert(e[to].album, () => this.#indexBehind(e[to]))
    }
    for (const e of effect) if (e[from] && e[to]) this.#edit(e.id, this.#stillMine(e, from, to))
  }

  remove(id) {
    const index = this.list.indexOf(id)
    if (index < 0) return
    const album = this.list.remove(index)
    this.deleted.remember(album, this.list.at(index - 1)?.id ?? null)
    this.log.push({ type: 'delete', id, index, album })
  }

  insert(album, indexFor) {
    if (!this.list.has(album.id)) this.log.push(insert(this.list, indexFor(), album))
  }

  takeBack() {
    while (this.log.length) unapply(this.list, this.log.pop())
  }

  #restore(id) {
    const album = this.deleted.album(id)
    if (album) this.insert(album, () => this.deleted.indexBehind(this.list, id) ?? this.list.length)
  }

  /** Takes the album out before it asks where to, since indices count without it. */
  #move(id, indexFor) {
    const from = this.list.indexOf(id)
    if (from < 0) return
    const album = this.list.remove(from), to = indexFor()
    this.list.insert(to, album)
    if (from !== to) this.log.push({ type: 'move', id, from, to, album })
  }

  #edit(id, set) {
    if (set.size && this.list.has(id)) this.log.push(edit(this.list, id, set))
  }

  #indexFor({ after, before }) {
    if (after !== undefined) return this.deleted.indexBehind(this.list, after) ?? this.list.length
    if (before === null) return this.list.length
    const index = this.list.indexOf(before)
    return index >= 0 ? index : this.deleted.indexBehind(this.list, before) ?? 0
  }

  #indexBehind({ prev, index }) {
    return this.deleted.indexBehind(this.list, prev) ?? Math.min(index, this.list.length)
  }

  /** The fields that still read as the step left them, with what they read on its other side. */
  #stillMine({ id, ...sides }, from, to) {
    const now = this.list.get(id)?.fields, set = new Map()
    if (!now) return set
    const left = sides[from].album.fields, right = sides[to].album.fields
    for (const name of new Set([...left.keys(), ...right.keys()])) {
      if (left.get(name) !== right.get(name) && now.get(name) === left.get(name)) set.set(name, right.get(name) ?? null)
    }
    return set
  }
}
