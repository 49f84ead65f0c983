// One row of the list: an album with its handle, checkbox, small sleeve, fields and menu. It is told what it shows, and changes
// only what differs.

import { findRanges } from '../../model/text.js'
import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h, mark } from '../basics/dom.js'
import { faceKey, sleeve } from '../covers/sleeve.js'
import { text } from '../basics/words.js'

export class Row {
  #album = null
  #needles = null
  #faceKey = null

  /** `columns` are the fields with a cell of their own, in order. */
  constructor(id, columns) {
    this.id = id
    this.check = h('input', { type: 'checkbox', tabIndex: -1, 'data-does': 'select' })
    this.handle = h('button', { class: 'handle', type: 'button', tabIndex: -1, 'data-does': 'drag' }, icon('grip'))
    this.menu = h('button', { class: 'quiet square', type: 'button', tabIndex: -1, 'aria-haspopup': 'menu', 'data-does': 'menu' }, icon('more'))
    this.number = h('span', { class: 'figures' })
    this.face = cell('face')
    this.cells = new Map(columns.map(field => [field, cell(field, h('span', { class: 'value', dir: 'auto' }))]))
    for (const [field, element] of this.cells) element.dataset.field = field
    this.people = h('span', { class: 'row-people' })
    this.element = h('div', { class: 'row', role: 'row', id: `row-${id}`, 'data-album-id': id, tabIndex: -1 },
      cell('handle', this.handle), cell('check', h('label', {}, this.check)), cell('number', this.number), this.face,
      ...this.cells.values(), cell('menu', this.people, this.menu))
  }

  show({ album, index, needles, isCurrent, isSelected, selecting, isFrozen }) {
    if (album !== this.#album || needles !== this.#needles) this.#fill(album, needles)
    if (index !== this.index) this.#place(index)
    const { element } = this
    element.tabIndex = isCurrent ? 0 : -1
    element.classList.toggle('is-current', isCurrent)
    mark(element, 'aria-selected', isSelected || (isCurrent && !selecting))
    this.check.checked = isSelected
    mark(this.handle, 'aria-disabled', isFrozen || null)
  }

  #place(index) {
    this.index = index
    this.element.style.setProperty('--index', index)
    mark(this.element, 'aria-rowindex', index + 2)
    this.number.textContent = index + 1
  }

  #fill(album, needles) {
    this.#album = album
    this.#needles = needles
    const title = String(album.fields.get('title') ?? '') || strings.untitled
    for (const [field, cell] of this.cells) {
      const value = String(album.fields.get(field) ?? '')
      write(cell.firstChild, field === 'title' && !value ? strings.untitled : value, needles)
      cell.classList.toggle('is-missing', !value)
      cell.title = value.length > 24 ? value : ''
    }
    mark(this.check, 'aria-label', text(strings.list.select, { title }))
    mark(this.handle, 'aria-label', text(strings.list.handle, { title }))
    mark(this.menu, 'aria-label', text(strings.list.menu, { title }))
  }

  /** The sleeve comes last, when there is time for it. */
  drawFace(client) {
    const key = faceKey(this.#album)
    if (key === this.#faceKey) return
    this.#faceKey = key
    this.face.replaceChildren(sleeve(this.#album, client))
  }
}

const cell = (name, ...content) => h('div', { class: `cell cell-${name}`, role: 'gridcell' }, ...content)

/** The value with what was looked for marked in it. */
function write(element, value, needles) {
  const ranges = needles.length ? findRanges(value, needles) : []
  if (!ranges.length) { element.textContent = value; return }
  const parts = []
  let at = 0
  for (const [start, end] of ranges) {
    parts.push(value.slice(at, start), h('mark', {}, value.slice(start, end)))
    at = end
  }
  element.replaceChildren(...parts, value.slice(at))
}
