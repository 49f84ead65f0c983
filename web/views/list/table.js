// The list as a grid: rows of one height in a tall box, and only those near the window exist. A change costs the rows on screen,
// whatever the length of the list. The focused row always exists.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { calm, h, mark, putInOrder } from '../basics/dom.js'
import { glow, leave, Pace, slide } from '../basics/motion.js'
import { Row } from './row.js'

const SPARE = 6
const WIDTHS = { title: 'minmax(0, 1.5fr)', artist: 'minmax(0, 1.1fr)', year: '3.25rem', genre: 'minmax(0, .6fr)' }

export class Table extends EventTarget {
  #rows = new Map()
  #pending = false
  #height = 52
  #anchor = null
  #pace = new Pace()

  constructor(element, desk, settings) {
    super()
    this.desk = desk
    this.settings = settings
    this.headGroup = h('div', { class: 'head-group', role: 'rowgroup' })
    this.box = h('div', { class: 'rows', role: 'rowgroup' })
    this.line = h('div', { class: 'drop-line', hidden: true })
    this.grid = h('div', { class: 'grid', role: 'grid', 'aria-label': strings.list.name, 'aria-multiselectable': 'true' },
      this.headGroup, this.box)
    this.box.append(this.line)
    element.append(this.grid)
    addEventListener('scroll', () => this.later(), { passive: true })
    addEventListener('resize', () => this.#measure())
    addEventListener('beforeprint', () => { this.isPrinting = true; this.draw() })
    addEventListener('afterprint', () => { this.isPrinting = false; this.draw() })
    for (const type of ['view', 'selection']) desk.addEventListener(type, () => this.later())
    desk.addEventListener('current', ({ detail }) => this.#currentChanged(detail.by))
    desk.addEventListener('changed', ({ detail }) => this.#changed(detail))
    settings.addEventListener('change', () => this.#setColumns())
    this.#setColumns()
    this.#measure()
  }

  /** Lays the columns out anew when other ones are wanted: the rows are made again. */
  #setColumns() {
    const columns = ['title', 'artist', ...this.settings.columns]
    if (this.columns?.join() === columns.join()) return
    this.columns = columns
    this.header = this.#header()
    this.headGroup.replaceChildren(this.header)
    for (const row of this.#rows.values()) row.element.remove()
    this.#rows.clear()
    this.grid.style.setProperty('--fields', columns.map(field => WIDTHS[field] ?? 'minmax(0, 1fr)').join(' '))
    this.later()
  }

  #header() {
    const fixed = name => h('div', { class: `cell cell-${name}`, role: 'columnheader' }, h('span', { class: 'heard' }, strings.list.headers[name]))
    const sortable = field => h('div', { class: `cell cell-${field}`, role: 'columnheader', 'data-field': field },
      h('button', { type: 'button', class: 'sort', onclick: () => this.#sortBy(field) }, strings.columns[field], icon('up')))
    const cells = [['handle', 'check', 'number', 'face'].map(fixed), this.columns.map(sortable), fixed('menu')]
    return h('div', { class: 'row head', role: 'row', 'aria-rowindex': 1 }, cells)
  }

  /** Rising, then falling, then the shelf's own order again. */
  #sortBy(field) {
    const { sort } = this.desk.order
    if (sort?.field !== field) this.desk.setSort({ field, falling: false })
    else this.desk.setSort(sort.falling ? null : { field, falling: true })
  }

  get rowHeight() { return this.#height }
  rowOf(id) { return this.#rows.get(id) ?? null }
  get rows() { return this.#rows.values() }

  /** The rows that exist, as places where people can be marked. */
  get places() { return this.rows }

  #measure() {
    this.#height = parseFloat(getComputedStyle(this.box).getPropertyValue('--row')) || 52
    this.later()
  }

  later() {
    if (this.#pending) return
    this.#pending = true
    requestAnimationFrame(() => { this.#pending = false; this.draw() })
  }

  /** How far the window's upper edge is below the first row. Asked once a drawing: it makes the browser lay out. */
  get #scrolled() { return -this.box.getBoundingClientRect().top }

  /** The rows that the window shows, with some to spare: `[first, last)`. */
  #window(top) {
    if (this.isPrinting) return [0, this.desk.order.length]
    const first = Math.max(0, Math.floor(top / this.#height) - SPARE)
    const last = Math.ceil((top + innerHeight) / this.#height) + SPARE
    return [Math.min(first, this.desk.order.length), Math.max(0, Math.min(last, this.desk.order.length))]
  }

  draw(top = this.#scrolled) {
    const { order, selection } = this.desk
    this.box.style.blockSize = `${order.length * this.#height}px`
    mark(this.grid, 'aria-rowcount', order.length + 1)
    this.grid.classList.toggle('is-selecting', selection.size > 0)
    this.grid.classList.toggle('is-frozen', !order.isShelf)
    this.#drawSort()
    const shown = new Set()
    const [first, last] = this.#window(top)
    for (let index = first; index < last; index += 1) shown.add(this.#draw(order.at(index), index))
    if (this.desk.currentIndex >= 0) shown.add(this.#draw(this.desk.currentAlbum, this.desk.currentIndex))
    for (const [id, row] of this.#rows) if (!shown.has(id)) this.#retire(id, row, shown)
    putInOrder(this.box, [...this.#rows.values()].sort((a, b) => a.index - b.index).map(row => row.element))
    this.#anchor = top > 0 ? this.#findAnchor(top, last) : null
    this.dispatchEvent(new Event('drawn'))
  }

  #draw(album, index) {
    const { desk } = this
    let row = this.#rows.get(album.id)
    if (!row) {
      row = new Row(album.id, this.columns)
      this.#rows.set(album.id, row)
    }
    row.show({
      album, index, needles: desk.order.needles, isCurrent: album.id === desk.current, isSelected: desk.selection.has(album.id),
      selecting: desk.selection.size > 0, isFrozen: !desk.order.isShelf,
    })
    row.drawFace(desk.client)
    return album.id
  }

  /** A row that is being edited stays, wherever it is; so does one that has the focus. */
  #retire(id, row, shown) {
    const index = row.element.contains(document.activeElement) ? this.desk.order.indexOf(id) : -1
    if (index >= 0) { this.#draw(this.desk.order.at(index), index); shown.add(id); return }
    const hadFocus = row.element.contains(document.activeElement)
    this.#rows.delete(id)
    if (this.desk.client.get(id)) row.element.remove()
    else leave(row.element)
    if (hadFocus) this.focusCurrent()
  }

  #drawSort() {
    const { sort } = this.desk.order
    for (const cell of this.header.children) {
      if (!cell.dataset.field) continue
      const isSorted = sort?.field === cell.dataset.field
      mark(cell, 'aria-sort', isSorted ? (sort.falling ? 'descending' : 'ascending') : null)
    }
  }

  /** The first row that is wholly in the window: after a change above it, the page scrolls so that it stays where it is. */
  #findAnchor(top, last) {
    const index = Math.min(last - 1, Math.ceil(top / this.#height))
    const album = this.desk.order.at(index)
    return album ? { id: album.id, index } : null
  }

  #changed({ changes, cause, event }) {
    const before = changes && changes.length <= 60 ? new Map([...this.#rows].map(([id, row]) => [id, row.index])) : null
    const hadFocus = this.box.contains(document.activeElement)
    const pushed = this.#keepPlace()
    this.draw()
    if (hadFocus && !this.box.querySelector('.editor')) this.focusCurrent()
    if (before && this.#pace.mayStart()) this.#slide(before, pushed)
    const isBack = this.desk.followsComeback && cause !== 'remote'
    if (isBack && this.#scrolled > 0) this.reveal(this.desk.currentIndex, { center: true })
    if (changes && changes.length <= 200 && (isBack || cause === 'remote')) this.flash(changes, cause === 'remote' ? event?.by : null)
  }

  /** Returns by how many rows the page was scrolled to keep what is read in place. */
  #keepPlace() {
    if (!this.#anchor) return 0
    const index = this.desk.order.indexOf(this.#anchor.id)
    const by = index < 0 ? 0 : index - this.#anchor.index
    if (!by) return 0
    this.box.style.blockSize = `${this.desk.order.length * this.#height}px`
    scrollBy({ top: by * this.#height, behavior: 'instant' })
    return by
  }

  #slide(before, pushed) {
    for (const [id, row] of this.#rows) {
      const was = before.get(id)
      const by = was === undefined ? 0 : (was + pushed - row.index) * this.#height
      if (by && Math.abs(by) < 900) slide(row.element, 0, by)
    }
  }

  /** What changed glows for a moment, in the colour of who did it. */
  flash(changes, by) {
    const hues = new Map(this.desk.client.people.map(one => [one.client, one.hue]))
    for (const { id, type, event } of changes) {
      const row = type === 'delete' ? null : this.#rows.get(id)
      if (row) glow(row.element, hues.get(event?.by ?? by) ?? 12)
    }
  }

  #currentChanged(by) {
    if (this.desk.isFollowing) return
    const hadFocus = this.box.contains(document.activeElement)
    this.draw()
    // What was clicked is in sight; if it moved now, a second click would hit another row.
    if (by !== 'click' && (by === 'table' || hadFocus)) this.reveal(this.desk.currentIndex)
    if (hadFocus && !this.box.querySelector('.editor')) this.focusCurrent()
  }

  focusCurrent() { this.#rows.get(this.desk.current)?.element.focus({ preventScroll: true }) }

  /** Scrolls just so far that the row is clear of the head and the toolbar. */
  reveal(index, { center = false } = {}) {
    if (index < 0) return
    const top = this.box.getBoundingClientRect().top + index * this.#height
    const above = this.header.getBoundingClientRect().height + (parseFloat(getComputedStyle(this.header.parentElement).top) || 0)
    const below = innerHeight - (parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd) || 0)
    if (center && (top < above || top + this.#height > below)) scrollBy({ top: top - innerHeight / 2, behavior: calm() ? 'instant' : 'smooth' })
    else if (top < above) scrollBy({ top: top - above - 4, behavior: 'instant' })
    else if (top + this.#height > below) scrollBy({ top: top + this.#height - below, behavior: 'instant' })
  }

  /** The row index under a height of the window, from 0 to the length of the list; halves round to the nearer gap. */
  gapAt(clientY) {
    const at = (clientY - this.box.getBoundingClientRect().top) / this.#height
    return Math.max(0, Math.min(this.desk.order.length, Math.round(at)))
  }

  /** Shows where a drop would go, or hides the line (null). */
  showGap(gap) {
    this.line.hidden = gap === null
    if (gap !== null) this.line.style.setProperty('--index', gap)
  }
}
