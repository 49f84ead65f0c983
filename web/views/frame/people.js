// Who is here: initials and a colour each, the same person once however many tabs; and marks at the albums where they are.

import { initials } from '../../model/text.js'
import { strings } from '../../strings/en.js'
import { h, mark } from '../basics/dom.js'
import { openMenu } from '../basics/menu.js'
import { text } from '../basics/words.js'

const MOST = { wide: 5, narrow: 2 }

export class People {
  constructor(element, desk, { table, scroller, rename }) {
    Object.assign(this, { desk, client: desk.client, table, rename })
    this.button = h('button', { type: 'button', class: 'people', 'aria-haspopup': 'menu', onclick: () => this.#open() })
    element.append(this.button)
    const views = [table, scroller]
    for (const view of views) view.addEventListener('drawn', () => this.#mark(view))
    this.client.addEventListener('people', () => { this.draw(); for (const view of views) this.#mark(view) })
    this.narrow = matchMedia('(max-width: 35em)')
    this.narrow.addEventListener('change', () => this.draw())
    this.draw()
  }

  /** One entry a person, self first: what their tabs do, taken together. */
  get persons() {
    const persons = new Map()
    for (const one of this.client.people) {
      const key = one.person ?? one.client
      const known = persons.get(key)
      if (!known) persons.set(key, { ...one })
      else Object.assign(known, { self: known.self || one.self, edits: known.edits ?? one.edits, on: known.on ?? one.on })
    }
    return [...persons.values()].sort((a, b) => (b.self ? 1 : 0) - (a.self ? 1 : 0))
  }

  draw() {
    const { persons } = this
    const names = persons.map(one => nameOf(one))
    const count = Math.max(persons.length, this.client.people.length ? 0 : this.client.count ?? 0)
    this.button.setAttribute('aria-label', `${text(strings.people.count, { count: count || 1 })}: ${names.join(', ')}`)
    this.button.title = names.join(', ')
    const most = MOST[this.narrow.matches ? 'narrow' : 'wide'], faces = persons.slice(0, count === most + 1 ? count : most)
    this.button.replaceChildren(...faces.map(face), count > faces.length ? h('span', { class: 'face more figures' }, text(strings.people.more, { count: count - faces.length })) : '')
  }

  #open() {
    const where = one => (one.edits && this.desk.titleOf(one.edits) !== null ? text(strings.people.editing, { who: nameOf(one), title: this.desk.titleOf(one.edits) })
      : one.on && !one.self && this.desk.titleOf(one.on) !== null ? text(strings.people.on, { who: nameOf(one), title: this.desk.titleOf(one.on) }) : nameOf(one))
    openMenu(this.button, strings.people.name, [
      ...this.persons.slice(0, 40).map(one => ({ label: where(one), act: () => (one.self ? this.rename() : this.#goTo(one.edits ?? one.on)) })),
      null, { label: strings.people.rename, icon: 'pencil', act: this.rename },
    ])
  }

  #goTo(id) {
    if (!id || this.desk.order.indexOf(id) < 0) return
    this.desk.setCurrent(id)
    this.table.reveal(this.desk.currentIndex, { center: true })
  }

  /** Marks the rows and sleeves on screen where others are. */
  #mark(view) {
    const here = new Map()
    for (const one of this.persons) {
      if (one.self) continue
      for (const id of new Set([one.edits, one.on])) if (id) here.set(id, [...(here.get(id) ?? []), { ...one, isEditing: one.edits === id }])
    }
    for (const place of view.places) this.#markPlace(place, here.get(place.id) ?? [])
  }

  #markPlace({ id, element, people }, who) {
    const key = who.map(one => `${one.client}${one.isEditing}${one.name}${one.hue}`).join()
    if ((people.dataset.who ?? '') === key) return
    people.dataset.who = key
    people.replaceChildren(...who.slice(0, 3).map(one => faceAt(one, this.desk.titleOf(id))))
    element.classList.toggle('has-editor', who.some(one => one.isEditing))
    if (who.length) element.style.setProperty('--who-hue', (who.find(one => one.isEditing) ?? who[0]).hue)
  }
}

const nameOf = one => (!one.name ? strings[one.self ? 'you' : 'nobody'] : one.self ? text(strings.people.self, { who: one.name }) : one.name)

/** The round mark of a person: initials on their colour. */
export function face(one) {
  const element = h('span', { class: `face ${one.self ? 'is-self' : ''}`, 'aria-hidden': 'true' }, initials(one.name || '?'))
  element.style.setProperty('--hue', one.hue ?? 0)
  return element
}

/** The mark of a person at an album, with words for it. */
function faceAt(one, title) {
  const form = one.isEditing ? strings.people.editing : strings.people.on
  const words = text(form, { who: nameOf(one), title: title ?? strings.untitled })
  const element = face(one)
  element.classList.toggle('is-editing', one.isEditing)
  element.removeAttribute('aria-hidden')
  mark(element, 'role', 'img')
  mark(element, 'aria-label', words)
  element.title = words
  return element
}
