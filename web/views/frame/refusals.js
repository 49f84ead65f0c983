// What the server refused: kept in a list until seen, each with a way to do it again by hand.

import { buttonOf, labelOf, nounOf } from '../../model/labels.js'
import { strings } from '../../strings/en.js'
import { openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { rich, text } from '../basics/words.js'

export class Refusals {
  #refused = []

  constructor(element, client, actions, { live, toasts }) {
    Object.assign(this, { client, actions, live, toasts })
    this.button = h('button', { type: 'button', class: 'small refused', hidden: true, onclick: () => this.#open() })
    element.append(this.button)
    client.addEventListener('refused', ({ detail }) => this.#add(detail))
  }

  /** An undo that came too late is no lost work: a word is enough. */
  #add({ request, code, message }) {
    if (code === 'stale') {
      this.live.say(strings.refused.stale)
      this.toasts.show({ key: 'own', words: strings.refused.stale })
      return
    }
    this.#refused.push({ request, code, message })
    this.draw()
    this.live.say(text(strings.refused.one, { what: this.#nounOf(request), reason: reasonOf(code) }), { urgent: true })
  }

  draw() {
    this.button.hidden = !this.#refused.length
    this.button.textContent = text(strings.refused.button, { count: this.#refused.length })
  }

  #nounOf({ ops, undo, label }) {
    if (ops) return nounOf(label ?? labelOf(ops, id => this.actions.desk.titleOf(id)))
    return buttonOf(undo === undefined ? 'redo' : 'undo', label ? { label } : null)
  }

  #open() {
    const forget = entry => {
      this.#refused.splice(this.#refused.indexOf(entry), 1)
      this.draw()
      close()
      if (this.#refused.length) this.#open()
    }
    const line = entry => h('li', {}, h('p', {}, rich(strings.refused.one, { what: this.#nounOf(entry.request), reason: reasonOf(entry.code) }), entry.message ? h('span', { class: 'line-by', dir: 'auto' }, entry.message) : null),
      entry.request.ops ? h('button', { type: 'button', class: 'small', onclick: () => { forget(entry); this.actions.do(entry.request.ops) } }, strings.refused.again) : null,
      h('button', { type: 'button', class: 'small', onclick: () => forget(entry) }, strings.refused.forget))
    const { close } = openDialog(strings.refused.title, [h('p', { class: 'hint' }, strings.refused.intro), h('ol', { class: 'events refusals' }, this.#refused.map(line))])
  }
}

const reasonOf = code => strings.refused.codes[code] ?? strings.refused.codes.other
