// What others did, told calmly: alike events of one person within a moment become one sentence.

import { isStartOver } from './sample.js'

/** Collects events; `take(now)` gives those that have rested for `rest` ms (or waited `most`), grouped by person and kind of work. */
export class Notices {
  #open = new Map()

  constructor({ rest = 900, most = 3000 } = {}) {
    this.rest = rest
    this.most = most
  }

  get isEmpty() { return this.#open.size === 0 }

  add(event, now) {
    const { by, kind, label } = event
    const key = `${by} ${kind} ${isStartOver(label) ? label.id : label.op}`
    const group = this.#open.get(key) ?? { since: now, many: 0, ids: new Set() }
    if (label.count === 1) group.ids.add(label.id)
    else group.many += label.count
    group.last = now
    group.event = event
    this.#open.set(key, group)
  }

  take(now) {
    const ready = []
    for (const [key, group] of this.#open) {
      if (now - group.last < this.rest && now - group.since < this.most) continue
      this.#open.delete(key)
      ready.push(summary(group))
    }
    return ready
  }
}

/** One event for a group; several edits of one album count as one album. */
function summary({ event, many, ids }) {
  const count = many + ids.size
  return { ...event, label: { ...event.label, count, field: count === 1 ? event.label.field : undefined } }
}
