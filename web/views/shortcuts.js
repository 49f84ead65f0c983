// The keys that work here, and what single letters do in the list.

import { strings } from '../strings/en.js'
import { openDialog } from './dialog.js'
import { h } from './dom.js'

export function openShortcuts(settings) {
  const { keys } = strings
  const letters = h('input', { type: 'checkbox', checked: settings.lettersAreCommands, onchange: () => settings.set('lettersAreCommands', letters.checked) })
  openDialog(keys.title, [
    h('dl', { class: 'keys' }, keys.list.map(([what, press]) => h('div', {}, h('dt', {}, what), h('dd', {}, press.split(', ').map(one => h('kbd', {}, one)))))),
    h('p', { class: 'hint' }, keys.note), h('label', { class: 'check-row' }, letters, keys.letters), h('p', { class: 'hint' }, keys.jump),
  ])
}
