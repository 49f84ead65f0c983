// The menu of what is rarely needed.

import { strings } from '../../strings/en.js'
import { openBin } from '../panels/bin.js'
import { openHistory } from '../panels/history.js'
import { Settings } from '../basics/settings.js'
import { openShortcuts } from '../panels/shortcuts.js'
import { text } from '../basics/words.js'

export function mainMenu({ client, desk, actions, person, settings, shelf, rename }) {
  const { menu } = strings
  const theme = name => ({ label: menu[name], isChecked: settings.theme === name, act: () => settings.set('theme', name) })
  const column = field => ({ label: text(menu.column, { field: strings.columns[field] }), isChecked: settings.columns.includes(field), isMany: true, act: () => settings.toggleColumn(field) })
  const off = { isOff: actions.isReadOnly }
  return [
    { label: menu.history, act: () => openHistory(client, actions) },
    { label: menu.bin, act: () => openBin(client, actions) }, null,
    { label: settings.hidesCovers ? strings.covers.show : strings.covers.hide, icon: 'sleeve', act: () => settings.set('hidesCovers', !settings.hidesCovers) },
    { label: person.isMuted ? menu.unmute : menu.mute, act: () => person.change({ isMuted: !person.isMuted }) },
    { label: menu.who, icon: 'pencil', act: rename },
    { label: menu.shortcuts, hint: '?', act: () => openShortcuts(settings) }, null,
    ...Settings.optional.map(column), null,
    theme('auto'), theme('light'), theme('dark'), null,
    { label: menu.csv, act: () => location.assign(`/api/shelves/${shelf}.csv`) },
    { label: menu.json, act: () => window.open(`/api/shelves/${shelf}`, '_blank', 'noopener') },
    { label: menu.print, act: () => print() }, null,
    { label: menu.over, act: () => { desk.setFilter(''); actions.startOver() }, ...off },
  ]
}
