// The least that has to change to lead from one state of the list to another, when only some albums were touched.
// Pure.
//
// `capture` notes where the touched albums stand, before and after; everything else kept its order. An album has
// moved when it crossed an untouched one, or when it does not belong to the longest run of touched albums that kept
// their order. The changes come in the order of the wire (W5): deletes by falling index, moves in their final order,
// inserts by rising index, edits in the order of the list. The cost is that of the touched albums, not of the list.

import { sameFields } from './wire.js'

const MANY = 16   // looking one up costs about as much as walking past so many

/** Where each of these albums (an array or a Set of ids) stands: Map of id to { album, index, prev }; those off the list
 *  are left out. */
export function capture(list, ids) {
  const wanted = ids instanceof Set ? ids : new Set(ids)
  return wanted.size * MANY > list.length ? captureInOneWalk(list, wanted) : captureEach(list, wanted)
}

function captureEach(list, ids) {
  const spots = new Map()
  for (const id of ids) {
    const index = list.indexOf(id)
    if (index >= 0) spots.set(id, { album: list.get(id), index, prev: list.at(index - 1)?.id ?? null })
  }
  return spots
}

function captureInOneWalk(list, ids) {
  const spots = new Map()
  let index = 0, prev = null
  for (const album of list) {
    if (ids.has(album.id)) spots.set(album.id, { album, index, prev })
    prev = album.id
    index += 1
  }
  return spots
}

/** The changes from one capture to the other, and the ids that moved. */
export function diff(before, after) {
  const stayed = byIndex(before).filter(id => after.has(id))
  const moves = movesOf(stayed, before, after)
  const changes = []
  for (const id of byIndex(before).reverse()) {
    if (!after.has(id)) changes.push({ type: 'delete', id, index: before.get(id).index, album: before.get(id).album })
  }
  for (const [id, from, to] of moves) changes.push({ type: 'move', id, from, to, album: before.get(id).album })
  for (const id of byIndex(after)) {
    if (!before.has(id)) changes.push({ type: 'insert', id, index: after.get(id).index, album: after.get(id).album })
  }
  for (const id of byIndex(after)) if (before.has(id)) pushEdit(changes, before.get(id).album, after.get(id))
  return { changes, moved: new Set(moves.map(([id]) => id)) }
}

function pushEdit(changes, was, { album, index }) {
  if (was === album || sameFields(was.fields, album.fields)) return
  const fields = new Map()
  for (const [name, value] of album.fields) if (was.fields.get(name) !== value) fields.set(name, value)
  for (const name of was.fields.keys()) if (!album.fields.has(name)) fields.set(name, null)
  changes.push({ type: 'edit', id: album.id, index, album, was, fields })
}

const byIndex = spots => [...spots.keys()].sort((a, b) => spots.get(a).index - spots.get(b).index)

/** [id, from, to] of the albums that moved, in their final order; `stayed` are those on both lists, in the old one's order. */
function movesOf(stayed, before, after) {
  const crossedNone = sameGap(before, after)
  const keepers = longestRun(stayed.filter(crossedNone), id => after.get(id).index)
  const movers = stayed.filter(id => !keepers.has(id))
  if (!movers.length) return []

  // In front of an album stand fixed ones (untouched, or keepers) and movers. `oldFixed` and `newFixed` count the fixed.
  const oldFixed = fixedInFront(before, id => after.has(id) && keepers.has(id))
  const newFixed = fixedInFront(after, id => before.has(id) && keepers.has(id))
  const final = [...movers].sort((a, b) => after.get(a).index - after.get(b).index)
  const rank = new Map(movers.map((id, i) => [id, i]))
  const waiting = new Counter(movers.length)           // movers that have not moved yet, by their old rank
  const oldGaps = movers.map(oldFixed), newGaps = final.map(newFixed)

  return final.map((id, done) => {
    waiting.take(rank.get(id))
    const movedInFront = Math.min(done, firstAbove(newGaps, oldFixed(id)))
    const from = oldFixed(id) + movedInFront + waiting.below(rank.get(id))
    const to = newGaps[done] + done + waiting.below(firstAbove(oldGaps, newGaps[done] - 1))
    return [id, from, to]
  }).filter(([, from, to]) => from !== to)
}

/** Tells whether an album lies between the same untouched albums in both captures. */
function sameGap(before, after) {
  const old = new Map(byIndex(before).map((id, i) => [id, before.get(id).index - i]))
  const now = new Map(byIndex(after).map((id, i) => [id, after.get(id).index - i]))
  return id => old.get(id) === now.get(id)
}

/** Counts the untouched albums and keepers in front of a captured one. */
function fixedInFront(spots, isKeeper) {
  const counts = new Map()
  let others = 0
  for (const id of byIndex(spots)) {
    counts.set(id, spots.get(id).index - others)
    if (!isKeeper(id)) others += 1
  }
  return id => counts.get(id)
}

/** The ids of a longest subsequence whose `key` rises. */
function longestRun(ids, key) {
  const tails = [], previous = new Map()
  for (const id of ids) {
    const at = firstAbove(tails, key(id), key)
    previous.set(id, tails[at - 1])
    tails[at] = id
  }
  const run = new Set()
  for (let id = tails.at(-1); id !== undefined; id = previous.get(id)) run.add(id)
  return run
}

/** How many of the rising values are at most `limit`. */
function firstAbove(values, limit, key = value => value) {
  let low = 0, high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (key(values[middle]) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Counts which of n ranks are still there (a Fenwick tree). */
class Counter {
  constructor(n) {
    this.sums = new Int32Array(n + 1)
    for (let i = 1; i <= n; i += 1) this.sums[i] = i & -i
  }

  take(rank) {
    for (let i = rank + 1; i < this.sums.length; i += i & -i) this.sums[i] -= 1
  }

  below(rank) {
    let sum = 0
    for (let i = rank; i > 0; i -= i & -i) sum += this.sums[i]
    return sum
  }
}
