// Hands on the list: clicks, keys and type-ahead for the grid. One tab stop; arrows move, Space selects, Enter edits.

import { typeAhead } from '../../model/order.js'
import { isComposing, isTyping } from '../basics/dom.js'

export class TableKeys {
  #typed = ''
  #typedAt = 0

  constructor({ table, desk, actions, editor, openMenu, settings, add }) {
    Object.assign(this, { table, desk, actions, editor, openMenu, settings, add })
    table.box.addEventListener('click', event => this.#click(event))
    table.box.addEventListener('dblclick', event => this.#doubleClick(event))
    table.box.addEventListener('keydown', event => this.#key(event))
    table.box.addEventListener('contextmenu', event => this.#contextMenu(event))
  }

  #click(event) {
    const id = rowId(event)
    if (!id || event.target.closest('.editor')) return
    const does = event.target.closest('[data-does]')?.dataset.does
    if (does === 'select') this.desk.choose(id, { toggle: !event.shiftKey, range: event.shiftKey, by: 'click' })
    else if (does === 'menu') this.#menuFor(id, event.target.closest('button'))
    else if (!does && !event.target.closest('label')) {
      this.desk.choose(id, { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey, by: 'click' })
      this.table.focusCurrent()
    }
  }

  #menuFor(id, button) {
    if (!this.desk.selection.has(id)) this.desk.choose(id, { by: 'table' })
    this.openMenu(button, this.desk.chosen)
  }

  #contextMenu(event) {
    const id = rowId(event)
    if (!id || isTyping(event.target)) return
    event.preventDefault()
    this.#menuFor(id, this.table.rowOf(id).menu)
  }

  #doubleClick(event) {
    const field = event.target.closest('[data-field]')?.dataset.field
    if (field && !event.target.closest('.editor')) this.edit(rowId(event), field)
  }

  /** Opens a field of a row for typing; Tab goes on from field to field. */
  edit(id, field = 'title') {
    const row = this.table.rowOf(id)
    const cell = row?.cells.get(field)
    if (!cell) return
    this.editor.open({
      id, field, host: cell, cover: cell.firstChild, fields: [...row.cells.keys()],
      next: name => this.edit(id, name), done: () => this.table.focusCurrent(),
    })
  }

  #key(event) {
    if (isComposing(event) || isTyping(event.target)) return
    const id = rowId(event)
    if (event.target.matches('.row')) this.#rowKey(event, id)
    else if (['ArrowLeft', 'ArrowRight', 'Escape'].includes(event.key)) this.#insideKey(event, id)
  }

  #rowKey(event, id) {
    const last = this.desk.order.length - 1
    const page = Math.max(1, Math.floor(innerHeight / this.table.rowHeight) - 4)
    const at = this.desk.currentIndex
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + page, PageUp: at - page }[event.key]
    if (to !== undefined && !event.altKey) return this.#goTo(event, Math.max(0, Math.min(last, to)))
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === ' ' && !this.#typed) return this.#take(event, () => this.desk.choose(id, { toggle: true, by: 'table' }))
    if (event.key === 'Enter' || event.key === 'F2') return this.#take(event, () => this.edit(id))
    const wantsMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')
    if (wantsMenu) return this.#take(event, () => this.#menuFor(id, this.table.rowOf(id).menu))
    if (event.key === 'ArrowRight' && !isCommand && !event.altKey) return this.#insideKey(event, id)
    if (event.key.length === 1 && !isCommand && !event.altKey && !'?/'.includes(event.key)) return this.#letter(event, id)
    return undefined
  }

  #goTo(event, index) {
    event.preventDefault()
    const id = this.desk.order.at(index)?.id
    if (id) this.desk.choose(id, { range: event.shiftKey, by: 'table' })
    this.table.focusCurrent()
  }

  /** → goes into the row's controls, ← back out of them. */
  #insideKey(event, id) {
    const row = this.table.rowOf(id)
    const stops = [row.element, row.check, row.menu]
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? -9
    const to = stops.indexOf(document.activeElement) + step
    event.preventDefault()
    stops[Math.max(0, Math.min(stops.length - 1, to))].focus()
  }

  #letter(event, id) {
    const commands = { e: () => this.edit(id), m: () => this.#menuFor(id, this.table.rowOf(id).menu), n: () => this.add() }
    const command = this.settings.lettersAreCommands && commands[event.key.toLowerCase()]
    this.#take(event, command || (() => this.#jump(event)))
  }

  #jump(event) {
    const isNew = event.timeStamp - this.#typedAt > 900
    this.#typed = isNew ? event.key : this.#typed + event.key
    this.#typedAt = event.timeStamp
    setTimeout(() => { if (performance.now() - this.#typedAt > 850) this.#typed = '' }, 900)
    const field = this.desk.order.sort?.field ?? 'title'
    const index = typeAhead(this.desk.order.albums, this.#typed, this.desk.currentIndex + (isNew ? 1 : 0), field)
    if (index >= 0) this.desk.choose(this.desk.order.at(index).id, { by: 'table' })
    this.table.focusCurrent()
  }

  #take(event, act) {
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

const rowId = event => event.target.closest('.row')?.dataset.albumId
