// Who did what and when, newest first. Own steps can be undone and redone from here, each by itself.

import { sentenceOf } from '../../model/labels.js'
import { strings } from '../../strings/en.js'
import { openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'
import { face } from '../frame/people.js'
import { moment, nodesOf } from '../basics/words.js'

const FEWEST = 50, MOST = 200

export function openHistory(client, actions) {
  const list = h('ol', { class: 'events', 'aria-busy': 'true' })
  const note = h('p', { class: 'hint', role: 'status' })
  const more = h('button', { type: 'button', hidden: true, onclick: () => load(oldest) }, strings.history.more)
  let oldest
  let timer = 0
  const refresh = () => { clearTimeout(timer); timer = setTimeout(() => load(), 250) }
  for (const type of ['targets', 'notice']) client.addEventListener(type, refresh)
  const { box } = openDialog(strings.history.title, [list, note, more], { isPanel: true, onclose: () => { for (const type of ['targets', 'notice']) client.removeEventListener(type, refresh); clearTimeout(timer) } })
  load()

  async function load(before) {
    try {
      const page = await client.history({ before, count: before === undefined ? Math.max(FEWEST, Math.min(MOST, list.childElementCount)) : FEWEST })
      const items = page.events.map(event => line(event, client, actions))
      if (before === undefined) replace(items)
      else list.append(...items)
      oldest = page.events.at(-1)?.seq
      more.hidden = !page.more
      note.textContent = list.childElementCount ? '' : strings.history.empty
    } catch { note.textContent = strings.history.failed }
    list.removeAttribute('aria-busy')
  }

  /** The keyboard stays at the line where it was, or else at the newest step that can be switched. */
  function replace(items) {
    const at = list.contains(document.activeElement) ? document.activeElement.closest('li').dataset.seq : null
    list.replaceChildren(...items)
    if (at) (items.find(item => item.dataset.seq === at)?.querySelector('button') ?? list.querySelector('button') ?? box.querySelector('button')).focus()
  }
}

function line(event, client, actions) {
  const isOwn = event.by === client.id
  const person = client.people.find(other => other.client === event.by)
  const owner = event.owner && event.owner !== event.by ? client.people.find(other => other.client === event.owner)?.name || strings.nobody : undefined
  const mark = face(person ?? event)
  mark.classList.toggle('is-away', !person)
  return h('li', { 'data-seq': event.seq }, mark, h('p', {}, nodesOf(sentenceOf({ ...event, owner, name: isOwn ? strings.you : event.name || strings.nobody })), ' ', h('time', { class: 'figures' }, moment(event.at))),
    event.can ? h('button', { type: 'button', class: 'small', onclick: () => actions.switchStep(event.can, event.kind === 'do' ? event.seq : event.of) }, strings.history[event.can]) : null)
}
