// Tells what happened: own actions with their undo, what others did (together when much), undos that need a word first.

import { nounOf, sentenceOf } from '../../model/labels.js'
import { plain } from '../../model/messages.js'
import { Notices } from '../../model/notices.js'
import { readYear } from '../../model/text.js'
import { strings } from '../../strings/en.js'
import { openHistory } from '../panels/history.js'
import { face } from './people.js'
import { nodesOf, rich, text } from '../basics/words.js'

// On a button of a note: it changes the list, so only who may do that sees it.
const isChange = true

export class Teller {
  #notices = new Notices()
  #timer = 0
  #missing = 0

  constructor({ desk, actions, editor, person, toasts, live }) {
    Object.assign(this, { desk, actions, person, toasts, live, client: desk.client })
    actions.addEventListener('did', ({ detail }) => this.#did(detail))
    actions.addEventListener('asleep', ({ detail }) => this.#asleep(detail))
    actions.addEventListener('failed', ({ detail }) => this.#failed(detail))
    editor.addEventListener('draft', ({ detail }) => this.#draft(detail))
    this.client.addEventListener('notice', ({ detail }) => this.#others(detail.event, detail.live !== false))
    desk.addEventListener('changed', ({ detail }) => this.#unselected(detail))
  }

  #did({ label, kind, target }) {
    if (!label) return
    const words = sentenceOf({ kind, label, name: strings.you })
    this.live.say(plain(words))
    if (kind === 'do' && !['delete', 'mixed'].includes(label.op) && label.count === 1) { this.toasts.close('own'); return }
    const back = kind === 'do' ? { label: strings.toast.undo, act: () => this.#undo(target), isChange } : kind === 'undo' ? { label: strings.toast.redo, act: () => this.actions.redo(), isChange } : null
    this.toasts.show({ key: 'own', words: nodesOf(words), actions: back ? [back] : [] })
  }

  /** Undoes the very step that the toast told of, also when newer ones came since. */
  #undo(target) {
    const isNewest = !target || !this.client.undo || target.req === undefined || this.client.undo.req === target.req
    if (isNewest) this.actions.undo()
    else this.actions.switchStep('undo', target.step ?? { req: target.req })
  }

  #failed({ which, why }) {
    const words = { nothing: strings.toolbar[which === 'undo' ? 'nothingToUndo' : 'nothingToRedo'], late: strings.refused.stale, unsure: strings.toolbar.unsure }[why]
    this.live.say(words)
    this.toasts.show({ key: 'failed', words, lasts: 5000 })
  }

  #asleep({ covered, canGoOn }) {
    if (!covered) return
    const what = nounOf(covered.label)
    const parts = [...rich(covered.by ? strings.sleeping.by : strings.sleeping.alone, { what, who: covered.name || strings.nobody })]
    if (canGoOn) parts.push(' ', strings.sleeping.again)
    const ops = this.actions.again(covered.step)
    const actions = []
    if (ops) actions.push({ label: strings.toast.putBack, act: () => this.actions.do(ops), isChange })
    if (canGoOn) actions.push({ label: strings.toast.goOn, act: () => this.actions.undo(), isChange })
    this.live.say(parts.map(part => part.textContent ?? part).join(''), { urgent: true })
    this.toasts.show({ key: 'own', words: parts, actions, lasts: 15000 })
  }

  #draft({ id, field, title, draft, who }) {
    const value = field === 'year' ? readYear(draft) ?? null : draft || null
    const restore = () => this.actions.do([{ op: 'restore', id }, { op: 'edit', id, set: { [field]: value } }])
    const values = { who, title, value: draft }
    this.live.say(text(strings.edit.draft, values), { urgent: true })
    const actions = [{ label: strings.edit.keepDraft, act: restore, isChange }, { label: strings.edit.discard, act: () => {} }]
    this.toasts.show({ words: rich(strings.edit.draft, values), lasts: 0, isLoud: true, actions })
  }

  #others(event, isLive) {
    if (this.person.isMuted || event.by === this.client.id) return
    if (!isLive) { this.#missed(); return }
    this.#notices.add(event, performance.now())
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#flush(), this.#notices.rest)
  }

  /** What others did while this tab was away is one sentence; the history has the rest. */
  #missed() {
    this.#missing += 1
    const words = rich(strings.toast.missed, { count: this.#missing })
    this.toasts.show({ key: 'missed', words, actions: [{ label: strings.menu.history, act: () => { this.#missing = 0; openHistory(this.client, this.actions) } }] })
  }

  #flush() {
    for (const event of this.#notices.take(performance.now())) this.#tellOther(event)
    if (!this.#notices.isEmpty) this.#timer = setTimeout(() => this.#flush(), this.#notices.rest)
  }

  #tellOther(event) {
    const words = sentenceOf({ ...event, name: event.name || strings.nobody, owner: event.owner && event.owner !== event.by ? this.#nameOf(event.owner) : undefined })
    const person = this.client.people.find(other => other.client === event.by)
    this.live.say(plain(words))
    const actions = event.kind === 'do' && event.label.op === 'delete' && event.label.count === 1
      ? [{ label: strings.bin.restore, act: () => this.actions.restore([event.label.id]), isChange }] : []
    this.toasts.show({ key: `${event.by} ${event.label.op}`, words: nodesOf(words), face: face(person ?? event), actions, lasts: 6000 })
  }

  #nameOf(id) { return this.client.people.find(other => other.client === id)?.name || strings.nobody }

  /** Albums that somebody else deleted leave the selection, and that is said. */
  #unselected({ unselected, cause, event }) {
    if (!unselected || cause !== 'remote') return
    const values = { count: unselected, who: event?.name || strings.nobody }
    this.live.say(text(strings.list.remoteGone, values))
    this.toasts.show({ words: rich(strings.list.remoteGone, values), lasts: 6000 })
  }
}
