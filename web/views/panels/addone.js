// The form for one album. Enter adds it, unless an input method is composing; a possible double is pointed out.

import { findDoubles } from '../../model/doubles.js'
import { isTooLong, readYear, tidy } from '../../model/text.js'
import { strings } from '../../strings/en.js'
import { fieldsOf } from './add.js'
import { field } from '../basics/dialog.js'
import { h, isComposing } from '../basics/dom.js'

const FIELDS = ['title', 'artist', 'year', 'genre']

export function addOne({ desk, actions, place, close }) {
  const inputs = Object.fromEntries(FIELDS.map(name => [name, inputFor(name)]))
  const note = h('p', { class: 'hint', role: 'status' })
  const complaint = h('p', { class: 'complaint', role: 'alert' })
  const submit = h('button', { type: 'submit', class: 'primary' }, strings.add.submit)
  const another = h('button', { type: 'submit' }, strings.add.another)
  const form = h('form', { noValidate: true },
    h('div', { class: 'fields' }, FIELDS.map(name => field(strings.columns[name], inputs[name]))),
    note, complaint, place.words, h('div', { class: 'dialog-foot' }, another, submit))
  let { after } = place

  form.addEventListener('input', () => {
    note.textContent = findDoubles([read()], desk.client.albums).size ? strings.add.doubleOne : ''
  })
  form.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || !event.target.matches('input')) return
    event.preventDefault()
    if (!isComposing(event)) form.requestSubmit(submit)
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (!add()) return
    if (event.submitter === another) startAnew()
    else close()
  })

  function read() { return Object.fromEntries(FIELDS.map(name => [name, tidy(inputs[name].value)])) }

  /** Adds the album behind the last one; false when something is wrong, which is then said. */
  function add() {
    const typed = read()
    const year = readYear(typed.year)
    const wrong = wrongWith(typed, year)
    complaint.textContent = wrong ? wrong[0] : ''
    if (wrong) wrong[1].focus()
    else after = actions.add(fieldsOf({ ...typed, year }), after)
    return !wrong
  }

  function wrongWith(typed, year) {
    const long = FIELDS.find(name => isTooLong(typed[name], desk.client.limits))
    if (long) return [strings.edit.tooLong, inputs[long]]
    if (year === undefined) return [strings.edit.badYear, inputs.year]
    return typed.title || typed.artist ? null : [strings.add.needTitle, inputs.title]
  }

  function startAnew() {
    form.reset()
    note.textContent = ''
    place.words.hidden = true
    inputs.title.focus()
  }

  return form
}

const inputFor = name => h('input', { type: 'text', dir: 'auto', autocomplete: 'off', inputMode: name === 'year' ? 'numeric' : 'text' })
