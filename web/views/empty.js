// A shelf without albums: what it is for, and three ways to begin.

import { samples } from '../model/sample.js'
import { strings } from '../strings/en.js'
import { h } from './dom.js'

export class Empty {
  constructor(element, desk, actions, add) {
    const button = (label, act, kind = '') => h('button', { type: 'button', class: kind, onclick: act }, label)
    this.desk = desk
    this.box = h('div', { class: 'empty', hidden: true }, h('div', { class: 'empty-sleeve', 'aria-hidden': 'true' }), h('h2', {}, strings.empty.title), h('p', {}, strings.empty.text),
      h('div', { class: 'empty-ways' }, button(strings.empty.samples, () => actions.addMany(samples), 'primary'), button(strings.empty.paste, () => add.open({ isList: true })), button(strings.empty.add, () => add.open())))
    element.prepend(this.box)
    desk.addEventListener('changed', () => this.draw())
    desk.client.addEventListener('status', () => this.draw())
    this.draw()
  }

  /** Empty only once the shelf is known: nothing is claimed while connecting. */
  draw() {
    const { client } = this.desk
    const isEmpty = client.length === 0 && (client.seq ?? null) !== null && client.status.phase !== 'connecting'
    this.box.hidden = !isEmpty
    document.body.classList.toggle('shelf-is-empty', client.length === 0)
  }
}
