// The replica: an ordered list of albums that answers "who is at 17?" and "where is a3?" without walking the list.
// Pure.
//
// The order is kept in blocks of a few hundred entries, and each entry knows its block. So inserting, deleting and
// finding cost one block, whether the shelf has a hundred albums or a million. Albums are immutable: an edit puts
// another object in the place of the old one, and whoever compares identities sees exactly what changed.

const BLOCK = 512

export class List {
  #blocks = []
  #entries = new Map()
  #array = null

  constructor(albums = []) {
    for (let start = 0; start < albums.length; start += BLOCK / 2) {
      const block = []
      for (const album of albums.slice(start, start + BLOCK / 2)) this.#enter(block, block.length, album)
      this.#blocks.push(block)
    }
  }

  get length() { return this.#entries.size }
  has(id) { return this.#entries.has(id) }
  get(id) { return this.#entries.get(id)?.album }

  /** The album at an index; undefined outside the list. */
  at(index) {
    if (!(index >= 0 && index < this.length)) return undefined
    const [block, offset] = this.#find(index)
    return block[offset].album
  }

  /** Where an album stands; -1 when it is not on the list. */
  indexOf(id) {
    const entry = this.#entries.get(id)
    if (!entry) return -1
    let start = 0
    for (const block of this.#blocks) {
      if (block === entry.block) return start + block.indexOf(entry)
      start += block.length
    }
  }

  insert(index, album) {
    if (this.has(album.id)) throw new RangeError(`${album.id} is on the list already`)
    if (!(index >= 0 && index <= this.length)) throw new RangeError(`no place ${index}`)
    this.#array = null
    if (!this.#blocks.length) this.#blocks.push([])
    const [block, offset] = this.#find(index)
    this.#enter(block, offset, album)
    if (block.length > BLOCK) this.#split(block)
  }

  /** Takes the album at an index off the list, and returns it. */
  remove(index) {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`nothing at ${index}`)
    this.#array = null
    const [block, offset] = this.#find(index)
    const [entry] = block.splice(offset, 1)
    if (!block.length) this.#blocks.splice(this.#blocks.indexOf(block), 1)
    this.#entries.delete(entry.album.id)
    return entry.album
  }

  /** Puts an album in the place of the one with its id, and returns that one. */
  replace(album) {
    const entry = this.#entries.get(album.id)
    if (!entry) throw new RangeError(`${album.id} is not on the list`)
    this.#array = null
    const was = entry.album
    entry.album = album
    return was
  }

  *[Symbol.iterator]() {
    for (const block of this.#blocks) for (const { album } of block) yield album
  }

  /** The albums in order: the same array until something changes, then another. Not to be written to. */
  toArray() {
    if (!this.#array) {
      this.#array = []
      for (const block of this.#blocks) for (const entry of block) this.#array.push(entry.album)
    }
    return this.#array
  }

  /** The block and the offset in it of an index; the end belongs to the last block. */
  #find(index) {
    let rest = index
    for (const block of this.#blocks) {
      if (rest < block.length) return [block, rest]
      rest -= block.length
    }
    const last = this.#blocks.at(-1)
    return [last, last.length]
  }

  #enter(block, offset, album) {
    const entry = { album, block }
    block.splice(offset, 0, entry)
    this.#entries.set(album.id, entry)
  }

  #split(block) {
    const half = block.splice(BLOCK / 2)
    for (const entry of half) entry.block = half
    this.#blocks.splice(this.#blocks.indexOf(block) + 1, 0, half)
  }
}
