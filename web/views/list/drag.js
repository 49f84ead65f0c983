// Dragging rows by their handle, with mouse, pen or finger. What is dragged is known by id, the drop place is read anew from the
// pointer at every change, so other people's work meanwhile neither stops nor misleads it.

import { strings } from '../../strings/en.js'
import { h } from '../basics/dom.js'
import { sleeve } from '../covers/sleeve.js'
import { rich, text } from '../basics/words.js'

const EDGE = 90

export class RowDrag {
  #drag = null

  constructor({ table, desk, actions, moveMenu, live }) {
    Object.assign(this, { table, desk, actions, moveMenu, live })
    table.box.addEventListener('pointerdown', event => this.#down(event))
    table.box.addEventListener('click', event => this.#explain(event))
    table.addEventListener('drawn', () => this.#aim())
    desk.addEventListener('changed', () => this.#afterChange())
  }

  #down(event) {
    const handle = event.target.closest('[data-does=drag]')
    if (!handle || event.button !== 0 || !this.desk.order.isShelf || this.actions.isReadOnly) return
    event.preventDefault()
    const { albumId } = handle.closest('.row').dataset
    if (!this.desk.selection.has(albumId)) this.desk.choose(albumId, { by: 'table' })
    this.#drag = {
      ids: this.desk.chosen, x: event.clientX, y: event.clientY, startY: event.clientY, isMoving: false,
      pointer: event.pointerId, stop: new AbortController(),
    }
    this.#follow(this.#drag.stop.signal)
  }

  #follow(signal) {
    const mine = act => moved => { if (moved.pointerId === this.#drag?.pointer) act(moved) }
    addEventListener('pointermove', mine(moved => this.#move(moved)), { signal })
    addEventListener('pointerup', mine(() => this.#drop()), { signal })
    addEventListener('pointercancel', mine(() => this.#cancel()), { signal })
    addEventListener('keydown', pressed => this.#escape(pressed), { signal, capture: true })
    addEventListener('blur', () => this.#cancel(), { signal })
  }

  #escape(event) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    this.#cancel()
  }

  #move({ clientX, clientY }) {
    const drag = this.#drag
    Object.assign(drag, { x: clientX, y: clientY })
    if (!drag.isMoving && Math.abs(clientY - drag.startY) > 4) this.#lift()
    if (drag.isMoving) this.#aim()
  }

  #lift() {
    const drag = this.#drag
    const album = this.desk.client.get(drag.ids[0])
    drag.isMoving = true
    const title = this.desk.titleOf(album.id) ?? strings.untitled
    const words = drag.ids.length > 1 ? text(strings.list.total, { count: drag.ids.length }) : rich('{title}', { title })
    drag.ghost = h('div', { class: 'ghost', 'aria-hidden': 'true' }, sleeve(album, this.desk.client), h('span', {}, words))
    document.body.append(drag.ghost)
    document.body.classList.add('is-dragging')
    this.live.say(text(strings.list.lifted, { title }))
    this.#autoScroll()
  }

  #aim() {
    const drag = this.#drag
    if (!drag?.isMoving) return
    drag.gap = this.table.gapAt(drag.y)
    this.table.showGap(drag.gap)
    drag.ghost.style.translate = `${drag.x + 14}px ${drag.y - 22}px`
    for (const row of this.table.rows) row.element.classList.toggle('is-lifted', drag.ids.includes(row.id))
  }

  /** Near the edges of the window the list comes along, the faster the nearer. */
  #autoScroll() {
    const drag = this.#drag
    if (!drag?.isMoving) return
    const over = drag.y < EDGE + 50 ? drag.y - EDGE - 50 : Math.max(0, drag.y - innerHeight + EDGE)
    if (over) scrollBy({ top: Math.sign(over) * Math.min(26, Math.abs(over) / 4), behavior: 'instant' })
    requestAnimationFrame(() => this.#autoScroll())
  }

  /** Albums deleted meanwhile are no longer dragged; a drag of none ends. */
  #afterChange() {
    const drag = this.#drag
    if (!drag) return
    drag.ids = drag.ids.filter(id => this.desk.client.get(id))
    if (!drag.ids.length || !this.desk.order.isShelf) this.#cancel()
  }

  #drop() {
    const { isMoving, ids, y } = this.#drag
    this.#end()
    if (!isMoving) return
    this.actions.moveIntoGap(ids, this.table.gapAt(y))
    this.moveMenu.tell(ids)
  }

  #cancel() {
    const wasMoving = this.#drag?.isMoving
    this.#end()
    if (wasMoving) this.live.say(strings.list.dropped)
  }

  #end() {
    const drag = this.#drag
    if (!drag) return
    this.#drag = null
    drag.stop.abort()
    drag.ghost?.remove()
    this.table.showGap(null)
    document.body.classList.remove('is-dragging')
    for (const row of this.table.rows) row.element.classList.remove('is-lifted')
  }

  /** Why the handle does nothing while sorted or filtered. */
  #explain(event) {
    if (event.target.closest('[data-does=drag]')?.getAttribute('aria-disabled') === 'true') this.moveMenu.explain()
  }
}
