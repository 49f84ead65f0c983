// The page put together: one desk, the views on it, and the wires between them.

import { nameIn } from '../client/token.js'
import { Actions } from '../model/actions.js'
import { Desk } from '../model/desk.js'
import { strings } from '../strings/en.js'
import { AddDialog } from './panels/add.js'
import { Details } from './covers/details.js'
import { Editor } from './list/editor.js'
import { Empty } from './frame/empty.js'
import { Finder } from './list/finder.js'
import { listenToKeys } from './frame/keys.js'
import { Live } from './basics/live.js'
import { mainMenu } from './frame/mainmenu.js'
import { MoveMenu } from './list/movemenu.js'
import { People } from './frame/people.js'
import { Refusals } from './frame/refusals.js'
import { RowDrag } from './list/drag.js'
import { Scroller } from './covers/scroller.js'
import { SelectionBar } from './list/selectionbar.js'
import { Settings } from './basics/settings.js'
import { openShortcuts } from './panels/shortcuts.js'
import { Steady } from './list/steady.js'
import { Status } from './frame/status.js'
import { Table } from './list/table.js'
import { TableKeys } from './list/tablekeys.js'
import { Teller } from './frame/teller.js'
import { Toasts } from './frame/toasts.js'
import { Toolbar } from './frame/toolbar.js'
import { Topline } from './frame/topline.js'
import { openWhoAmI } from './panels/whoami.js'

/**
 * Fills the page for a client; `person` is who sits here, `shelf` the name to show, `storage` remembers settings and `own` what this tab did, or they
 * are null; `token` opens the shelf where one is needed.
 */
export function openPage({ client, person, shelf, storage, own, token }) {
  const place = id => document.getElementById(id)
  nameParts(place)
  const live = new Live(place('status-live'), place('alert-live'))
  const settings = new Settings(storage)
  const desk = new Desk(client)
  keepFocus(desk, () => home())
  const actions = new Actions(desk, own)
  const editor = new Editor(desk, actions)
  const add = new AddDialog(desk, actions)
  const home = () => (desk.current === null ? empty.takeFocus() : table.focusCurrent())
  const toasts = new Toasts(place('toasts'), home)
  const given = nameIn(token)
  const rename = () => openWhoAmI(person, given)
  const moveMenu = new MoveMenu({ desk, actions, live, toasts, edit: id => edit(id) })
  const openMenu = (anchor, ids) => moveMenu.open(anchor, ids)

  const topline = new Topline(place('top'), { shelf, menu: () => mainMenu({ client, desk, actions, person, settings, shelf, token, rename }) })
  const empty = new Empty(place('main'), desk, actions, add)
  const scroller = new Scroller(place('covers'), desk)
  const steady = new Steady({ list: place('list'), above: place('details'), around: place('main') })
  const details = new Details(place('details'), desk, { editor, openMenu, steady })
  const finder = new Finder(place('list'), desk, actions)
  const selection = new SelectionBar(place('tools'), desk, actions, { openMenu })
  const table = new Table(place('list'), desk, settings)
  const keys = new TableKeys({ table, desk, actions, editor, openMenu, settings, add: () => add.open() })
  const toolbar = new Toolbar(place('tools'), desk, actions, { add: () => add.open() })
  new RowDrag({ table, desk, actions, moveMenu, live })
  new Status(topline.statusPlace, client, { shelf, hear: (words, how) => live.say(words, how) })
  new Refusals(topline.statusPlace, client, actions, { live, toasts })
  new People(topline.peoplePlace, desk, { table, scroller, rename })
  new Teller({ desk, actions, editor, person, toasts, live })
  listenToKeys({ desk, actions, moveMenu, scroller, finder, details, add, shortcuts: () => openShortcuts(settings) })

  function edit(id) {
    desk.setCurrent(id)
    if (table.rowOf(id)?.element.contains(document.activeElement)) keys.edit(id)
    else details.edit('title')
  }

  keepPresence({ client, desk, editor, person })
  document.body.classList.toggle('is-read-only', actions.isReadOnly)
  client.addEventListener('status', () => document.body.classList.toggle('is-read-only', actions.isReadOnly))
  if (!given) askForName({ client, person, toasts, rename })
  return { desk, actions, table, scroller, toolbar, selection }
}

/** The names of the page's parts, which its markup has in English, in the language of the strings. */
function nameParts(place) {
  const names = { covers: strings.covers.name, details: strings.details.name, list: strings.list.name, tools: strings.toolbar.region }
  for (const [id, name] of Object.entries(names)) place(id).setAttribute('aria-label', name)
  document.querySelector('.skip').textContent = strings.common.skip
}

/** The keyboard is never nowhere: when a change or a closed dialog took the place that had it, the list has it, or what stands in place of an empty one. */
function keepFocus(desk, home) {
  const isNowhere = () => document.activeElement === document.body || !document.activeElement.checkVisibility()
  const look = () => queueMicrotask(() => { if (isNowhere()) home() })
  desk.addEventListener('changed', () => { if (!isNowhere()) look() })
  document.addEventListener('close', look, { capture: true })
}

/** Whoever has no name is asked for one once it matters: when somebody else is here. */
function askForName({ client, person, toasts, rename }) {
  const look = ({ detail }) => {
    if (person.name || !detail.people.some(one => !one.self && one.person !== person.id)) return
    client.removeEventListener('people', look)
    toasts.show({ key: 'name', words: strings.people.unnamed, lasts: 30000, actions: [{ label: strings.people.choose, act: rename }] })
  }
  client.addEventListener('people', look)
}

/** Tells the others where this person is, at most every 300 ms. */
function keepPresence({ client, desk, editor, person }) {
  let timer = 0
  let { phase } = client.status
  const tell = () => {
    timer = 0
    client.here({ on: desk.current, edits: editor.editing, name: person.name, hue: person.hue })
  }
  const later = () => { timer ||= setTimeout(tell, 300) }
  desk.addEventListener('current', later)
  editor.addEventListener('change', later)
  person.addEventListener('change', later)
  client.addEventListener('status', () => {
    if (client.status.phase === 'online' && phase !== 'online') later()
    phase = client.status.phase
  })
}
