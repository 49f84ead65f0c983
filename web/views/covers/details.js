// The chosen album in full, under its sleeve. Every value can be edited where it stands.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h, mark } from '../basics/dom.js'
import { text } from '../basics/words.js'

const ORDER = ['title', 'artist', 'genre', 'year']

export class Details {
  constructor(element, desk, { editor, openMenu, steady }) {
    Object.assign(this, { element, desk, editor, openMenu, steady, isReadOnly: false })
    this.values = Object.fromEntries(ORDER.map(field => [field, this.#value(field, false)]))
    this.menu = h('button', { class: 'quiet square', type: 'button', 'aria-haspopup': 'menu' }, icon('more'))
    this.menu.addEventListener('click', () => openMenu(this.menu, [desk.current]))
    this.note = h('p', { class: 'note', dir: 'auto' })
    this.where = h('span', { class: 'figures' })
    const facts = h('dl', { class: 'facts' }, ['genre', 'year'].map(field => h('div', {}, h('dt', {}, strings.columns[field]), h('dd', {}, this.values[field]))))
    this.title = h('h2', { class: 'title' }, this.values.title)
    this.card = h('div', { class: 'card' }, this.title, h('p', { class: 'artist' }, this.values.artist),
      h('div', { class: 'card-foot' }, facts, h('span', { class: 'where' }, this.where, this.menu)), this.note)
    element.append(this.card)
    desk.addEventListener('current', ({ detail }) => this.draw({ isAtList: detail.by === 'table' || detail.by === 'click' }))
    for (const type of ['changed', 'view']) desk.addEventListener(type, () => this.draw())
    editor.addEventListener('change', () => { if (editor.editing === null) this.card.style.minBlockSize = '' })
    desk.client.addEventListener('status', () => this.draw())
    this.draw()
  }

  /** A button that opens the field, or only words for who may but look on. */
  #value(field, isReadOnly) {
    const all = { class: 'value', 'data-field': field, dir: 'auto' }
    return isReadOnly ? h('span', all) : h('button', { ...all, type: 'button', onclick: () => this.edit(field) })
  }

  #setReadOnly(isReadOnly) {
    this.isReadOnly = isReadOnly
    for (const field of ORDER) {
      const value = this.#value(field, isReadOnly)
      this.values[field].replaceWith(value)
      this.values[field] = value
    }
  }

  edit(field) {
    const id = this.desk.current
    if (id === null || this.isReadOnly) return
    const button = this.values[field]
    this.card.style.minBlockSize = `${this.card.offsetHeight}px`
    this.editor.open({
      id, field, host: button.parentElement, cover: button, fields: ORDER,
      next: name => this.edit(name), done: () => button.focus({ preventScroll: true }),
    })
  }

  draw({ isAtList } = {}) {
    const album = this.desk.currentAlbum
    this.card.hidden = !album
    if (!album) return
    const { isReadOnly } = this.editor.actions
    if (this.album !== album || this.isReadOnly !== isReadOnly) this.steady.draw(() => this.#fill(album, isReadOnly), isAtList)
    this.where.textContent = text(strings.details.position, { position: this.desk.currentIndex + 1, count: this.desk.order.length })
  }

  #fill(album, isReadOnly) {
    if (isReadOnly !== this.isReadOnly) this.#setReadOnly(isReadOnly)
    this.album = album
    for (const field of ORDER) {
      const value = album.fields.get(field)
      const name = strings.columns[field]
      const isMissing = value === undefined || value === ''
      const button = this.values[field]
      button.textContent = isMissing ? text(strings.details.add, { field: strings.fields[field] }) : String(value)
      button.classList.toggle('is-missing', isMissing)
      mark(button, 'aria-label', isReadOnly ? null : isMissing ? text(strings.details.add, { field: name }) : text(strings.details.edit, { field: name, value: String(value) }))
    }
    this.title.classList.toggle('is-long', this.values.title.textContent.length > 60)
    this.note.textContent = album.fields.get('note') ?? ''
    this.note.hidden = !this.note.textContent
    this.menu.setAttribute('aria-label', text(strings.list.menu, { title: album.fields.get('title') ?? strings.untitled }))
  }
}
