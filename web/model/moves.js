// Moves as operations that name albums, never positions: right also when others move things meanwhile.

/**
 * The operations that bring `ids` together into the gap `gap` of the order (0 = in front of all, order.length = behind all), in the
 * order they have now. Empty when nothing would change.
 */
export function moveIntoGap(order, ids, gap) {
  const moving = new Set(ids)
  const group = order.filter(id => moving.has(id))
  if (!group.length || isAlreadyThere(order, group, gap)) return []
  let front = gap - 1
  while (front >= 0 && moving.has(order[front])) front -= 1
  const atEnd = !order.slice(gap).some(id => !moving.has(id))
  if (front >= 0 && atEnd) return group.map(id => ({ op: 'move', id, before: null }))
  return chain(group, front >= 0 ? order[front] : null)
}

/** Each of the group behind the one before it, the first behind `anchor` (null: in front of all). */
const chain = (group, anchor) => group.map((id, at) => ({ op: 'move', id, after: at ? group[at - 1] : anchor }))

function isAlreadyThere(order, group, gap) {
  const first = order.indexOf(group[0])
  const together = group.every((id, at) => order[first + at] === id)
  return together && gap >= first && gap <= first + group.length
}

/** The gap for "the group's first album shall be number `position` (from 1)" in the order without the group. */
export function gapForPosition(order, ids, position) {
  const moving = new Set(ids)
  let left = Math.max(0, Math.min(position - 1, order.length - ids.length))
  for (let gap = 0; gap < order.length; gap += 1) {
    if (moving.has(order[gap])) continue
    if (left === 0) return gap
    left -= 1
  }
  return order.length
}

/** The gap one step up (-1) or down (+1) from where the group is, or undefined at the end of the list. */
export function gapForStep(order, ids, step) {
  const moving = new Set(ids)
  const at = order.map((id, index) => (moving.has(id) ? index : -1)).filter(index => index >= 0)
  if (!at.length) return undefined
  const gap = step < 0 ? at[0] - 1 : at.at(-1) + 2
  return gap < 0 || gap > order.length ? undefined : gap
}

/** The fewest moves that turn one order into another: what already stands in rising order (the longest such row) stays. */
export function reorder(now, wanted) {
  const place = new Map(now.map((id, index) => [id, index]))
  const stays = new Set(longestRise(wanted.map(id => place.get(id))).map(at => wanted[at]))
  return wanted.flatMap((id, at) => (stays.has(id) ? [] : [{ op: 'move', id, after: at ? wanted[at - 1] : null }]))
}

/** Indices of a longest strictly rising subsequence (patience sorting). */
export function longestRise(values) {
  const ends = []
  const before = new Array(values.length)
  values.forEach((value, at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]] < value) low = middle + 1
      else high = middle
    }
    before[at] = low ? ends[low - 1] : -1
    ends[low] = at
  })
  const rise = []
  for (let at = ends.length ? ends.at(-1) : -1; at >= 0; at = before[at]) rise.push(at)
  return rise.reverse()
}
