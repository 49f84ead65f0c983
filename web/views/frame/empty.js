// A shelf without albums: what it is for, and three ways to begin.

import { isShut } from '../../model/actions.js'
import { samples } from '../../model/sample.js'
import { strings } from '../../strings/en.js'
import { h } from '../basics/dom.js'

export class Empty {
  constructor(element, desk, actions, add) {
    const button = (label, act, kind = '') => h('button', { type: 'button', class: kind, onclick: act }, label)
    Object.assign(this, { desk, actions })
    this.title = h('h2')
    this.words = h('p')
    this.ways = h('div', { class: 'empty-ways' }, button(strings.empty.samples, () => actions.addMany(samples), 'primary'), button(strings.empty.paste, () => add.open({ isList: true })), button(strings.empty.add, () => add.open()))
    const picture = h('div', { class: 'empty-sleeve', 'aria-hidden': 'true' })
    this.box = h('div', { class: 'empty', hidden: true }, picture, this.title, this.words, this.ways)
    element.prepend(this.box)
    desk.addEventListener('changed', () => this.draw())
    desk.client.addEventListener('status', () => this.draw())
    this.draw()
  }

  /** A shelf is called empty only once it is known; nothing is claimed while connecting for the first time. */
  draw() {
    const { client } = this.desk
    const isKnown = (client.seq ?? null) !== null
    const { phase, code } = client.status
    const isWaiting = !isKnown && (phase === 'offline' || Boolean(code))
    const { isReadOnly } = this.actions
    const { title, text, viewText, waitingTitle, waitingText, shutTitle, shutText } = strings.empty
    const [heading, words] = isKnown ? [title, isReadOnly ? viewText : text] : isShut(code) ? [shutTitle, shutText] : [waitingTitle, waitingText]
    this.title.textContent = heading
    this.words.textContent = words
    this.ways.hidden = !isKnown || isReadOnly
    this.box.hidden = client.length > 0 || !(isKnown || isWaiting)
    document.body.classList.toggle('shelf-is-empty', client.length === 0)
  }

  /** The keyboard of whoever was in the list that has gone. */
  takeFocus() { this.ways.firstChild.focus() }
}
