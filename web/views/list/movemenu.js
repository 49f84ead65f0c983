// What can be done with the chosen albums without dragging: move them, edit, delete.

import { strings } from '../../strings/en.js'
import { field, openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { openMenu } from '../basics/menu.js'
import { text } from '../basics/words.js'

export class MoveMenu {
  constructor({ desk, actions, live, toasts, edit }) {
    Object.assign(this, { desk, actions, live, toasts, edit })
  }

  open(anchor, ids) {
    openMenu(anchor, strings.move.name, [...this.#single(ids), ...this.#moves(ids), null, this.#delete(ids)])
  }

  /** What is offered for one album only. */
  #single(ids) {
    if (ids.length !== 1) return []
    const isOff = this.actions.isReadOnly
    return [
      { label: strings.move.edit, icon: 'pencil', hint: 'Enter', act: () => this.edit(ids[0]), isOff },
      { label: strings.move.select, icon: 'check', hint: 'Space', act: () => this.desk.choose(ids[0], { toggle: true }) }, null,
    ]
  }

  #moves(ids) {
    const { move } = strings
    const isOff = !this.desk.order.isShelf || this.actions.isReadOnly
    const why = this.desk.order.isShelf ? undefined : strings.list.frozen
    return [
      { label: move.top, icon: 'up', act: () => this.#moved(ids, this.actions.moveTo(ids, 1)), isOff, why },
      { label: move.up, hint: 'Alt ↑', act: () => this.step(ids, -1), isOff },
      { label: move.down, hint: 'Alt ↓', act: () => this.step(ids, 1), isOff },
      { label: move.bottom, icon: 'down', act: () => this.#moved(ids, this.actions.moveTo(ids, Infinity)), isOff },
      { label: move.position, act: () => this.#ask(ids), isOff },
    ]
  }

  #delete(ids) {
    return { label: strings.move.delete, icon: 'trash', hint: 'Del', act: () => this.actions.delete(ids), isOff: this.actions.isReadOnly }
  }

  /** One place up or down; where that is not possible, why is said. */
  step(ids, by) { this.#moved(ids, this.actions.moveBy(ids, by)) }

  #moved(ids, isDone) {
    if (!isDone && !this.desk.order.isShelf) this.explain()
    else this.tell(ids)
  }

  /** Why nothing can be moved in this view, and the way back. */
  explain() {
    this.live.say(strings.list.frozen, { urgent: true })
    const back = { label: strings.list.shelfOrder, act: () => { this.desk.setFilter(''); this.desk.setSort(null) } }
    this.toasts.show({ key: 'frozen', words: strings.list.frozen, actions: [back] })
  }

  /** Says where the albums are now. */
  tell(ids) {
    this.live.say(text(strings.list.moved, {
      count: ids.length, title: this.desk.titleOf(ids[0]) ?? strings.untitled, position: this.desk.client.indexOf(ids[0]) + 1, total: this.desk.client.length,
    }))
  }

  #ask(ids) {
    const most = this.desk.client.length - ids.length + 1
    const now = String(this.desk.client.indexOf(ids[0]) + 1)
    const input = h('input', { type: 'text', inputMode: 'numeric', required: true, value: now, autocomplete: 'off' })
    const complaint = h('p', { class: 'complaint', role: 'alert' })
    const form = h('form', { method: 'dialog' }, field(text(strings.move.label, { count: most }), input, complaint),
      h('div', { class: 'dialog-foot' }, h('button', { type: 'submit', class: 'primary' }, strings.move.go)))
    const { close } = openDialog(strings.move.dialog, form)
    input.select()
    form.addEventListener('submit', event => {
      event.preventDefault()
      const position = Number(input.value.normalize('NFKC'))
      if (!Number.isInteger(position) || position < 1 || position > most) { complaint.textContent = text(strings.move.bad, { count: most }); return }
      close()
      this.#moved(ids, this.actions.moveTo(ids, position))
    })
  }
}
