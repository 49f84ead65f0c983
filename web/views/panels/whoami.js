// Choosing a name and a colour: once, and again from the menu. A name that comes with a token is shown as it is.

import { initials, tidy } from '../../model/text.js'
import { strings } from '../../strings/en.js'
import { field, openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { Person } from '../basics/person.js'

export function openWhoAmI(person, given = '') {
  const name = h('input', { type: 'text', value: given || person.name, readOnly: Boolean(given), maxLength: 64, dir: 'auto', autocomplete: 'nickname' })
  const sample = h('span', { class: 'face large', 'aria-hidden': 'true' })
  let hue = person.hue
  const draw = () => {
    sample.textContent = initials(name.value || '?')
    sample.style.setProperty('--hue', hue)
  }
  const swatches = Person.hues.map((value, at) => {
    const input = h('input', { type: 'radio', name: 'hue', value: String(value), checked: value === hue, 'aria-label': strings.people.hues[at], onchange: () => { hue = value; draw() } })
    const swatch = h('label', { class: 'swatch', title: strings.people.hues[at] }, input)
    swatch.style.setProperty('--hue', value)
    return swatch
  })
  name.addEventListener('input', draw)
  const form = h('form', {}, h('p', { class: 'hint' }, given ? strings.people.introGiven : strings.people.intro), h('div', { class: 'who-row' }, sample, field(strings.people.nameLabel, name)),
    h('fieldset', { class: 'swatches' }, h('legend', { class: 'field-label' }, strings.people.hueLabel), swatches),
    h('div', { class: 'dialog-foot' }, h('button', { type: 'submit', class: 'primary' }, strings.people.save)))
  const { close } = openDialog(strings.people.rename, form)
  draw()
  name.focus()
  form.addEventListener('submit', event => {
    event.preventDefault()
    person.change({ name: given ? person.name : tidy(name.value), hue })
    close()
  })
}
