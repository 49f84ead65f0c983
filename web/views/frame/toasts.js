// Short notes of what happened, with the way back. They wait while pointed at or focused, and are never the only place.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h } from '../basics/dom.js'

const MOST = 3

export class Toasts {
  #open = new Map()

  constructor(element) {
    this.element = element
    element.setAttribute('role', 'region')
    element.setAttribute('aria-label', strings.toast.name)
  }

  /**
   * Shows a note: `words` (nodes), `actions` ([{label, act}]), the `face` of a person, `lasts` in ms (0: until closed). One with the same `key` is
   * replaced.
   */
  show({ words, actions = [], face = null, lasts = 8000, key = Symbol('toast'), isLoud = false }) {
    this.close(key)
    const close = () => this.close(key)
    const note = h('div', { class: `toast ${isLoud ? 'is-loud' : ''} ${face ? 'is-person' : ''}` },
      face, h('p', {}, words), actions.map(({ label, act }) => button(label, () => { close(); act() })),
      h('button', { type: 'button', class: 'quiet square', 'aria-label': strings.toast.close, onclick: close }, icon('close')))
    this.#open.set(key, { note, stop: lasts ? countDown(note, lasts, close) : () => {} })
    this.element.append(note)
    const oldest = [...this.#open].find(([, entry]) => !entry.note.classList.contains('is-loud'))
    if (this.#open.size > MOST && oldest) this.close(oldest[0])
  }

  close(key) {
    const entry = this.#open.get(key)
    if (!entry) return
    this.#open.delete(key)
    entry.stop()
    entry.note.remove()
  }
}

const button = (label, onclick) => h('button', { type: 'button', class: 'small', onclick }, label)

/** Runs out after `lasts` ms without pointer or focus on it; starts anew when they leave. */
function countDown(note, lasts, end) {
  let timer = setTimeout(end, lasts)
  const pause = () => clearTimeout(timer)
  const resume = () => { clearTimeout(timer); timer = setTimeout(end, lasts) }
  for (const type of ['pointerenter', 'focusin']) note.addEventListener(type, pause)
  for (const type of ['pointerleave', 'focusout']) note.addEventListener(type, resume)
  return () => clearTimeout(timer)
}
