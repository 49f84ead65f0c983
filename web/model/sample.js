// The five albums of the tutorial, and the one request that starts over with them.

export const samples = [
  ['Best of Bowie', 'David Bowie', 'Pop', 1992], ["It's My Life", 'No Doubt', 'Pop', 2003],
  ['Nothing Like The Sun', 'Sting', 'Pop', 1999], ['Staring at the Sun', 'U2', 'Pop', 2000],
  ['American Pie', 'Madonna', 'Pop', 2000],
].map(([title, artist, genre, year]) => ({ title, artist, genre, year }))

/** Operations that take everything off the shelf and put the samples there, as albums of their own. */
export function startOver(ids, newId) {
  const clear = ids.map(id => ({ op: 'delete', id }))
  return [...clear, ...samples.map(fields => ({ op: 'insert', id: newId(), before: null, fields }))]
}
