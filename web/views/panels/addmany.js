// The form for a pasted list: what will come of it is shown before anything is added, and nothing is left out unseen.

import { findDoubles } from '../../model/doubles.js'
import { parseList } from '../../model/paste.js'
import { strings } from '../../strings/en.js'
import { fieldsOf } from './add.js'
import { field } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { text as words } from '../basics/words.js'

const MOST_SHOWN = 200

export function addMany({ desk, actions, place, close, text }) {
  const area = h('textarea', { rows: 7, dir: 'auto', spellcheck: false, value: text })
  const leave = h('input', { type: 'checkbox' })
  const leaveRow = h('label', { class: 'check-row' }, leave, strings.add.leaveDoubles)
  const preview = h('ol', { class: 'preview', tabIndex: 0, 'aria-label': strings.add.preview })
  const report = h('p', { class: 'hint', role: 'status' })
  const submit = h('button', { type: 'submit', class: 'primary' })
  const form = h('form', {}, field(strings.add.list, area, h('span', { class: 'hint' }, strings.add.hint)),
    report, preview, leaveRow, place.words, h('div', { class: 'dialog-foot' }, submit))
  let chosen = []

  function draw() {
    const { albums, skipped } = parseList(area.value)
    const doubles = findDoubles(albums, desk.client.albums)
    chosen = albums.filter((_, at) => !(leave.checked && doubles.has(at)))
    preview.replaceChildren(...albums.slice(0, MOST_SHOWN).map((album, at) => line(album, doubles.has(at))))
    preview.hidden = !albums.length
    leaveRow.hidden = !doubles.size
    report.textContent = reportOf(skipped.length, doubles.size)
    submit.textContent = words(strings.add.addMany, { count: chosen.length })
    submit.disabled = !chosen.length
  }

  for (const element of [area, leave]) element.addEventListener('input', draw)
  form.addEventListener('submit', event => {
    event.preventDefault()
    actions.addMany(chosen.map(fieldsOf), place.after)
    close()
  })
  draw()
  return form
}

function reportOf(skipped, doubles) {
  const parts = [skipped && words(strings.add.skipped, { count: skipped }), doubles && words(strings.add.doubles, { count: doubles })]
  return parts.filter(Boolean).join(' · ')
}

function line({ title, artist, year, doubt }, isDouble) {
  return h('li', {},
    h('span', { class: 'preview-title', dir: 'auto' }, title || strings.untitled),
    h('span', { class: 'preview-artist', dir: 'auto' }, artist),
    h('span', { class: 'figures' }, year ?? ''),
    doubt ? h('span', { class: 'tag' }, strings.add.doubt) : null,
    isDouble ? h('span', { class: 'tag' }, strings.add.double) : null)
}
