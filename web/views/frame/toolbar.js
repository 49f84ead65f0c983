// The toolbar, as in the tutorial's app: Undo and Redo on the left, the trash on the right, and what is new in the middle. Buttons say
// what they will do; one with nothing to do is grey but can still be reached and read.

import { buttonOf } from '../../model/labels.js'
import { plain } from '../../model/messages.js'
import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h, mark } from '../basics/dom.js'
import { nodesOf, text } from '../basics/words.js'

export class Toolbar {
  constructor(element, desk, actions, { add }) {
    Object.assign(this, { desk, actions })
    this.undo = button('undo', strings.toolbar.undo, () => actions.undo(), () => desk.client.unsure)
    this.redo = button('redo', strings.toolbar.redo, () => actions.redo(), () => desk.client.unsure)
    this.add = button('plus', strings.toolbar.add, add)
    this.trash = button('trash', strings.toolbar.trash, () => this.#delete())
    this.bar = h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': strings.toolbar.name },
      h('div', { class: 'tools-start' }, this.undo, this.redo),
      h('div', { class: 'tools-middle' }, this.add), h('div', { class: 'tools-end' }, this.trash))
    this.bar.addEventListener('keydown', event => this.#key(event))
    this.bar.addEventListener('focusin', event => this.#rove(event.target))
    element.append(this.bar)
    desk.client.addEventListener('targets', () => this.draw())
    for (const type of ['current', 'changed', 'selection', 'view']) desk.addEventListener(type, () => this.draw())
    this.draw()
    this.#rove(this.undo)
  }

  get buttons() { return [this.undo, this.redo, this.add, this.trash] }

  #delete() {
    if (this.desk.chosen.length) this.actions.delete(this.desk.chosen)
  }

  draw() {
    const { undo, redo, covered } = this.desk.client
    this.#drawSwitch(this.undo, 'undo', undo, covered ? { label: covered.label } : null)
    this.#drawSwitch(this.redo, 'redo', redo, null)
    this.#drawTrash()
    mark(this.add, 'aria-disabled', this.actions.isReadOnly || null)
  }

  #drawSwitch(element, which, target, sleeping) {
    const parts = buttonOf(which, target)
    const isIdle = !target && !sleeping
    mark(element, 'aria-disabled', isIdle || null)
    mark(element, 'aria-label', isIdle ? strings.toolbar[which] : plain(parts))
    element.title = !isIdle || this.desk.client.unsure ? plain(parts) : strings.toolbar[which === 'undo' ? 'nothingToUndo' : 'nothingToRedo']
    element.classList.toggle('is-lit', Boolean(target))
    element.querySelector('.what').replaceChildren(...(target ? nodesOf(parts) : [strings.toolbar[which]]))
  }

  #drawTrash() {
    const { selection, currentAlbum } = this.desk
    const isIdle = (!selection.size && !currentAlbum) || this.actions.isReadOnly
    const title = currentAlbum?.fields.get('title') ?? strings.untitled
    const name = selection.size ? text(strings.toolbar.trashMany, { count: selection.size }) : text(strings.toolbar.trashOne, { title })
    mark(this.trash, 'aria-disabled', isIdle || null)
    mark(this.trash, 'aria-label', isIdle ? strings.toolbar.trash : name)
    this.trash.title = isIdle ? strings.toolbar.trashNothing : name
    this.trash.querySelector('.what').textContent = selection.size > 1 ? name : strings.toolbar.trash
  }

  #rove(target) {
    const chosen = target.closest?.('button')
    for (const element of this.buttons) element.tabIndex = element === chosen ? 0 : -1
  }

  #key(event) {
    const isMirrored = getComputedStyle(this.bar).direction === 'rtl'
    const at = this.buttons.indexOf(document.activeElement)
    const steps = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? this.buttons.length - 1 : at + (steps[event.key] ?? NaN)
    if (Number.isNaN(to)) return
    event.preventDefault()
    event.stopPropagation()
    this.buttons.at(to % this.buttons.length).focus()
  }
}

/** A button with an icon and words; while `aria-disabled` it does nothing, unless `mayWait` says that it may be lit any moment. */
function button(name, label, act, mayWait = () => false) {
  const element = h('button', { type: 'button', class: `tool tool-${name}` }, icon(name), h('span', { class: 'what' }, label))
  element.addEventListener('click', () => { if (element.getAttribute('aria-disabled') !== 'true' || mayWait()) act() })
  return element
}
