// Short notes of what happened, with the way back. They wait while pointed at or focused, and are never the only place. Only their buttons
// take clicks: what lies beneath a note can be reached as if it were not there.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h } from '../basics/dom.js'

const MOST = 3

export class Toasts {
  #open = new Map()
  #from = null

  /** `home` takes the focus of a note that closes when the place it came from is gone. */
  constructor(element, home) {
    Object.assign(this, { element, home })
    element.setAttribute('role', 'region')
    element.setAttribute('aria-label', strings.toast.name)
    element.addEventListener('focusin', ({ relatedTarget }) => { if (!element.contains(relatedTarget)) this.#from = relatedTarget })
    addEventListener('pointermove', event => this.#pointAt(event), { passive: true })
    new ResizeObserver(() => document.documentElement.style.setProperty('--toasts', `${element.offsetHeight}px`)).observe(element)
  }

  /**
   * Shows a note: `words` (nodes), `actions` ([{label, act, isChange}]), the `face` of a person, `lasts` in ms (0: until closed). One with the same `key` is
   * replaced.
   */
  show({ words, actions = [], face = null, lasts = 8000, key = Symbol('toast'), isLoud = false }) {
    this.close(key)
    const close = () => this.close(key)
    const note = h('div', { class: `toast ${isLoud ? 'is-loud' : ''} ${face ? 'is-person' : ''}` },
      face, h('p', {}, words), actions.length > 0 && h('span', { class: 'toast-acts' }, actions.map(({ label, act, isChange }) => button(label, isChange, () => { close(); act() }))),
      h('button', { type: 'button', class: 'quiet square', 'aria-label': strings.toast.close, onclick: close }, icon('close')))
    this.#open.set(key, { note, life: new Life(note, lasts, close) })
    this.element.append(note)
    const oldest = [...this.#open].find(([, entry]) => !entry.note.classList.contains('is-loud'))
    if (this.#open.size > MOST && oldest) this.close(oldest[0])
  }

  close(key) {
    const entry = this.#open.get(key)
    if (!entry) return
    this.#open.delete(key)
    entry.life.end()
    const hadFocus = entry.note.contains(document.activeElement)
    entry.note.remove()
    if (hadFocus) this.#giveBack()
  }

  #giveBack() {
    if (this.#from?.checkVisibility()) this.#from.focus({ preventScroll: true })
    else this.home()
  }

  /** Notes hear nothing of the pointer themselves. */
  #pointAt({ clientX, clientY }) {
    for (const { note, life } of this.#open.values()) {
      const { left, right, top, bottom } = note.getBoundingClientRect()
      life.wait('pointer', clientX >= left && clientX < right && clientY >= top && clientY < bottom)
    }
  }
}

const button = (label, isChange, onclick) => h('button', { type: 'button', class: isChange ? 'small is-change' : 'small', onclick }, label)

/** The time of a note: `lasts` ms (0: for ever) without pointer or focus on it, anew when they leave. */
class Life {
  #reasons = new Set()

  constructor(note, lasts, end) {
    this.run = () => { this.timer = lasts ? setTimeout(end, lasts) : 0 }
    note.addEventListener('focusin', () => this.wait('focus', true))
    note.addEventListener('focusout', () => this.wait('focus', false))
    this.run()
  }

  /** Waits while there is any reason to. */
  wait(reason, isSo) {
    if (isSo === this.#reasons.has(reason)) return
    if (isSo) this.#reasons.add(reason)
    else this.#reasons.delete(reason)
    this.end()
    if (!this.#reasons.size) this.run()
  }

  end() { clearTimeout(this.timer) }
}
