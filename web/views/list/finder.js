// Over the list: how many albums, the filter, and what a personal sort means.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h, isComposing } from '../basics/dom.js'
import { text } from '../basics/words.js'

export class Finder {
  constructor(element, desk, actions) {
    Object.assign(this, { desk, actions })
    this.input = h('input', { type: 'search', placeholder: strings.list.filterShort, 'aria-label': strings.list.filter, autocomplete: 'off', spellcheck: false, dir: 'auto', enterKeyHint: 'search' })
    this.count = h('p', { class: 'count figures', role: 'status' })
    this.sorted = h('p', { class: 'sorted-words' })
    this.apply = h('button', { type: 'button', class: 'small', onclick: () => actions.applyOrder() }, strings.list.apply)
    this.back = h('button', { type: 'button', class: 'small', onclick: () => desk.setSort(null) }, strings.list.shelfOrder)
    this.state = h('div', { class: 'sorted', hidden: true }, this.sorted, this.apply, this.back)
    this.nothing = h('div', { class: 'nothing', hidden: true })
    element.append(h('div', { class: 'finder' }, this.count, this.state, h('label', { class: 'filter' }, icon('search'), this.input)), this.nothing)
    this.input.addEventListener('input', event => { if (!event.isComposing) desk.setFilter(this.input.value) })
    this.input.addEventListener('compositionend', () => desk.setFilter(this.input.value))
    this.input.addEventListener('keydown', event => this.#key(event))
    for (const type of ['changed', 'view']) desk.addEventListener(type, () => this.draw())
    this.draw()
  }

  #key(event) {
    if (event.key !== 'Escape' || isComposing(event) || !this.input.value) return
    event.preventDefault()
    event.stopPropagation()
    this.clear()
  }

  clear() {
    this.input.value = ''
    this.desk.setFilter('')
    this.input.focus()
  }

  draw() {
    if (this.input.value !== this.desk.order.query && document.activeElement !== this.input) this.input.value = this.desk.order.query
    const { order, client } = this.desk
    const isFiltered = order.needles.length > 0
    const words = isFiltered ? text(strings.list.shown, { count: order.length, total: client.length }) : text(strings.list.total, { count: client.length })
    if (this.count.textContent !== words) this.count.textContent = words
    this.state.hidden = !order.sort
    if (order.sort) this.sorted.textContent = text(strings.list.ownOrder, { field: strings.fields[order.sort.field] })
    this.apply.hidden = isFiltered || this.actions.isReadOnly
    this.#drawNothing(isFiltered && order.length === 0 && client.length > 0)
  }

  #drawNothing(isEmpty) {
    this.nothing.hidden = !isEmpty
    if (!isEmpty) return
    this.nothing.replaceChildren(h('p', {}, text(strings.list.nothing, { query: this.desk.order.query.trim() })),
      h('button', { type: 'button', class: 'small', onclick: () => this.clear() }, strings.list.showAll))
  }
}
