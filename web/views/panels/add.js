// Adding albums: one, quickly, or a pasted list with a preview. Both go behind the current album, as one step.

import { strings } from '../../strings/en.js'
import { addMany } from './addmany.js'
import { addOne } from './addone.js'
import { openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { rich } from '../basics/words.js'

export class AddDialog {
  constructor(desk, actions) {
    Object.assign(this, { desk, actions })
  }

  /** Opens on one album, or on the list when `text` (what was pasted) is given or `isList` is true. */
  open({ text = '', isList = Boolean(text) } = {}) {
    if (this.actions.isReadOnly) return
    const { desk, actions } = this
    const after = desk.order.isShelf ? desk.current : null
    const close = () => dialog.close()
    const tabs = [
      tab('one', addOne({ desk, actions, place: { after, words: this.#place() }, close })),
      tab('many', addMany({ desk, actions, place: { after, words: this.#place() }, close, text })),
    ]
    const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': strings.add.title }, tabs.map(({ button }) => button))
    const dialog = openDialog(strings.add.title, [list, tabs.map(({ panel }) => panel)], { isWide: true })
    wire(tabs)
    show(tabs, isList ? 1 : 0)
    tabs[isList ? 1 : 0].panel.querySelector('input, textarea').focus()
  }

  /** Where the albums will go, in words. */
  #place() {
    const { current, order } = this.desk
    const isBehind = current !== null && order.isShelf
    const words = isBehind ? rich(strings.add.place, { title: this.desk.titleOf(current) ?? strings.untitled }) : strings.add.placeEnd
    return h('p', { class: 'hint' }, words)
  }
}

function tab(name, form) {
  const id = `add-${name}`
  const button = h('button', { type: 'button', role: 'tab', id, 'aria-controls': `${id}-panel` }, strings.add[name])
  return { button, panel: h('div', { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id }, form) }
}

function wire(tabs) {
  tabs.forEach(({ button, panel }, at) => {
    button.addEventListener('click', () => { show(tabs, at); panel.querySelector('input, textarea').focus() })
    button.addEventListener('keydown', event => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      show(tabs, 1 - at)
      tabs[1 - at].button.focus()
    })
  })
}

function show(tabs, chosen) {
  tabs.forEach(({ button, panel }, at) => {
    button.setAttribute('aria-selected', String(at === chosen))
    button.tabIndex = at === chosen ? 0 : -1
    panel.hidden = at !== chosen
  })
}

/** Only the fields that have a value, as an insertion takes them. */
export function fieldsOf({ title, artist, year, genre }) {
  const all = Object.entries({ title, artist, year, genre })
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined && value !== ''))
}
