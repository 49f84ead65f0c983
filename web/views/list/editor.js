// Editing one field where it stands. The field being typed in is never overwritten: what somebody else writes there meanwhile is
// shown beside it, with a choice. When the album is deleted meanwhile, the draft is kept.

import { isTooLong, readYear, tidy } from '../../model/text.js'
import { Told } from '../../model/told.js'
import { strings } from '../../strings/en.js'
import { h, isComposing, mark } from '../basics/dom.js'
import { rich, text } from '../basics/words.js'

export class Editor extends EventTarget {
  #now = null

  constructor(desk, actions) {
    super()
    this.desk = desk
    this.actions = actions
    desk.addEventListener('changed', ({ detail }) => this.#follow(detail))
  }

  get editing() { return this.#now?.id ?? null }

  /**
   * Opens `field` of the album `id` inside `host`, in place of the element `cover`. `fields` is the order of Tab, `next(field)` opens
   * another one, `done()` is told when the typing ends with the keyboard.
   */
  open({ id, field, host, cover, fields, next, done }) {
    this.close()
    const album = this.desk.client.get(id)
    if (!album || this.actions.isReadOnly) return
    const value = String(album.fields.get(field) ?? '')
    const title = album.fields.get('title') ?? strings.untitled
    const input = h('input', {
      class: 'edit-input', value, dir: 'auto', spellcheck: false, autocomplete: 'off', inputMode: field === 'year' ? 'numeric' : 'text',
      'aria-label': text(strings.edit.label, { field: strings.columns[field] ?? field, title }),
    })
    const box = h('span', { class: 'editor', 'data-editing': field }, input)
    cover.hidden = true
    host.append(box)
    host.closest('.row')?.classList.add('is-edited')
    this.#now = { id, field, value, title, input, box, cover, fields, next, done, who: null }
    input.addEventListener('keydown', event => this.#key(event))
    box.addEventListener('focusout', event => { if (!box.contains(event.relatedTarget)) this.#leave(box) })
    input.focus()
    input.select()
    this.dispatchEvent(new Event('change'))
  }

  #leave(box) {
    if (this.#now?.box === box && document.hasFocus() && this.desk.client.get(this.#now.id)) this.save()
  }

  #key(event) {
    if (isComposing(event)) return
    const { fields, field, next, done } = this.#now
    if (event.key === 'Enter') { event.preventDefault(); if (this.save()) done?.() }
    else if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); this.close(); done?.() }
    else if (event.key === 'Tab' && !this.#now.conflict) {
      const to = fields[fields.indexOf(field) + (event.shiftKey ? -1 : 1)]
      if (to === undefined) return
      event.preventDefault()
      if (this.save()) next(to)
    }
  }

  /** Saves what was typed; false when it is no valid value, which is then said. */
  save() {
    if (!this.#now) return true
    const { id, field, input, value } = this.#now
    const typed = tidy(input.value)
    const year = field === 'year' ? readYear(input.value) : null
    if (field === 'year' && year === undefined) return this.#complain(strings.edit.badYear)
    if (isTooLong(typed, this.desk.client.limits)) return this.#complain(strings.edit.tooLong)
    this.close()
    if (typed !== value) this.actions.edit([id], { [field]: field === 'year' ? year : typed || null })
    return true
  }

  #complain(sentence) {
    const { box, input } = this.#now
    this.#say(h('span', { class: 'edit-note is-error', id: 'edit-note', role: 'alert' }, sentence))
    mark(input, 'aria-invalid', 'true')
    mark(input, 'aria-describedby', 'edit-note')
    if (!box.contains(document.activeElement)) input.focus()
    return false
  }

  close() {
    const now = this.#now
    if (!now) return
    this.#now = null
    now.box.closest('.row')?.classList.remove('is-edited')
    now.box.remove()
    now.cover.hidden = false
    this.dispatchEvent(new Event('change'))
  }

  /** A note at the field, pushed aside where it would leave the window. */
  #say(note) {
    this.#now.box.querySelector('.edit-note')?.remove()
    this.#now.box.append(note)
    const { left, right } = note.getBoundingClientRect()
    const by = Math.max(8 - left, 0) || Math.min(document.documentElement.clientWidth - 8 - right, 0)
    if (by) note.style.translate = `${by}px`
  }

  #follow({ changes, event }) {
    const now = this.#now
    if (!now) return
    const album = this.desk.client.get(now.id)
    const who = (changes?.find(change => change.id === now.id)?.event ?? event)?.name || strings.nobody
    if (!album) return this.#keepDraft(who)
    const theirs = String(album.fields.get(now.field) ?? '')
    if (theirs === now.value) return
    now.value = theirs
    this.#conflict(who, theirs)
  }

  #conflict(who, theirs) {
    const now = this.#now
    now.conflict = true
    // The input takes the focus before the button that has it goes: losing it would end the typing.
    const settle = act => () => {
      act()
      now.conflict = false
      now.input.focus()
      now.box.querySelector('.edit-note')?.remove()
    }
    this.#say(h('span', { class: 'edit-note' },
      h('span', { role: 'status' }, theirs ? rich(strings.edit.changed, { who, value: String(theirs) }) : rich(strings.edit.cleared, { who })),
      h('button', { type: 'button', class: 'small', onclick: settle(() => { now.input.value = theirs }) }, strings.edit.theirs),
      h('button', { type: 'button', class: 'small', onclick: settle(() => {}) }, strings.edit.mine)))
  }

  #keepDraft(who) {
    const { id, field, title, input, value, done } = this.#now
    const draft = tidy(input.value)
    this.close()
    done?.()
    if (draft === value) return
    this.dispatchEvent(new Told('draft', { id, field, title, draft, who }))
  }
}
