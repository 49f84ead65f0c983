// Dialogs and panels: one way to open and close them all. The native element keeps the focus in, and gives it back.

import { strings } from '../../strings/en.js'
import { icon } from './icons.js'
import { h } from './dom.js'

/** Opens a dialog with a title; `isPanel` puts it at the side, beside the shelf. Returns `{box, body, close}`. */
export function openDialog(title, content, { isPanel = false, onclose, isWide = false } = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`
  const close = () => box.close()
  const body = h('div', { class: 'dialog-body' }, content)
  const box = h('dialog', { class: `dialog ${isPanel ? 'panel' : ''} ${isWide ? 'wide' : ''}`, 'aria-labelledby': id },
    h('div', { class: 'dialog-head' }, h('h2', { id }, title),
      h('button', { type: 'button', class: 'quiet square', 'aria-label': strings.common.close, onclick: close }, icon('close'))), body)
  box.addEventListener('click', event => { if (event.target === box) close() })
  box.addEventListener('close', () => { box.remove(); onclose?.() })
  document.body.append(box)
  box.showModal()
  return { box, body, close }
}

/** A labelled field of a form. */
export function field(label, input, note = null) {
  return h('label', { class: 'field' }, h('span', { class: 'field-label' }, label), input, note)
}
