// "3 selected": what can be done with several albums at once, each as one request and one undo.

import { isTooLong, readYear, tidy } from '../../model/text.js'
import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { field, openDialog } from '../basics/dialog.js'
import { h, mark } from '../basics/dom.js'
import { text } from '../basics/words.js'

const FIELDS = ['genre', 'year', 'artist', 'title', 'note']

export class SelectionBar {
  constructor(element, desk, actions, { openMenu }) {
    Object.assign(this, { desk, actions })
    const button = (name, glyph, act) => h('button', { type: 'button', class: 'small', 'aria-label': strings.bar[name], title: strings.bar[name], onclick: act }, icon(glyph), h('span', {}, strings.bar[name]))
    this.count = h('span', { class: 'count figures' })
    this.move = button('move', 'up', () => openMenu(this.move, desk.chosen))
    this.move.setAttribute('aria-haspopup', 'menu')
    this.bar = h('div', { class: 'selection-bar', role: 'group', 'aria-label': strings.bar.name, hidden: true },
      this.count, this.move, button('edit', 'pencil', () => this.#edit()), button('delete', 'trash', () => actions.delete(desk.chosen)),
      h('button', { type: 'button', class: 'quiet square', 'aria-label': strings.bar.clear, title: strings.bar.clear, onclick: () => desk.clearSelection() }, icon('close')))
    element.append(this.bar)
    desk.addEventListener('selection', () => this.draw())
  }

  draw() {
    const { size } = this.desk.selection
    this.bar.hidden = !size
    this.count.textContent = text(strings.list.selected, { count: size })
    document.body.classList.toggle('has-selection', size > 0)
  }

  /** One field of all of them, to one value. */
  #edit() {
    const ids = this.desk.chosen
    const which = h('select', {}, FIELDS.map(name => h('option', { value: name }, strings.columns[name])))
    const value = h('input', { type: 'text', dir: 'auto', autocomplete: 'off' })
    const complaint = h('p', { class: 'complaint', role: 'alert' })
    const form = h('form', {}, field(strings.bar.field, which), field(strings.bar.value, value, h('span', { class: 'hint' }, strings.bar.emptyMeans)), complaint,
      h('div', { class: 'dialog-foot' }, h('button', { type: 'submit', class: 'primary' }, text(strings.bar.save, { count: ids.length }))))
    const { close } = openDialog(text(strings.bar.editTitle, { count: ids.length }), form)
    form.addEventListener('submit', event => {
      event.preventDefault()
      const typed = which.value === 'year' ? readYear(value.value) : tidy(value.value) || null
      const wrong = typed === undefined ? strings.edit.badYear : typed && isTooLong(typed, this.desk.client.limits) ? strings.edit.tooLong : ''
      complaint.textContent = wrong
      mark(value, 'aria-invalid', wrong ? 'true' : null)
      if (wrong) { value.focus(); return }
      this.actions.edit(ids.filter(id => this.desk.client.get(id)), { [which.value]: typed })
      close()
    })
  }
}
