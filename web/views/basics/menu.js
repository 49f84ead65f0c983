// A menu at a button: arrows move, letters jump, Esc gives the focus back. Built when opened, gone when closed.

import { icon } from './icons.js'
import { h, mark } from './dom.js'

let open = null

/**
 * Opens a menu at `anchor`. Items are `{label, icon, act, hint, isOff, why, isChecked, isMany}`, or null for a line between groups. An item that
 * is off can be reached and says why.
 */
export function openMenu(anchor, name, items) {
  const wasMine = open?.anchor === anchor
  open?.close()
  if (wasMine) return
  const menu = h('div', { class: 'menu', role: 'menu', 'aria-label': name, popover: 'manual' }, items.map(item))
  anchor.after(menu)
  menu.showPopover()
  place(menu, anchor)
  mark(anchor, 'aria-expanded', 'true')
  const close = ({ focus = false } = {}) => {
    if (open?.menu !== menu) return
    open = null
    menu.remove()
    mark(anchor, 'aria-expanded', 'false')
    document.removeEventListener('pointerdown', outside, true)
    for (const type of ['scroll', 'resize']) removeEventListener(type, follow)
    if (focus) anchor.focus({ preventScroll: true })
  }
  const outside = event => { if (!menu.contains(event.target) && !anchor.contains(event.target)) close() }
  const follow = () => (isInSight(anchor) ? place(menu, anchor) : close())
  open = { anchor, menu, close }
  document.addEventListener('pointerdown', outside, true)
  for (const type of ['scroll', 'resize']) addEventListener(type, follow, { passive: true })
  menu.addEventListener('keydown', event => key(event, menu, close))
  menu.addEventListener('click', event => choose(event, items, menu, close))
  menu.querySelector('button')?.focus({ preventScroll: true })
}

function item(entry, index) {
  if (!entry) return h('hr', { role: 'separator' })
  const { label, hint, why, isOff, isChecked, isMany } = entry
  const canBeChecked = isChecked !== undefined
  return h('button', {
    type: 'button', tabIndex: -1, 'data-index': index, title: isOff ? why : null, 'aria-disabled': isOff ? 'true' : null,
    role: !canBeChecked ? 'menuitem' : isMany ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': canBeChecked ? String(isChecked) : null,
  }, h('span', { class: 'menu-icon' }, isChecked ? icon('check') : entry.icon && icon(entry.icon)), h('span', { class: 'menu-label' }, label),
    hint && h('span', { class: 'menu-hint', 'aria-hidden': 'true' }, hint), isOff && why && h('span', { class: 'menu-why' }, why))
}

function choose(event, items, menu, close) {
  const button = event.target.closest('button')
  if (!button || button.getAttribute('aria-disabled') === 'true') return
  const entry = items[Number(button.dataset.index)]
  close({ focus: true })
  entry.act()
}

function key(event, menu, close) {
  const buttons = [...menu.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Escape' || event.key === 'Tab') { event.preventDefault(); event.stopPropagation(); close({ focus: true }); return }
  if (to !== undefined) { event.preventDefault(); event.stopPropagation(); buttons.at(to % buttons.length).focus(); return }
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return
  event.stopPropagation()
  const letter = event.key.toLowerCase()
  const next = [...buttons.slice(at + 1), ...buttons].find(button => button.querySelector('.menu-label').textContent.toLowerCase().startsWith(letter))
  next?.focus()
}

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect()
  return element.isConnected && bottom > 0 && top < innerHeight
}

/** Under the anchor, or over it where there is more room; never outside the window. */
function place(menu, anchor) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const below = innerHeight - at.bottom > height + 12 || at.top < height + 12
  menu.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, below ? at.bottom + 6 : at.top - height - 6))}px`
  menu.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, at.right - width > 8 ? at.right - width : at.left))}px`
}
