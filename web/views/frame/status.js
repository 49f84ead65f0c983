// One status that always tells the truth: an icon and words, never colour alone.

import { isShut } from '../../model/actions.js'
import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { h } from '../basics/dom.js'
import { text } from '../basics/words.js'

const BACK_FOR = 5000

export class Status {
  #last = ''
  #backUntil = 0
  #wasLost = false

  constructor(element, client, { shelf, hear }) {
    Object.assign(this, { client, shelf, hear })
    this.glyph = h('span', { class: 'status-glyph' })
    this.words = h('span', { class: 'status-words figures' })
    this.retry = h('button', { type: 'button', class: 'small', hidden: true, onclick: () => client.retry?.() }, strings.status.retry)
    this.box = h('div', { class: 'status' }, this.glyph, this.words, this.retry)
    this.role = h('span', { class: 'status-role', hidden: true }, strings.status.viewOnly)
    element.append(this.box, this.role)
    client.addEventListener('status', () => this.draw())
    addEventListener('beforeunload', event => this.#warn(event))
    this.draw()
  }

  draw() {
    const { phase } = this.client.status
    if (this.#wasLost && phase === 'online') this.#startBack()
    this.#wasLost = phase === 'offline' || (this.#wasLost && phase !== 'online')
    const { state, glyph, words } = this.#read()
    this.box.dataset.state = state
    document.body.dataset.status = state
    this.words.textContent = words
    this.glyph.replaceChildren(icon(glyph))
    this.role.hidden = this.client.role !== 'view'
    this.retry.hidden = state !== 'offline' || !this.client.retry
    this.box.title = state === 'offline' ? strings.status.detailsOffline : strings.status.detailsOnline
    document.title = `${this.shelf}${state === 'offline' ? ` ${strings.status.titleOffline}` : ''} · ${strings.app}`
    this.#tell(state, words)
  }

  /** Leaving loses work only when the device does not keep it, or has not kept it yet; only then is that said. */
  #warn(event) {
    const { saving = 0, kept = 0, stored = true, keeps = true } = this.client.status
    if ((!keeps && saving) || (!stored && kept)) event.preventDefault()
  }

  #startBack() {
    this.#backUntil = performance.now() + BACK_FOR
    setTimeout(() => this.draw(), BACK_FOR + 20)
  }

  #read() {
    const { phase, saving = 0, kept = 0, trouble, stored = true, code, reason } = this.client.status
    const open = saving + kept
    if (phase === 'stopped' && isShut(code)) return { state: 'shut', glyph: 'off', words: strings.status.shut }
    if (phase === 'stopped' && (code || reason)) return { state: 'stopped', glyph: 'warning', words: text(strings.status.stopped, { reason: this.#reason() }) }
    if (phase === 'offline' || (phase !== 'online' && this.#wasLost)) return { state: 'offline', glyph: 'off', words: offlineWords(open, stored) }
    if (phase !== 'online') return { state: 'connecting', glyph: 'cloud', words: strings.status.connecting }
    if (trouble) return { state: 'trouble', glyph: 'warning', words: trouble === 'disk_full' ? strings.status.diskFull : strings.status.trouble }
    if (open) return { state: 'saving', glyph: 'cloud', words: text(strings.status.saving, { count: open }) }
    return { state: 'saved', glyph: 'check', words: performance.now() < this.#backUntil ? strings.status.back : strings.status.saved }
  }

  #reason() {
    const { reason, code } = this.client.status
    return strings.status.reasons[code ?? reason] ?? strings.status.reasons.other
  }

  /** Loss and return of the connection are spoken; every save would be noise. */
  #tell(state, words) {
    const matters = ['offline', 'trouble', 'stopped', 'shut'].includes(state)
    const spoken = matters ? state : words === strings.status.back ? 'back' : ''
    if (spoken && spoken !== this.#last) this.hear(words, { urgent: matters })
    this.#last = spoken || (state === 'saved' ? '' : this.#last)
  }
}

function offlineWords(count, isStored) {
  if (!count) return strings.status.offline
  return text(isStored ? strings.status.offlineKept : strings.status.offlineOpen, { count })
}
