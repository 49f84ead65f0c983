// What the page shows: the confirmed list with the client's own open requests applied on top. Pure.
//
// There is one list, not two. Each open request remembers what it did to it, so an event of somebody else is let in
// underneath: take the open ones off, apply the event, put them on again, and tell only the difference. An own event
// that says what was foretold changes nothing, and an event without open requests is applied as it is.

import { List } from './list.js'
import { Deleted, Hand } from './hand.js'
import { applyOp, asForetold, unapply, Diverged } from './changes.js'
import { capture, diff } from './diff.js'
import { sameFields } from './wire.js'

export { Diverged }

export class View {
  list = new List()
  #deleted = new Deleted()
  #open = []

  /** Puts a request on top: { ids() that it may touch, play(hand), step? }. Returns the changes. */
  push(request) {
    this.#open.push(request)
    return this.#play(request)
  }

  /** Takes a request off that has no effect, or whose effect the confirmed list holds already. Returns the changes. */
  drop(request) {
    if (!this.#open.includes(request)) return []
    return this.#beneath(request.ids(), () => this.#forget([request]))
  }

  /**
   * Lets events in: [{ event, request?, step? }], where `request` is the open one that the event carries out and
   * `step` learns what an own `do` did. Returns the changes, each with its `event` where one is to blame.
   * Throws `Diverged`, with nothing changed.
   */
  advance(arrivals) {
    const rest = this.#skipForetold(arrivals)
    if (!rest.length) return []
    if (!this.#open.length) return this.#applyAll(rest)
    const last = new Map(rest.flatMap(({ event }) => event.ops.map(op => [op.id, event])))
    const changes = this.#beneath(last.keys(), () => {
      this.#applyAll(rest)
      this.#forget(rest.map(({ request }) => request))
    })
    for (const change of changes) change.event = last.get(change.id)
    return changes
  }

  /** A snapshot takes the place of the confirmed list, beneath these open requests. Albums that read the same stay the
   *  same objects. */
  reset(albums, open) {
    const old = this.list
    this.list = new List(albums.map(album => {
      const was = old.get(album.id)
      return was && sameFields(was.fields, album.fields) ? was : album
    }))
    this.#open = [...open]
    this.#replay()
  }

  /** The confirmed list, without the open requests. */
  confirmed() {
    const copy = new List(this.list.toArray())
    const log = this.#open.flatMap(request => request.hand.log)
    for (const change of log.reverse()) unapply(copy, change)
    return copy.toArray()
  }

  /** Whether switching a step would change anything (U2); true when nobody knows what it did. */
  shows(step, from, to) {
    if (!step.effect) return true
    const hand = new Hand(this.list, this.#deleted), ids = step.effect.map(e => e.id)
    const before = capture(this.list, ids)
    hand.switchStep(step.effect, from, to)
    const { changes } = diff(before, capture(this.list, ids))
    hand.takeBack()
    return changes.length > 0
  }

  #play(request) {
    const hand = new Hand(this.list, this.#deleted)
    const { changes, effect } = this.#watch(request.ids(), () => request.play(hand))
    request.hand = hand
    request.changes = changes
    if (request.step) request.step.effect = effect
    return changes
  }

  /** What an act changes, and both sides of it for each album. */
  #watch(ids, act) {
    const before = capture(this.list, ids)
    act()
    this.#keepObjects(before)
    const after = capture(this.list, ids)
    const { changes, moved } = diff(before, after)
    const effect = [...new Set(changes.map(change => change.id))]
      .map(id => ({ id, before: before.get(id), after: after.get(id), moved: moved.has(id) }))
    return { changes, effect }
  }

  /** Acts on the confirmed list, beneath the open requests; returns what changes in the view. */
  #beneath(ids, act) {
    const touched = new Set(ids)
    for (const request of this.#open) for (const id of request.ids()) touched.add(id)
    const before = capture(this.list, touched)
    this.#rewind()
    try { act() } finally { this.#replay() }
    this.#keepObjects(before)
    return diff(before, capture(this.list, touched)).changes
  }

  /** An album that reads as before is the same object as before, although it was taken apart and put together again. */
  #keepObjects(spots) {
    for (const [id, { album }] of spots) {
      const now = this.list.get(id)
      if (now && now !== album && sameFields(now.fields, album.fields)) this.list.replace(album)
    }
  }

  #rewind() {
    for (const request of [...this.#open].reverse()) request.hand.takeBack()
  }

  #replay() {
    for (const request of this.#open) this.#play(request)
  }

  #forget(requests) {
    this.#open = this.#open.filter(request => !requests.includes(request))
  }

  #skipForetold(arrivals) {
    let told = 0
    while (told < arrivals.length && this.#open.length) {
      const { event, request } = arrivals[told]
      if (request !== this.#open[0] || !asForetold(event.ops, request.changes)) break
      this.#open.shift()
      told += 1
    }
    return arrivals.slice(told)
  }

  #applyAll(arrivals) {
    const changes = []
    try {
      for (const arrival of arrivals) this.#apply(arrival, changes)
    } catch (error) {
      for (const change of changes.reverse()) unapply(this.list, change)
      throw error
    }
    return changes
  }

  #apply({ event, step }, changes) {
    const act = () => { for (const op of event.ops) changes.push(this.#applyOp(op, event)) }
    if (!step) return act()
    step.ids = [...new Set(event.ops.map(op => op.id))]
    step.effect = this.#watch(step.ids, act).effect
  }

  #applyOp(op, event) {
    const change = applyOp(this.list, op)
    change.event = event
    if (change.type === 'delete') this.#deleted.remember(change.album, this.list.at(change.index - 1)?.id ?? null)
    return change
  }
}
