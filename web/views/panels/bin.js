// Recently deleted: whoever sees it can bring an album back.

import { strings } from '../../strings/en.js'
import { openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { sleeve } from '../covers/sleeve.js'
import { moment, rich, text } from '../basics/words.js'

export function openBin(client, actions) {
  const list = h('ol', { class: 'binned', 'aria-busy': 'true' })
  const note = h('p', { class: 'hint', role: 'status' })
  const more = h('button', { type: 'button', hidden: true, onclick: () => load(before) }, strings.bin.more)
  let before
  let total = 0
  const { box } = openDialog(strings.bin.title, [note, list, more], { isPanel: true })
  load()

  async function load(from) {
    try {
      const page = await client.bin({ before: from, count: 50 })
      list.append(...page.albums.map(album => line(album, client, actions, restored)))
      before = page.before
      more.hidden = before === undefined || before === null
      total = page.total
      count()
    } catch { note.textContent = strings.bin.failed }
    list.removeAttribute('aria-busy')
  }

  function count() { note.textContent = total ? text(strings.bin.total, { count: total }) : strings.bin.empty }

  /** The line goes, and the keyboard to the one in its place. */
  function restored(item) {
    const next = item.nextElementSibling ?? item.previousElementSibling ?? box
    item.remove()
    next.querySelector('button').focus()
    total -= 1
    count()
  }
}

function line({ id, fields, by, name, at }, client, actions, restored) {
  const album = { id, fields: fields instanceof Map ? fields : new Map(Object.entries(fields)) }
  const restore = () => { actions.restore([id]); restored(item) }
  const item = h('li', { 'data-album-id': id }, sleeve(album, client),
    h('p', {}, h('span', { class: 'line-title', dir: 'auto' }, album.fields.get('title') ?? strings.untitled), h('span', { class: 'line-artist', dir: 'auto' }, album.fields.get('artist') ?? ''),
      h('span', { class: 'line-by' }, rich(strings.bin.by, { who: by === client.id ? strings.bin.you : name || strings.nobody, when: moment(at) }))),
    actions.isReadOnly ? null : h('button', { type: 'button', class: 'small', onclick: restore }, strings.bin.restore))
  return item
}
