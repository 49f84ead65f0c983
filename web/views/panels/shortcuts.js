// The keys that work here, and what single letters do in the list.

import { strings } from '../../strings/en.js'
import { openDialog } from '../basics/dialog.js'
import { h } from '../basics/dom.js'

export function openShortcuts(settings) {
  const { keys } = strings
  const letters = h('input', { type: 'checkbox', checked: settings.lettersAreCommands })
  letters.addEventListener('change', () => settings.set('lettersAreCommands', letters.checked))
  openDialog(keys.title, [
    h('dl', { class: 'keys' }, keys.list.map(line)),
    h('p', { class: 'hint' }, keys.note), h('label', { class: 'check-row' }, letters, keys.letters), h('p', { class: 'hint' }, keys.jump),
  ])
}

function line([what, keys]) {
  return h('div', {}, h('dt', {}, what), h('dd', {}, keys.split(', ').map(key => h('kbd', {}, key))))
}
