// Adding albums: one, quickly, or a pasted list with a preview of what will come of it. Doubles are pointed out, never merged.

import { findDoubles } from '../model/doubles.js'
import { parseList } from '../model/paste.js'
import { readYear, tidy } from '../model/text.js'
import { strings } from '../strings/en.js'
import { field, openDialog } from './dialog.js'
import { h, isComposing } from './dom.js'
import { rich, text } from './words.js'

const FIELDS = ['title', 'artist', 'year', 'genre']

export class AddDialog {
  constructor(desk, actions) {
    Object.assign(this, { desk, actions })
  }

  /** Opens on one album, or on the list when `text` is given (what was pasted) or `isList` is true. */
  open({ text: pasted = '', isList = Boolean(pasted) } = {}) {
    if (this.actions.isReadOnly) return
    const one = this.#one()
    const many = this.#many(pasted)
    const tabs = h('div', { class: 'tabs', role: 'tablist' })
    const show = chosen => {
      for (const [at, { tab, form }] of [one, many].entries()) {
        const isChosen = at === chosen
        tab.setAttribute('aria-selected', String(isChosen))
        tab.tabIndex = isChosen ? 0 : -1
        form.hidden = !isChosen
      }
    }
    for (const [at, { tab, form }] of [one, many].entries()) {
      tab.addEventListener('click', () => { show(at); form.querySelector('input, textarea').focus() })
      tab.addEventListener('keydown', event => { if (/^Arrow(Left|Right)$/.test(event.key)) { show(1 - at); [one, many][1 - at].tab.focus() } })
    }
    tabs.append(one.tab, many.tab)
    this.dialog = openDialog(strings.add.title, [tabs, one.form, many.form], { isWide: true })
    show(isList ? 1 : 0)
    ;(isList ? many : one).form.querySelector('input, textarea').focus()
  }

  #tab(name, form) {
    const id = `add-${name}`
    const tab = h('button', { type: 'button', role: 'tab', id, 'aria-controls': `${id}-panel` }, strings.add[name])
    const panel = h('div', { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': id }, form)
    return { tab, form: panel }
  }

  #place() {
    const title = this.desk.current !== null && this.desk.order.isShelf ? this.desk.titleOf(this.desk.current) ?? strings.untitled : null
    return h('p', { class: 'hint' }, title === null ? strings.add.placeEnd : rich(strings.add.place, { title }))
  }

  get #after() { return this.desk.order.isShelf ? this.desk.current : null }

  #one() {
    const inputs = Object.fromEntries(FIELDS.map(name => [name, h('input', { type: 'text', dir: 'auto', autocomplete: 'off', inputMode: name === 'year' ? 'numeric' : 'text' })]))
    const note = h('p', { class: 'hint', role: 'status' })
    const complaint = h('p', { class: 'complaint', role: 'alert' })
    const form = h('form', { novalidate: true }, h('div', { class: 'fields' }, FIELDS.map(name => field(strings.columns[name], inputs[name]))), note, complaint, this.#place(),
      h('div', { class: 'dialog-foot' }, h('button', { type: 'submit', value: 'another' }, strings.add.another), h('button', { type: 'submit', class: 'primary', value: 'close' }, strings.add.submit)))
    const read = () => Object.fromEntries(FIELDS.map(name => [name, tidy(inputs[name].value)]))
    form.addEventListener('input', () => { note.textContent = findDoubles([read()], this.desk.client.albums).size ? strings.add.doubleOne : '' })
    form.addEventListener('keydown', event => { if (event.key === 'Enter' && isComposing(event)) event.preventDefault() })
    // Enter means "Add": the button it would press by itself is the first one.
    form.addEventListener('keydown', event => { if (event.key === 'Enter' && event.target.matches('input') && !isComposing(event)) { event.preventDefault(); form.requestSubmit(form.querySelector('.primary')) } })
    form.addEventListener('submit', event => {
      event.preventDefault()
      const problem = this.#addOne(read(), inputs)
      complaint.textContent = problem ?? ''
      if (problem) return
      if (event.submitter?.value !== 'another') { this.dialog.close(); return }
      form.reset()
      note.textContent = ''
      inputs.title.focus()
    })
    return this.#tab('one', form)
  }

  /** Adds the album; returns the sentence that says what is wrong, if anything is. */
  #addOne({ title, artist, year, genre }, inputs) {
    const number = readYear(year)
    if (number === undefined) { inputs.year.focus(); return strings.edit.badYear }
    if (!title && !artist) { inputs.title.focus(); return strings.add.needTitle }
    this.actions.add(fieldsOf({ title, artist, year: number, genre }), this.#after)
    return null
  }

  #many(pasted) {
    const area = h('textarea', { rows: 7, dir: 'auto', spellcheck: false, value: pasted, placeholder: strings.add.hint })
    const leave = h('input', { type: 'checkbox' })
    const leaveRow = h('label', { class: 'check-row' }, leave, strings.add.leaveDoubles)
    const preview = h('ol', { class: 'preview', tabIndex: 0, 'aria-label': strings.add.preview })
    const report = h('p', { class: 'hint', role: 'status' })
    const submit = h('button', { type: 'submit', class: 'primary' })
    const form = h('form', {}, field(strings.add.list, area, h('span', { class: 'hint' }, strings.add.hint)), report, preview, leaveRow, this.#place(), h('div', { class: 'dialog-foot' }, submit))
    let chosen = []
    const draw = () => {
      const { albums, skipped } = parseList(area.value)
      const doubles = findDoubles(albums, this.desk.client.albums)
      chosen = albums.filter((_, at) => !(leave.checked && doubles.has(at)))
      preview.replaceChildren(...albums.slice(0, 200).map((album, at) => line(album, doubles.has(at))))
      preview.hidden = !albums.length
      leaveRow.hidden = !doubles.size
      report.textContent = [skipped.length && text(strings.add.skipped, { count: skipped.length }), doubles.size && text(strings.add.doubles, { count: doubles.size })].filter(Boolean).join(' · ')
      submit.textContent = text(strings.add.addMany, { count: chosen.length })
      submit.disabled = !chosen.length
    }
    for (const element of [area, leave]) element.addEventListener('input', draw)
    form.addEventListener('submit', event => {
      event.preventDefault()
      this.actions.addMany(chosen.map(fieldsOf), this.#after)
      this.dialog.close()
    })
    draw()
    return this.#tab('many', form)
  }
}

function line({ title, artist, year, doubt }, isDouble) {
  return h('li', {}, h('span', { class: 'preview-title', dir: 'auto' }, title || strings.untitled), h('span', { class: 'preview-artist', dir: 'auto' }, artist),
    h('span', { class: 'figures' }, year ?? ''), doubt ? h('span', { class: 'tag' }, strings.add.doubt) : null, isDouble ? h('span', { class: 'tag' }, strings.add.double) : null)
}

/** Only the fields that have a value. */
const fieldsOf = ({ title, artist, year, genre }) => Object.fromEntries(Object.entries({ title, artist, year, genre }).filter(([, value]) => value !== null && value !== undefined && value !== ''))
