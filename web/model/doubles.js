// Albums that may be the same one: a hint, never an action. Empty fields match nothing.

import { foldName } from './text.js'

const keyOf = (artist, title) => (artist && title ? `${foldName(String(artist))}\u0000${foldName(String(title))}` : null)

/** Of the new albums, those that a shelf or an earlier line already has: a Set of indices. */
export function findDoubles(albums, shelf) {
  const known = new Set()
  for (const { fields } of shelf) known.add(keyOf(fields.get('artist'), fields.get('title')))
  const doubles = new Set()
  albums.forEach(({ artist, title }, at) => {
    const key = keyOf(artist, title)
    if (key === null) return
    if (known.has(key)) doubles.add(at)
    known.add(key)
  })
  return doubles
}
