// The covers: a shelf of sleeves that scrolls sideways and stops with one in the middle. Only the sleeves near the middle exist.
//
// The scroll position and the current album follow each other: while a person scrolls (`#byHand`), the album in the middle is chosen;
// at all other times a chosen album is scrolled to, and passing sleeves are not chosen.

import { strings } from '../../strings/en.js'
import { icon } from '../basics/icons.js'
import { calm, h, mark, putInOrder } from '../basics/dom.js'
import { arrive, leave, Pace, slide } from '../basics/motion.js'
import { faceKey, sleeve } from './sleeve.js'
import { text } from '../basics/words.js'

const REACH = 12

export class Scroller extends EventTarget {
  #slots = new Map()
  #byHand = false
  #sign = 1
  #pitch = 0
  #lastWheel = 0
  #pace = new Pace()
  #pending = false

  constructor(element, desk) {
    super()
    this.desk = desk
    this.element = element
    this.run = h('div', { class: 'run', role: 'presentation' })
    this.view = h('div', { class: 'covers-view', tabIndex: 0, role: 'listbox', 'aria-label': strings.covers.name, 'aria-orientation': 'horizontal' }, this.run)
    this.probe = h('div', { class: 'pitch' })
    element.append(this.probe, this.view, this.#arrow('left', -1, strings.covers.previous), this.#arrow('right', 1, strings.covers.next))
    this.#listen()
  }

  #arrow(name, step, label) {
    const properties = { class: `arrow arrow-${name}`, type: 'button', 'aria-label': label, tabIndex: -1 }
    return h('button', { ...properties, onclick: () => this.step(step) }, icon(name))
  }

