// The five albums of the tutorial, and the one request that starts over with them.

export const samples = [
  ['Best of Bowie', 'David Bowie', 'Pop', 1992], ["It's My Life", 'No Doubt', 'Pop', 2003],
  ['Nothing Like The Sun', 'Sting', 'Pop', 1999], ['Staring at the Sun', 'U2', 'Pop', 2000],
  ['American Pie', 'Madonna', 'Pop', 2000],
].map(([title, artist, genre, year]) => ({ title, artist, genre, year }))

const MARK = 'over-'

/**
 * Operations that take everything off the shelf and put the samples there, as albums of their own. The first one's id carries a mark: a label
 * names the first album of its step (U11), so every tab and the history know a start over when they see one.
 */
export function startOver(ids, newId) {
  const fresh = samples.map((fields, at) => ({ op: 'insert', id: at ? newId() : MARK + newId(), before: null, fields }))
  return [...fresh, ...ids.map(id => ({ op: 'delete', id }))]
}

/** Whether a step with this label started over. */
export const isStartOver = ({ op, id }) => (op === 'mixed' || op === 'insert') && String(id).startsWith(MARK)