  #listen() {
    const { view, desk } = this
    view.addEventListener('scroll', () => this.#later(), { passive: true })
    view.addEventListener('scrollend', () => this.#settled())
    view.addEventListener('touchmove', () => { this.#byHand = true }, { passive: true })
    view.addEventListener('wheel', event => this.#wheel(event), { passive: false })
    view.addEventListener('keydown', event => this.#key(event))
    view.addEventListener('click', event => this.#click(event))
    new ResizeObserver(() => this.#resized()).observe(view)
    desk.addEventListener('current', ({ detail }) => this.#currentChanged(detail.by))
    desk.addEventListener('changed', () => this.#changed())
    desk.addEventListener('view', () => this.#changed({ animate: false }))
    desk.addEventListener('selection', () => this.#later())
  }

  /** The sleeves that exist, as places where people can be marked. */
  get places() { return Array.from(this.#slots, ([id, slot]) => ({ id, element: slot, people: slot.people })) }
  get #position() { return this.#pitch ? (this.#sign * this.view.scrollLeft) / this.#pitch : 0 }

  #resized() {
    this.#sign = getComputedStyle(this.view).direction === 'rtl' ? -1 : 1
    this.#pitch = this.probe.getBoundingClientRect().width
    for (const slot of this.#slots.values()) slot.index = -1
    this.#layOut()
    this.scrollTo(this.desk.currentIndex, { smooth: false })
  }

  #layOut() {
    this.run.style.inlineSize = `calc(100% + ${Math.max(0, this.desk.order.length - 1) * this.#pitch}px)`
    this.element.classList.toggle('is-empty', this.desk.order.length === 0)
  }

  #currentChanged(by) {
    if (this.desk.isFollowing) return
    if (by !== 'covers') this.scrollTo(this.desk.currentIndex)
    this.#later()
  }

  scrollTo(index, { smooth = true } = {}) {
    if (index < 0 || !this.#pitch) return
    const left = this.#sign * index * this.#pitch
    if (Math.abs(this.view.scrollLeft - left) < 1) return
    const isNear = Math.abs(index - this.#position) < 40
    this.#byHand = false
    this.view.scrollTo({ left, behavior: smooth && isNear && !calm() ? 'smooth' : 'instant' })
    this.#later()
  }

  /** The end of any scrolling: a hand has chosen, and otherwise the current album belongs in the middle. */
  #settled() {
    if (this.#byHand) this.#draw()
    this.#byHand = false
    this.scrollTo(this.desk.currentIndex, { smooth: false })
  }

  step(by) {
    if (this.desk.order.length) this.desk.setCurrentAt(this.desk.currentIndex + by)
  }

  #later() {
    if (this.#pending) return
    this.#pending = true
    requestAnimationFrame(() => { this.#pending = false; this.#draw() })
  }

  /** Draws the sleeves around `middle`; asking for the scroll position is dear after a change, so it is handed in where it is known. */
  #draw(middle = this.#position) {
    const { order } = this.desk
    if (this.#byHand && order.length && this.#pitch) this.desk.setCurrentAt(Math.round(middle), 'covers')
    const first = Math.max(0, Math.floor(middle) - REACH)
    const last = Math.min(order.length - 1, Math.ceil(middle) + REACH)
    const shown = new Set()
    for (let index = first; index <= last; index += 1) shown.add(this.#slot(order.at(index), index).dataset.albumId)
    for (const [id, slot] of this.#slots) if (!shown.has(id)) this.#retire(id, slot)
    putInOrder(this.run, [...this.#slots.values()].sort((a, b) => a.index - b.index))
    for (const slot of this.#slots.values()) this.#shape(slot, middle)
    this.dispatchEvent(new Event('drawn'))
    mark(this.view, 'aria-activedescendant', this.#slots.has(this.desk.current) ? `cover-${this.desk.current}` : null)
  }

  /** A deleted album's sleeve slides up out of its slot. */
  #retire(id, slot) {
    this.#slots.delete(id)
    slot.style.zIndex = '200'
    if (this.desk.client.get(id)) slot.remove()
    else leave(slot, -90)
  }

  #slot(album, index) {
    let slot = this.#slots.get(album.id)
    if (!slot) {
      slot = h('div', { class: 'slot', role: 'option', id: `cover-${album.id}`, 'data-album-id': album.id })
      slot.people = h('span', { class: 'slot-people', 'aria-hidden': 'true' })
      this.#slots.set(album.id, slot)
    }
    if (slot.album !== album) this.#face(slot, album)
    if (slot.index !== index) {
      slot.index = index
      slot.style.insetInlineStart = `calc(50cqi + ${(index - 0.5) * this.#pitch}px)`
      mark(slot, 'aria-posinset', index + 1)
    }
    mark(slot, 'aria-setsize', this.desk.order.length)
    mark(slot, 'aria-selected', this.desk.current === album.id)
    return slot
  }

  #face(slot, album) {
    slot.album = album
    mark(slot, 'aria-label', text('{title}, {artist}', {
      title: album.fields.get('title') ?? strings.untitled, artist: album.fields.get('artist') ?? strings.details.unknownArtist,
    }))
    const key = faceKey(album)
    if (slot.faceKey === key) return
    slot.faceKey = key
    slot.replaceChildren(h('span', { class: 'lift' }, h('span', { class: 'disc' }), sleeve(album, this.desk.client), slot.people))
  }

  /** The nearer the middle, the larger; `--far` and `--near` are all that the style needs. */
  #shape(slot, middle) {
    const away = slot.index - middle
    const near = Math.max(0, 1 - Math.abs(away))
    slot.style.setProperty('--near', near.toFixed(3))
    slot.style.setProperty('--side', (this.#sign * Math.max(-1, Math.min(1, away))).toFixed(3))
    slot.style.zIndex = String(100 - Math.round(Math.abs(away) * 2))
    slot.classList.toggle('is-middle', near > 0.5)
  }

  /** After a change everything slides from where it was; what is in the middle stays there. */
  #changed({ animate = true } = {}) {
    const was = new Map()
    const middle = this.#position
    for (const [id, slot] of this.#slots) was.set(id, slot.index - middle)
    this.#layOut()
    const index = this.desk.currentIndex
    if (index < 0) { this.#draw(0); return }
    const offset = was.get(this.desk.current)
    const isStill = offset !== undefined && Math.abs(offset) < 0.6
    const isJump = isStill || !animate || calm() || Math.abs(index - middle) >= 40
    // A browser would keep the sleeve it snapped to in the middle when sleeves are moved; here the current album decides.
    this.view.style.scrollSnapType = 'none'
    this.#draw(isJump ? index : middle)
    if (index !== middle) this.scrollTo(index, { smooth: !isJump })
    requestAnimationFrame(() => { this.view.style.scrollSnapType = '' })
    if (animate) this.#slide(was, isJump ? index : middle)
  }

  #slide(before, middle) {
    if (!this.#pace.mayStart()) return
    for (const [id, slot] of this.#slots) {
      const by = before.get(id) - (slot.index - middle)
      if (Number.isNaN(by)) arrive(slot.firstChild, -70)
      else if (Math.abs(by) > 0.05 && Math.abs(by) < 2 * REACH) slide(slot, this.#sign * by * this.#pitch, 0)
    }
  }

  #wheel(event) {
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) { this.#byHand ||= !event.ctrlKey; return }
    const index = this.desk.currentIndex + Math.sign(event.deltaY)
    if (index < 0 || index >= this.desk.order.length) return
    event.preventDefault()
    if (event.timeStamp - this.#lastWheel < 60) return
    this.#lastWheel = event.timeStamp
    this.step(Math.sign(event.deltaY))
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = this.desk.order.length - 1
    const right = this.#sign
    const keys = { ArrowRight: right, ArrowLeft: -right, ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5, Home: -Infinity, End: Infinity }
    if (!(event.key in keys)) return
    event.preventDefault()
    const by = keys[event.key]
    if (Number.isFinite(by)) this.step(by)
    else this.desk.setCurrentAt(by < 0 ? 0 : last)
  }

  #click(event) {
    const id = event.target.closest('.slot')?.dataset.albumId
    if (id) this.desk.choose(id)
  }
}
